// Name the faces of the lettering: what the reader's machine has of humanist sans, no web fonts.

export const FACE = '"Gill Sans", "Gill Sans MT", Optima, Candara, "Noto Sans", "DejaVu Sans", sans-serif';

// Name the faces of the lettering: those that are printed. The rest is for the moment in which they have not come yet.

export const FACE = '"Barlow Semi Condensed", "Noto Sans", "DejaVu Sans", sans-serif';

/** What stands on counters: narrow, as on those that are cut out of card. */
export const COUNTER_FACE = '"Barlow Condensed", "Noto Sans", "DejaVu Sans", sans-serif';

"""What a viewer takes away of the forces: made of his view, written in the formats of other programs."""

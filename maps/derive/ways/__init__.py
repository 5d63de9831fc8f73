"""Roads and railways from hex to hex, and what they cross water by."""

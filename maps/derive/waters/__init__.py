"""Rivers, lakes and shores on hexsides."""

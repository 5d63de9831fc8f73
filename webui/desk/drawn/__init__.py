"""What the page's map is drawn from: packets of shapes, names, colours."""

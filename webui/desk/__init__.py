"""What pages and commands show and do, as data: it knows no Flask, no click and no Folium."""

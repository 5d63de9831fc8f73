"""Values only: state, orders, events, tables, notation."""

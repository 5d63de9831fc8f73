"""Plan where orders are carried out at once: the next order is chosen, and all is looked at anew after it."""

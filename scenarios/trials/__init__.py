"""Play scenarios and battles by themselves many times, and tell what comes of them."""

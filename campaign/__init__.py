"""Play: campaigns as logs of events, and the rules that make them."""

"""House variants: a file that extends other rules and says what is otherwise in them."""

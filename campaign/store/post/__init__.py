"""Keep the post beside the log: what people wish to be told, the outbox, and mails that came in."""

"""The post: what waits in the outbox is said in words and sent, and mails that come in are read as orders."""

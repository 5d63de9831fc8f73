"""The ground between Our and Bastogne: a piece of the Ardennes extract, whose files it reads."""

"""A slow, literal reading of docs/format.md, section by section. Standard library only."""


class Refused(Exception):
    """Said of input that a reader of the format must not accept."""

// The API of this module speaks of sinks and palettes, and of what puts stand-ins into messages.
@_exported public import ConsoleText
@_exported public import Redaction

import ProtobufSchema
import Testing

@Suite struct ProtoReaderTests {}

internal import ProtobufWire

extension WireType {
    /// The words of the encoding's documentation.
    var name: String {
        switch self {
        case .varint: "varint"
        case .fixed64: "fixed64"
        case .lengthDelimited: "length-delimited"
        case .startGroup: "group"
        case .endGroup: "end of group"
        case .fixed32: "fixed32"
        }
    }
}

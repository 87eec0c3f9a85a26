private import CDescriptorProto
internal import ProtobufWire

/// The file `google/protobuf/descriptor.proto`, which compilers have built in, and the options of `google/api` that this
/// module gives a meaning to.
///
/// Sources: https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.proto and
/// https://github.com/googleapis/googleapis/tree/master/google/api
enum DescriptorProto {
    static let fileName = "google/protobuf/descriptor.proto"

    /// Both files. Parsed when first used, once in a process.
    static let schema = Result { () throws(SchemaError) in
        let options = unsafe String(cString: api_options_proto())
        return try Schema(compiled: [(fileName, text), ("google/api/options.proto", options)])
    }

    /// The messages that custom options extend. A file may extend them without a definition of them at hand.
    static let extendable: Set<String> = Set(
        [
            "File", "Message", "Field", "Oneof", "ExtensionRange", "Enum", "EnumValue", "Service", "Method",
        ].map { "google.protobuf.\($0)Options" } + ["google.protobuf.FeatureSet"])

    /// Numbers that all of them leave to extensions; those from 990 to 998 are for Google's own.
    static let extensionNumbers = 990...Tag.fieldNumbers.upperBound

    static let text = unsafe String(cString: descriptor_proto())
}

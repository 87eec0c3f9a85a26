import FleetMessages
import ProtobufWire
import Testing
import TestSupport

/// Packed, sorted and named by the official Python runtime.
private let errorInfo = bytes(
    hex: """
        0a0a524154455f4c494d4954121a666c656574656e67696e652e676f6f676c65617069732e636f6d1a160a08636f6e73756d6572120a7072\
        6f6a656374732f311a0b0a056c696d697412023130
        """)
private let packedErrorInfo = bytes(
    hex: """
        0a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e4572726f72496e666f124d0a0a524154455f4c494d4954\
        121a666c656574656e67696e652e676f6f676c65617069732e636f6d1a160a08636f6e73756d6572120a70726f6a656374732f311a0b0a05\
        6c696d697412023130
        """)

@Suite struct AnyMessageTests {
    @Test func packsAsTheOfficialRuntimes() throws {
        var info = ErrorInfo()
        info.reason = "RATE_LIMIT"
        info.domain = "fleetengine.googleapis.com"
        info.metadata = ["limit": "10", "consumer": "projects/1"]
        #expect(info.encoded() == errorInfo)
        let any = AnyMessage(packing: info)
        #expect(any.encoded() == packedErrorInfo)
        #expect(try any.unpack(as: ErrorInfo.self) == info)
        #expect(try any.unpack(as: RetryInfo.self) == nil)
    }

    @Test(arguments: [
        ("type.googleapis.com/google.rpc.Status", "google.rpc.Status"), ("a/b/google.rpc.Status", "google.rpc.Status"),
        ("google.rpc.Status", "google.rpc.Status"), ("/", ""), ("", ""),
    ])
    func namesItsType(url: String, name: String) {
        var any = AnyMessage()
        any.typeURL = url
        #expect(any.typeName == name)
    }

    @Test func tellsWhereTheContentIsDamaged() {
        var any = AnyMessage(packing: ErrorInfo())
        any.value = [0x0a, 5, 0x61]
        let error = #expect(throws: WireError.self) { try any.unpack(as: ErrorInfo.self) }
        #expect(error?.code == .truncated && error?.offset == 1)
    }
}

@Suite struct MessageRegistryTests {
    /// A message that the package does not have.
    struct Own: Message {
        static let fullName = "sample.Own"
        var name = ""
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: name = try reader.string()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        func encode(_ writer: inout Writer) {
            writer.string(1, name)
            writer.unknown(unknownFields)
        }
    }

    @Test func findsTypesByNameAndByURL() {
        let registry = MessageRegistry.fleetEngine
        #expect(registry.type(named: "maps.fleetengine.delivery.v1.Task") == DeliveryTask.self)
        #expect(registry.type(forURL: "type.googleapis.com/google.rpc.ErrorInfo") == ErrorInfo.self)
        #expect(registry.type(named: "sample.Own") == nil)
        #expect(registry.types.map { $0.fullName } == registry.types.map { $0.fullName }.sorted())
    }

    @Test func takesOnOtherTypes() throws {
        var registry = MessageRegistry.fleetEngine
        let count = registry.types.count
        registry.register(Own.self)
        registry.register(Own.self)
        #expect(registry.types.count == count + 1)
        let message = try registry.decode("sample.Own", from: [0x0a, 1, 0x61])
        #expect((message as? Own)?.name == "a")
        #expect(MessageRegistry.fleetEngine.type(named: "sample.Own") == nil)
    }

    @Test func decodesAndEncodesByName() throws {
        let registry = MessageRegistry.fleetEngine
        let packed = try AnyMessage(decoding: #require(packedErrorInfo))
        let info = try #require(try registry.decode(packed.typeName, from: packed.value) as? ErrorInfo)
        #expect(info.metadata["limit"] == "10")
        // Fields in the wrong order come out by ascending number.
        let status = try registry.decode("google.rpc.Status", from: [0x12, 1, 0x61, 0x08, 5])
        #expect(status.encoded() == [0x08, 5, 0x12, 1, 0x61])
        let error = #expect(throws: WireError.self) { try registry.decode("google.rpc.Status", from: [0x12, 1, 0xff]) }
        #expect(error?.code == .invalidUTF8 && error?.path.description == "message")
    }
}

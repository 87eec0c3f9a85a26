import GRPCWire
import HTTPWire
import ProtobufWire

/// An event in a call, as a gRPC library logs it.
///
/// Source: https://github.com/grpc/grpc-proto/blob/master/grpc/binlog/v1/binarylog.proto (`GrpcLogEntry`)
struct BinaryLogEntry {
    enum Kind: UInt64 {
        case clientHeader = 1
        case serverHeader, clientMessage, serverMessage, clientHalfClose, serverTrailer, cancel
    }

    /// Nanoseconds since 1970; `nil` when the entry has none.
    var time: Int64?
    var callID: UInt64 = 0
    var sequence: UInt64 = 0
    /// `nil` for kinds of later libraries.
    var kind: Kind?
    /// The side that has written the log: 1 is the client, 2 the server.
    var logger: UInt64 = 0
    var isTruncated = false
    var peer: Endpoint?

    /// Headers or trailers: before those of the application, the ones that the entry has in fields of its own.
    var fields: [HeaderField] = []
    /// The headers that a log entry has as fields of its message, such as the path and the status: the first of ``fields``.
    private var ownFields: [HeaderField] = []
    /// The length of a message, and the part of it that was logged.
    var messageLength = 0
    var message: [UInt8] = []

    init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
        var reader = Reader(bytes.span)
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: time = try Self.nanoseconds(reader.body())  // timestamp = 1
            case 16: callID = try reader.varint()
            case 24: sequence = try reader.varint()
            case 32: kind = Kind(rawValue: try reader.varint())
            case 40: logger = try reader.varint()
            case 50, 58: try readHeader(reader.body())  // client_header = 6, server_header = 7
            case 66: try readMessage(reader.body())  // message = 8
            case 74: try readTrailer(reader.body())  // trailer = 9
            case 80: isTruncated = try reader.bool()
            case 90: peer = try Self.endpoint(reader.body())  // peer = 11
            default: try reader.skip(tag)
            }
        }
        fields = ownFields + fields
    }

    /// `google.protobuf.Timestamp` and `Duration`, which have the same fields.
    private static func nanoseconds(_ reader: consuming Reader) throws(WireError) -> Int64 {
        var (seconds, nanos): (Int64, Int64) = (0, 0)
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: seconds = try reader.int64()
            case 16: nanos = Int64(try reader.int32())
            default: try reader.skip(tag)
            }
        }
        let product = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = product.partialValue.addingReportingOverflow(nanos)
        return product.overflow || sum.overflow ? seconds.signum() * .max : sum.partialValue
    }

    /// Reads a `ClientHeader`, or a `ServerHeader`, which has the first field alone.
    private mutating func readHeader(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try readMetadata(reader.body())  // metadata = 1
            case 18: ownFields.append(HeaderField(":path", try reader.string()))  // method_name = 2
            case 26: ownFields.append(HeaderField(":authority", try reader.string()))  // authority = 3
            case 34:  // timeout = 4
                let timeout = CallTimeout(nanoseconds: try Self.nanoseconds(reader.body()))
                ownFields.append(HeaderField("grpc-timeout", timeout.description))
            default: try reader.skip(tag)
            }
        }
    }

    private mutating func readTrailer(_ reader: consuming Reader) throws(WireError) {
        var code: UInt64 = 0
        var text = ""
        var details: [UInt8] = []
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try readMetadata(reader.body())  // metadata = 1
            case 16: code = try reader.varint()  // status_code = 2
            case 26: text = try reader.string()  // status_message = 3
            case 34: details = try reader.bytes()  // status_details = 4
            default: try reader.skip(tag)
            }
        }
        ownFields.append(HeaderField("grpc-status", String(code)))
        if !text.isEmpty { ownFields.append(HeaderField("grpc-message", PercentCoding.encode(text))) }
        if !details.isEmpty { ownFields.append(Self.binary("grpc-status-details-bin", details)) }
    }

    private mutating func readMessage(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 8: messageLength = Int(try reader.uint32())  // length = 1
            case 18: message = try reader.bytes()  // data = 2
            default: try reader.skip(tag)
            }
        }
    }

    private mutating func readMetadata(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: fields.append(try Self.metadataEntry(reader.body()))  // entry = 1
            default: try reader.skip(tag)
            }
        }
    }

    private static func metadataEntry(_ reader: consuming Reader) throws(WireError) -> HeaderField {
        var name = ""
        var value: [UInt8] = []
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: name = try reader.string()  // key = 1
            case 18: value = try reader.bytes()  // value = 2
            default: try reader.skip(tag)
            }
        }
        return name.hasSuffix("-bin") ? binary(name, value) : HeaderField(name: name, value: value)
    }

    /// A `-bin` header, of which the log has the bytes themselves: a zero byte says so in the value.
    private static func binary(_ name: String, _ bytes: [UInt8]) -> HeaderField {
        HeaderField(name: name, value: [0] + bytes)
    }

    /// Reads an `Address`: of an unknown type, IPv4, IPv6 or the path of a socket.
    private static func endpoint(_ reader: consuming Reader) throws(WireError) -> Endpoint {
        var text = ""
        var port: UInt32 = 0
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 18: text = try reader.string()  // address = 2
            case 24: port = try reader.uint32()  // ip_port = 3
            default: try reader.skip(tag)
            }
        }
        return text.isEmpty ? .unknown : Endpoint(name: text, port: UInt16(clamping: port))
    }
}

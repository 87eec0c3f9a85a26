import ProtobufWire

/// A message with one field of every shape, recursive, for the tests of this target.
struct Node: Message {
    static let fullName = "test.Node"
    static let fieldNames: (any FieldNaming)? = Names()

    var text = ""  // 1
    var child: Box?  // 2
    var number: Int64 = 0  // 3
    var flag = false  // 4
    var ratio = 0.0  // 5
    var small: Float = 0  // 6
    var points: [Point] = []  // 7
    var labels: [String] = []  // 8
    var kinds: [Kind] = []  // 9
    var distance: Int32?  // 10, Int32Value
    var entries = ProtobufMap<String, Int32>()  // 11
    var data: [UInt8] = []  // 12
    var signed: Int32 = 0  // 13, sint32
    var point: Point?  // 2047
    var far: UInt32 = 0  // 2048: a tag of three bytes
    var unknownFields = UnknownFields()

    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: text = try reader.string()
            case 18:
                var node = child?.node ?? Node()
                try reader.message(into: &node)
                child = Box(node)
            case 24: number = try reader.int64()
            case 32: flag = try reader.bool()
            case 41: ratio = try reader.double()
            case 53: small = try reader.float()
            case 58: try reader.messages(58, &points)
            case 66: try reader.strings(66, &labels)
            case 72: kinds.append(try reader.enumeration())
            case 74: try reader.packed(&kinds)
            case 82: try reader.wrapped(82, &distance, unknown: &unknownFields)
            case 90: try reader.map(90, &entries, key: .string, value: .int32, unknown: &unknownFields)
            case 98: data = try reader.bytes()
            case 104: signed = try reader.sint32()
            case 16378: try reader.message(&point)
            case 16384: far = try reader.uint32()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    func encode(_ writer: inout Writer) {
        writer.string(1, text)
        writer.message(2, child?.node)
        writer.int64(3, number)
        writer.bool(4, flag)
        writer.double(5, ratio)
        writer.float(6, small)
        writer.messages(7, points)
        writer.strings(8, labels)
        writer.packed(9, kinds)
        writer.wrapped(10, distance, unknown: unknownFields)
        writer.map(11, entries, key: .string, value: .int32)
        writer.bytes(12, data)
        writer.sint32(13, signed)
        writer.message(2047, point)
        writer.uint32(2048, far)
        writer.unknown(unknownFields)
    }

    final class Box: Hashable, Sendable {
        let node: Node
        init(_ node: Node) { self.node = node }
        static func == (a: Box, b: Box) -> Bool { a.node == b.node }
        func hash(into hasher: inout Hasher) { hasher.combine(node) }
    }

    struct Kind: OpenEnum { var rawValue: Int32 }

    private struct Names: FieldNaming {
        func field(_ number: Int, of message: String) -> (name: String, isRepeated: Bool, message: String?)? {
            switch (message, number) {
            case ("test.Node", 1): ("text", false, nil)
            case ("test.Node", 2): ("child", false, "test.Node")
            case ("test.Node", 7): ("points", true, "test.Point")
            case ("test.Node", 2047): ("point", false, "test.Point")
            case ("test.Point", 1): ("x", false, nil)
            case ("test.Point", 2): ("y", false, nil)
            default: nil
            }
        }
    }
}

struct Point: DoublePair {
    static let fullName = "test.Point"

    var x = 0.0  // 1
    var y = 0.0  // 2
    var unknownFields = UnknownFields()

    init() {}
    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
    var pair: (Double, Double) { (x, y) }

    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 9: x = try reader.double()
            case 17: y = try reader.double()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    func encode(_ writer: inout Writer) {
        writer.double(1, x)
        writer.double(2, y)
        writer.unknown(unknownFields)
    }
}

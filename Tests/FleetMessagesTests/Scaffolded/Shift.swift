import FleetWire

/// A driver's shift, with a field of each form that a scaffold has to write.
///
/// Mirrors `acme.Shift`.
struct Shift: Message {
    static let fullName = "acme.Shift"

    /// `driver_id = 1`: Who drives.
    var driverID = ""
    /// `start = 2`
    var start: Timestamp?
    /// `tips = 3`: Tips in cents, by the id of the trip.
    var tips = ProtobufMap<String, Int64>()
    /// `kind = 4`
    var kind = Shift.Kind()
    /// `breaks = 5`
    var breaks: [Shift.Break] = []
    /// `offsets = 6`
    var offsets: [Int32] = []
    /// `counters = 7`
    var counters: [UInt64] = []
    /// `notes = 8`
    var notes: [String] = []
    /// `rating = 9`
    var rating: Double?
    /// `is_late = 10`
    var isLate: Bool?
    /// `signature = 11`
    var signature: [UInt8] = []
    /// `photos = 12`
    var photos: [[UInt8]] = []
    /// The oneof `end`: Where the shift ended. The comment is long on purpose, so that the line that the scaffold
    /// writes for it has to be broken somewhere before its end.
    var end: End?
    /// `previous = 16`
    @Indirect var previous: Shift?
    /// `kinds = 17`
    var kinds: [Shift.Kind] = []
    /// `breaks_by_id = 18`
    var breaksByID = ProtobufMap<UInt32, Shift.Break>()
    /// `in = 19`
    var `in` = false
    /// `default = 20`
    var `default`: Float = 0
    /// `odometer_meters = 21`
    var odometerMeters: UInt64 = 0
    /// The oneof `pay`
    var pay: Pay?
    /// `is_paid = 23`
    var isPaid = false
    /// `weather = 25`
    var weather = Weather()
    var unknownFields = UnknownFields()

    /// The members of the oneof `end`.
    enum End: Hashable, Sendable {
        /// `place = 13`
        case place(LatLng)
        /// `depot = 14`
        case depot(String)
        /// `handover = 15`
        indirect case handover(Shift)
    }

    /// The members of the oneof `pay`.
    enum Pay: Hashable, Sendable {
        /// `cents = 22`
        case cents(Int32)
        /// `voucher = 24`
        case voucher(String)
    }

    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: driverID = try reader.string()  // driver_id = 1
            case 18: try reader.message(&start)  // start = 2
            case 26: try reader.map(26, &tips, key: .string, value: .int64, unknown: &unknownFields)  // tips = 3
            case 32: kind = try reader.enumeration()  // kind = 4
            case 42: try reader.messages(42, &breaks)  // breaks = 5
            case 48: try reader.element(&offsets, .sint32)  // offsets = 6
            case 50: try reader.packed(&offsets, .sint32)  // offsets = 6
            case 57: try reader.element(&counters, .fixed64)  // counters = 7
            case 58: try reader.packed(&counters, .fixed64)  // counters = 7
            case 66: try reader.strings(66, &notes)  // notes = 8
            case 73: rating = try reader.double()  // rating = 9
            case 82: try reader.wrapped(82, &isLate, unknown: &unknownFields)  // is_late = 10
            case 90: signature = try reader.bytes()  // signature = 11
            case 98: try reader.element(&photos, .bytes)  // photos = 12
            case 106:  // place = 13
                // Taken out before it merges, so that it is not copied.
                var value = LatLng()
                if case .place(let old) = self.end { (value, self.end) = (old, nil) }
                defer { self.end = .place(value) }
                try reader.message(into: &value)
            case 114: end = .depot(try reader.string())  // depot = 14
            case 122:  // handover = 15
                // Taken out before it merges, so that it is not copied.
                var value = Shift()
                if case .handover(let old) = self.end { (value, self.end) = (old, nil) }
                defer { self.end = .handover(value) }
                try reader.message(into: &value)
            case 130: try reader.message(&previous)  // previous = 16
            case 136: try reader.element(&kinds, .enumeration)  // kinds = 17
            case 138: try reader.packed(&kinds, .enumeration)  // kinds = 17
            case 146:  // breaks_by_id = 18
                try reader.map(146, &breaksByID, key: .uint32, value: .message, unknown: &unknownFields)
            case 152: `in` = try reader.bool()  // in = 19
            case 165: `default` = try reader.float()  // default = 20
            case 168: odometerMeters = try reader.uint64()  // odometer_meters = 21
            case 176: pay = .cents(try reader.int32())  // cents = 22
            case 184: isPaid = try reader.bool()  // is_paid = 23
            case 194: pay = .voucher(try reader.string())  // voucher = 24
            case 200: weather = try reader.enumeration()  // weather = 25
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    func encode(_ writer: inout Writer) {
        writer.string(1, driverID)
        writer.message(2, start)
        writer.map(3, tips, key: .string, value: .int64)
        writer.enumeration(4, kind)
        writer.messages(5, breaks)
        writer.packed(6, offsets, .sint32)
        writer.elements(7, counters, .fixed64)
        writer.strings(8, notes)
        if let rating { writer.double(9, present: rating) }
        writer.wrapped(10, isLate, unknown: unknownFields)
        writer.bytes(11, signature)
        writer.elements(12, photos, .bytes)
        switch end {
        case .place(let value): writer.message(13, value)
        case .depot(let value): writer.string(14, present: value)
        case .handover(let value): writer.message(15, value)
        case nil: break
        }
        writer.message(16, previous)
        writer.packed(17, kinds, .enumeration)
        writer.map(18, breaksByID, key: .uint32, value: .message)
        writer.bool(19, `in`)
        writer.float(20, `default`)
        writer.uint64(21, odometerMeters)
        if case .cents(let value) = pay { writer.int32(22, present: value) }
        writer.bool(23, isPaid)
        if case .voucher(let value) = pay { writer.string(24, present: value) }
        writer.enumeration(25, weather)
        writer.unknown(unknownFields)
    }
}

extension Shift {
    /// The kinds of shifts.
    ///
    /// Mirrors `acme.Shift.Kind`.
    struct Kind: OpenEnum {
        var rawValue: Int32
        init(rawValue: Int32) { self.rawValue = rawValue }

        /// `KIND_UNSPECIFIED = 0`
        static var unspecified: Self { .init(rawValue: 0) }
        /// `KIND_DAY = 1`
        static var day: Self { .init(rawValue: 1) }
        /// `KIND_NIGHT = 2`: From 22 to 6 o'clock.
        static var night: Self { .init(rawValue: 2) }
        /// `KIND_24_HOURS = 3`
        static var kind24Hours: Self { .init(rawValue: 3) }
    }
}

extension Shift {
    /// Mirrors `acme.Shift.Break`.
    struct Break: Message {
        static let fullName = "acme.Shift.Break"

        /// `start = 1`
        var start: Timestamp?
        /// `minutes = 2`
        var minutes: Int32 = 0
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: try reader.message(&start)  // start = 1
                case 21: minutes = try reader.sfixed32()  // minutes = 2
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        func encode(_ writer: inout Writer) {
            writer.message(1, start)
            writer.sfixed32(2, minutes)
            writer.unknown(unknownFields)
        }
    }
}

import FleetWire

/// Names that are those of other types, of each other, of Swift, or of what the scaffold's own code mentions.
///
/// Mirrors `acme.Clash`.
struct Clash: Message {
    static let fullName = "acme.Clash"

    /// `own = 1`
    var own: Clash.Timestamp?
    /// `google = 2`
    var google: FleetWire.Timestamp?
    /// The oneof `pickup`
    var pickup: Pickup_?
    /// The oneof `message`
    var message: Message_?
    /// `await = 7`
    var `await` = Clash.Int32_()
    /// `user_id = 8`
    var userID = ""
    /// `user_ID = 9`
    var userID_ = ""
    var unknownFields = UnknownFields()

    /// The members of the oneof `pickup`.
    enum Pickup_: Hashable, Sendable {
        /// `at = 3`
        indirect case at(Clash.Pickup)
        /// `none = 4`
        case none_(String)
    }

    /// The members of the oneof `message`.
    enum Message_: Hashable, Sendable {
        /// `some = 5`
        case some_(Int32)
        /// `init = 6`
        case init_(FleetWire.Timestamp)
    }

    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&own)  // own = 1
            case 18: try reader.message(&google)  // google = 2
            case 26:  // at = 3
                // Taken out before it merges, so that it is not copied.
                var value = Clash.Pickup()
                if case .at(let old) = self.pickup { (value, self.pickup) = (old, nil) }
                defer { self.pickup = .at(value) }
                try reader.message(into: &value)
            case 34: pickup = .none_(try reader.string())  // none = 4
            case 40: message = .some_(try reader.int32())  // some = 5
            case 50:  // init = 6
                // Taken out before it merges, so that it is not copied.
                var value = FleetWire.Timestamp()
                if case .init_(let old) = self.message { (value, self.message) = (old, nil) }
                defer { self.message = .init_(value) }
                try reader.message(into: &value)
            case 56: `await` = try reader.enumeration()  // await = 7
            case 66: userID = try reader.string()  // user_id = 8
            case 74: userID_ = try reader.string()  // user_ID = 9
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    func encode(_ writer: inout Writer) {
        writer.message(1, own)
        writer.message(2, google)
        switch pickup {
        case .at(let value): writer.message(3, value)
        case .none_(let value): writer.string(4, present: value)
        case nil: break
        }
        switch message {
        case .some_(let value): writer.int32(5, present: value)
        case .init_(let value): writer.message(6, value)
        case nil: break
        }
        writer.enumeration(7, `await`)
        writer.string(8, userID)
        writer.string(9, userID_)
        writer.unknown(unknownFields)
    }
}

extension Clash {
    /// Mirrors `acme.Clash.Int32`.
    struct Int32_: OpenEnum {
        var rawValue: Int32
        init(rawValue: Int32) { self.rawValue = rawValue }

        /// `INT32_UNKNOWN = 0`
        static var unknown: Self { .init(rawValue: 0) }
        /// `UNKNOWN = 0`
        static var unknown_: Self { .init(rawValue: 0) }
    }
}

extension Clash {
    /// Mirrors `acme.Clash.Timestamp`.
    struct Timestamp: Message {
        static let fullName = "acme.Clash.Timestamp"

        /// `ms = 1`
        var ms: Int64 = 0
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: ms = try reader.int64()  // ms = 1
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        func encode(_ writer: inout Writer) {
            writer.int64(1, ms)
            writer.unknown(unknownFields)
        }
    }
}

extension Clash {
    /// Mirrors `acme.Clash.Pickup`.
    struct Pickup: Message {
        static let fullName = "acme.Clash.Pickup"

        /// `time = 1`
        var time: FleetWire.Timestamp?
        /// `clash = 2`
        @Indirect var clash: Clash?
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: try reader.message(&time)  // time = 1
                case 18: try reader.message(&clash)  // clash = 2
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        func encode(_ writer: inout Writer) {
            writer.message(1, time)
            writer.message(2, clash)
            writer.unknown(unknownFields)
        }
    }
}

internal import GRPCWire
public import ProtobufSchema
public import WireCapture

/// The differences between two calls: method, headers, messages and outcome.
public struct CallDifference: Sendable {
    /// A value outside of messages: the path, the status, or a header.
    public struct Value: Hashable, Sendable {
        /// `path`, `presumed_method`, `status`, `message`, or a header: `request_headers.grpc-timeout`.
        public let place: String
        /// The value in the first call; `nil` if it has none.
        public let old: String?
        /// The value in the second call; `nil` if it has none.
        public let new: String?
    }

    /// The messages of both calls at the same position.
    public struct Message: Sendable {
        /// `request_messages[0]`.
        public let place: String
        /// `nil` when the schema does not know the method.
        public let type: MessageDescriptor?
        /// `nil` where one of the calls has no such message, or one cannot be read.
        public let difference: MessageDifference?
        /// Whether the first call has the message.
        public let isInOld: Bool
        /// Whether the second call has the message.
        public let isInNew: Bool
    }

    /// The values that differ.
    public let values: [Value]
    /// The messages that differ; none when the methods do.
    public let messages: [Message]

    /// Whether the calls say the same.
    public var isEmpty: Bool { values.isEmpty && messages.isEmpty }

    /// What the second call says differently from the first one.
    public init(from old: CapturedCall, to new: CapturedCall, schema: Schema) {
        var values: [Value] = []
        func compare(_ place: String, _ old: String?, _ new: String?) {
            if old != new { values.append(Value(place: place, old: old, new: new)) }
        }
        compare("path", old.path, new.path)
        compare("presumed_method", old.presumption?.path, new.presumption?.path)
        compare("status", old.status?.code.title, new.status?.code.title)
        compare("message", old.status?.message, new.status?.message)
        for (place, left, right) in [
            ("request_headers", old.requestHeaders, new.requestHeaders),
            ("response_headers", old.responseHeaders, new.responseHeaders), ("trailers", old.trailers, new.trailers),
        ] {
            let (left, right) = (Metadata(left ?? []), Metadata(right ?? []))
            let (before, after) = (Self.texts(left), Self.texts(right))
            var seen: Set<String> = [":path", "grpc-status", "grpc-message"]
            for field in Array(left) + Array(right) where seen.insert(field.name).inserted {
                if field.isBinary, let values = Self.binaryValues(left, field.name, schema),
                    values == Self.binaryValues(right, field.name, schema)
                {
                    continue
                }
                compare("\(place).\(field.name)", before[field.name], after[field.name])
            }
        }
        self.values = values
        guard old.likelyPath == new.likelyPath else {
            messages = []
            return
        }
        let (types, others) = (old.types(in: schema), new.types(in: schema))
        messages =
            Self.messages("request_messages", from: old.request, to: new.request, as: types.request ?? others.request)
            + Self.messages(
                "response_messages", from: old.response, to: new.response, as: types.response ?? others.response)
    }

    private static func texts(_ headers: Metadata) -> [String: String] {
        Dictionary(grouping: headers, by: \.name).mapValues { $0.map(\.text).joined(separator: ", ") }
    }

    /// What the values of a `-bin` header stand for, in base64 or raw; a status as text, in which the order of map entries makes
    /// no difference. `nil` where a value cannot be decoded.
    private static func binaryValues(_ headers: Metadata, _ name: String, _ schema: Schema) -> [[UInt8]]? {
        let values = try? headers.binaryValues(name)
        guard name == "grpc-status-details-bin", let type = schema.message(named: "google.rpc.Status") else {
            return values
        }
        return values?.map { (try? TextWriter().text($0, as: type)) ?? $0 }
    }

    private static func messages(
        _ place: String, from old: CapturedBody, to new: CapturedBody, as type: MessageDescriptor?
    ) -> [Message] {
        (0..<max(old.messages.count, new.messages.count)).compactMap { position in
            let before = old.messages.indices.contains(position) ? old.messages[position].payload : nil
            let after = new.messages.indices.contains(position) ? new.messages[position].payload : nil
            var difference: MessageDifference?
            if let before, let after {
                if before == after { return nil }
                difference = try? MessageDifference(from: before, to: after, as: type)
                if difference?.isEmpty ?? false { return nil }
            }
            return Message(
                place: "\(place)[\(position)]", type: type, difference: difference, isInOld: before != nil,
                isInNew: after != nil)
        }
    }
}

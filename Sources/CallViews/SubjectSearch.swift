import FleetErrors
import GRPCWire
import ProtobufSchema
import WireDoctor

/// Searches messages and headers for resources of one kind.
struct SubjectSearch {
    let subject: CallSubject
    /// Ids or whole resource names.
    private let wanted: Set<String>
    /// The ids, including those in the names: a field that holds an id does not tell the provider.
    private let ids: Set<String>

    init(subject: CallSubject, wanted: Set<String>) {
        (self.subject, self.wanted) = (subject, wanted)
        ids = wanted.union(wanted.compactMap { ResourceName($0)?.id })
    }

    /// Whether a message names one of the resources: by a resource name in any field, or by an id in a field for ids.
    ///
    /// Linear; a damaged message is read as far as possible.
    func matches(_ message: [UInt8], as type: MessageDescriptor?) -> Bool {
        var visitor = Visitor(search: self, bytes: message)
        WireWalker(guessesMessages: true).walk(message, as: type, visitor: &visitor)
        return visitor.isFound
    }

    /// Whether a routing header names one of the resources: `name=providers%2Fp%2Ftrips%2Ft&provider_id=p`.
    func matches(routing header: String) -> Bool {
        header.split(separator: "&").contains { parameter in
            guard let sign = parameter.firstIndex(of: "=") else { return false }
            let name = PercentCoding.decode(parameter[parameter.index(after: sign)...].utf8)
            return subject.matches(name, oneOf: wanted)
        }
    }

    private struct Visitor: WireVisitor {
        /// The beginning of resource names.
        private static let start = Array("providers/".utf8)

        let search: SubjectSearch
        let bytes: [UInt8]
        var isFound = false

        mutating func enter(_ field: WireField) -> Bool { !isFound }
        mutating func damage(_ damage: WireDamage) {}

        mutating func field(_ field: WireField) {
            guard !isFound, field.content == .string || field.content == .bytes,
                (1...ResourceName.lengthLimit).contains(field.value.count)
            else { return }
            let value = bytes[field.value]
            if value.starts(with: Self.start) {
                let name = String(decoding: value, as: UTF8.self)
                isFound = search.subject.matches(name, oneOf: search.wanted)
            } else if let name = field.descriptor?.name, CallSubject(fieldName: name) == search.subject {
                isFound = search.ids.contains(String(decoding: value, as: UTF8.self))
            }
        }
    }
}

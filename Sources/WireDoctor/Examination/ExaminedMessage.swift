import FleetErrors
import FleetProtos
import ProtobufSchema
import ProtobufWire

/// A request message with everything that the rules about messages need: its bytes, its type, and what one walk over it
/// has found.
struct ExaminedMessage {
    let bytes: [UInt8]
    let type: MessageDescriptor
    /// The method that takes the message; of a loose message the one whose request has its type.
    let method: FleetMethod
    /// The field that holds the resource of an update or a new one: `vehicle`.
    let body: FieldDescriptor?
    let call: ExaminedCall?
    let scan: MessageScan
    /// The name of the resource that the request is about; `nil` for lists, searches and what is no name.
    let resource: String?
    /// The mask of an update, by which the server decides what it writes, of very many paths the first; `nil` for requests
    /// that have none.
    let mask: FieldPaths?
    let refusal: RequestRefusal?

    /// `nil` for types that are no request.
    init?(
        _ bytes: [UInt8], as type: MessageDescriptor, in call: ExaminedCall? = nil, refusal: RequestRefusal? = nil
    ) {
        guard let descriptor = Self.method(of: type, call?.likelyPath), let method = FleetMethod(path: descriptor.path)
        else { return nil }
        self.bytes = bytes
        self.type = type
        self.method = method
        self.call = call
        self.refusal = refusal
        // The type's own field: its schema may be another than that of the method.
        body = descriptor.bodyField.flatMap { type.field(named: $0.name) }
        scan = MessageScan(bytes, as: type, body: body?.name, isUpdate: method.action == .update)
        let subject = RequestSubject(bytes, as: type, body: body, method: method)
        resource = subject.name
        mask = subject.updateMask.map { FieldPaths(Array($0.prefix(MessageScan.limit))) }
    }

    /// The method with this path, if it takes the type, else the one of Fleet Engine that does.
    private static func method(of type: MessageDescriptor, _ path: String?) -> MethodDescriptor? {
        if let path, let method = type.schema.method(path: path), method.request == type,
            FleetMethod(path: path) != nil
        {
            return method
        }
        return methodsByRequest[type.fullName]
    }

    /// The methods of Fleet Engine by the full names of their requests.
    private static let methodsByRequest = Dictionary(
        uniqueKeysWithValues: FleetSchema.shared.methodsByRequest.map { ($0.fullName, $1) })

    /// The text of a field, `""` when it is not set.
    func text(_ path: String) -> String {
        scan.places[path].map { String(decoding: bytes[$0.value], as: UTF8.self) } ?? ""
    }

    /// Whether the server takes over a field of the request: in the resource of an update those that the mask covers.
    ///
    /// - Parameter path: From the top, with indices: `vehicle.waypoints[0].location`.
    func writes(_ path: String) -> Bool {
        guard let mask, let body, path.hasPrefix("\(body.name).") else { return true }
        let names = path.split(separator: ".").dropFirst().map { $0.prefix { $0 != "[" } }
        return mask.covers(names.joined(separator: "."))
    }

    /// The message as one of the package, if it is one and can be read.
    func request<M: Message>(_ type: M.Type) -> M? {
        self.type.fullName == M.fullName ? try? M(decoding: bytes) : nil
    }
}

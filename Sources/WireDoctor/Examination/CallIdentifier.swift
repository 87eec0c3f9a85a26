import FleetErrors
import GRPCWire
public import ProtobufSchema
public import WireCapture
import WireInspect

/// Identifies the method of calls and the types of their messages by what the messages look like, where the headers do not
/// tell: the path is not in the capture, or is that of a method that the schema does not know.
///
/// A type counts only if it is certain, by the messages of the call or by those together with the methods of earlier calls
/// from the same client. Not for two threads at once.
public final class CallIdentifier {
    /// Unknown paths whose types are remembered. Messages of further methods are looked at call by call.
    private static let pathLimit = 256
    /// Clients whose methods are counted.
    private static let clientLimit = 1024

    private typealias Types = (request: MessageDescriptor?, response: MessageDescriptor?)

    private let schema: Schema
    private lazy var detector = TypeDetector(schema)
    private lazy var methods = schema.methodsByRequest
    /// The types of the messages of methods that the schema does not know, and how many calls each has had, by path.
    private var known: [String: (types: Types, calls: Int)] = [:]
    /// The requests whose type was certain by themselves, of each client that has calls without a path.
    private var requests: [Endpoint: [MessageDescriptor: Int]] = [:]

    private let content: CallExtractor.Content

    /// An identifier by a schema.
    ///
    /// - Parameters:
    ///   - schema: The methods and messages that are known.
    ///   - content: The parts of calls that are kept. For a list, the types of messages are not looked for where the path is
    ///     known.
    public init(_ schema: Schema, content: CallExtractor.Content = .whole) {
        (self.schema, self.content) = (schema, content)
    }

    /// Sets the call's `CapturedCall/presumption` if its path does not tell the types of its messages.
    public func identify(_ call: inout CapturedCall) {
        guard call.presumption == nil, !call.request.messages.isEmpty || !call.response.messages.isEmpty else { return }
        guard let path = call.methodPath else {
            call.presumption = presumption(for: call)
            return
        }
        guard content != .listing, schema.method(path: path) == nil else { return }
        let types = types(of: call, path: path)
        call.presumption = .init(request: types.request?.fullName, response: types.response?.fullName)
    }

    // MARK: Unknown paths

    private func presumption(for call: CapturedCall) -> CapturedCall.Presumption {
        let request = requestType(of: call)
        // A single message that does not end the request may be the first of a stream.
        if let method = request.flatMap({ methods[$0] }), method.isClientStreaming || call.isRequestEnded,
            call.request.fits(method.request, method.isClientStreaming),
            call.response.fits(method.response, method.isServerStreaming)
        {
            return .init(path: method.path, request: method.request.fullName, response: method.response.fullName)
        }
        return .init(request: request?.fullName, response: certainType(of: call.response)?.fullName)
    }

    private func requestType(of call: CapturedCall) -> MessageDescriptor? {
        let votes = requests[call.client] ?? [:]
        let found = detector.certainType(of: call.request.messages.map { $0.payload[...] }, votes: votes)
        if let found, !found.isByVotes, !votes.isEmpty || requests.count < Self.clientLimit {
            requests[call.client, default: [:]][found.type, default: 0] += 1
        }
        return found?.type
    }

    private func certainType(of body: CapturedBody) -> MessageDescriptor? {
        detector.certainType(of: body.messages.map { $0.payload[...] })?.type
    }

    // MARK: Unknown methods

    /// The types of a call of a method that the schema does not know: those of earlier calls of the method, if its messages
    /// fit them.
    private func types(of call: CapturedCall, path: String) -> Types {
        var (types, calls) = known[path] ?? ((nil, nil), 0)
        // Messages of one method are alike: if the first ones do not tell their type, later ones are looked at ever more rarely.
        calls += 1
        if calls <= 4 || calls & (calls - 1) == 0 {
            if types.request == nil { types.request = certainType(of: call.request) }
            if types.response == nil { types.response = certainType(of: call.response) }
        }
        if known[path] != nil || known.count < Self.pathLimit { known[path] = (types, calls) }
        return (
            types.request.flatMap { call.request.fits($0) ? $0 : nil },
            types.response.flatMap { call.response.fits($0) ? $0 : nil }
        )
    }
}

extension Schema {
    /// The methods by the types of their requests, without the types that several methods take.
    var methodsByRequest: [MessageDescriptor: MethodDescriptor] {
        Dictionary(grouping: services.flatMap(\.methods), by: \.request)
            .compactMapValues { $0.count == 1 ? $0[0] : nil }
    }
}

extension CapturedBody {
    /// Whether the messages can be read as a type, and are no more than a method has that is not `streaming`.
    fileprivate func fits(_ type: MessageDescriptor, _ streaming: Bool = true) -> Bool {
        (streaming || messages.count <= 1) && messages.allSatisfy { type.firstDamage(in: $0.payload) == nil }
    }
}

/// The method of a call and the types of its messages, as far as they are known.
package struct CallTypes {
    package let method: MethodDescriptor?
    package let request: MessageDescriptor?
    package let response: MessageDescriptor?
    /// The types follow from the messages, not from the headers.
    package let arePresumed: Bool
}

extension CapturedCall {
    /// The method and the types by the path or, where that does not tell them, by ``presumption``.
    package func types(in schema: Schema) -> CallTypes {
        if let method = path.flatMap({ schema.method(path: $0) }) {
            return CallTypes(method: method, request: method.request, response: method.response, arePresumed: false)
        }
        return CallTypes(
            method: presumption?.path.flatMap { schema.method(path: $0) },
            request: presumption?.request.flatMap { schema.message(named: $0) },
            response: presumption?.response.flatMap { schema.message(named: $0) }, arePresumed: true)
    }

    /// The name of the method for people: `GetTrip` of Fleet Engine, else the path; with a question mark where the
    /// messages alone tell it. `nil` for methods that are not known.
    package var methodName: String? {
        if let path { return FleetMethod(path: path)?.name ?? path }
        return presumption?.path.map { "\(FleetMethod(path: $0)?.name ?? $0)?" }
    }
}

import FleetErrors
import FleetProtos
import GRPCWire
package import ProtobufSchema
package import WireCapture
import WireInspect

/// Finds the method of a call whose path is not in the capture by what its messages look like.
package enum HiddenMethod {
    private static let detector = TypeDetector(FleetSchema.shared)

    /// The methods of Fleet Engine by the full names of their requests; each method has a request type of its own.
    static let byRequest: [String: MethodDescriptor] = {
        let methods = FleetMethod.all.compactMap { FleetSchema.shared.method(path: $0.path) }
        return Dictionary(methods.map { ($0.request.fullName, $0) }) { first, _ in first }
    }()

    /// The only method of Fleet Engine that takes these requests and answers like this; `nil` when that is not certain.
    package static func find(requests: [[UInt8]], responses: [[UInt8]], in schema: Schema) -> MethodDescriptor? {
        guard let type = detector.certainType(of: requests.map { $0[...] }),
            let method = byRequest[type.fullName].flatMap({ schema.method(path: $0.path) }),
            responses.allSatisfy({ method.response.firstDamage(in: $0) == nil })
        else { return nil }
        return method
    }
}

extension CapturedCall {
    /// The method by its path or, where that is not in the capture, by what the messages look like.
    package func method(in schema: Schema) -> MethodDescriptor? {
        if let path { return schema.method(path: path) }
        return HiddenMethod.find(
            requests: request.messages.map(\.payload), responses: response.messages.map(\.payload), in: schema)
    }
}

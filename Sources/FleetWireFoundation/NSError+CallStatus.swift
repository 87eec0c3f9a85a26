#if canImport(Foundation)
public import FleetErrors
public import FleetMessages
public import Foundation
internal import GRPCWire

extension ErrorNode {
    /// An `NSError` with everything below it. Left out are levels deeper than 32 and all errors after the first 1 000: errors
    /// can contain one another without end.
    public init(_ error: NSError) {
        var budget = 1_000
        self.init(error, depth: 0, &budget)
    }

    private init(_ error: NSError, depth: Int, _ budget: inout Int) {
        let info = error.userInfo
        self.init(domain: error.domain, code: error.code, message: error.localizedDescription)
        headers = Metadata(userInfo: info[Self.headersKey])
        trailers = Metadata(userInfo: info[Self.trailersKey])
        guard depth < 32 else { return }
        // Either key may hold one error or several.
        for value in [info[NSUnderlyingErrorKey], info["NSMultipleUnderlyingErrorsKey"]] {
            for below in value as? [any Error] ?? (value as? any Error).map({ [$0] }) ?? [] where budget > 0 {
                budget -= 1
                underlying.append(Self(below as NSError, depth: depth + 1, &budget))
            }
        }
    }
}

extension Metadata {
    /// Headers out of an error's user info: names to texts or data. Data of `-bin` names is already decoded.
    init?(userInfo: Any?) {
        guard let dictionary = userInfo as? [String: Any] else { return nil }
        self.init()
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            for value in value as? [Any] ?? [value] {
                switch value {
                case let data as Data where Field(name: name, value: "").isBinary:
                    append(name, binary: [UInt8](data))
                case let data as Data: append(name, wire: [UInt8](data))
                default: append(name, "\(value)")
                }
            }
        }
    }
}

extension CallStatus {
    /// The gRPC status in an error of the SDKs, or in one below it; `nil` if gRPC has no part in it.
    ///
    /// The Consumer SDK hands gRPC's error over directly, the Driver SDK under an error of its own.
    public init?(_ error: any Error, registry: MessageRegistry = .fleetEngine) {
        if let status = error as? CallStatus {
            self = status
        } else {
            self.init(ErrorNode(error as NSError), registry: registry)
        }
    }

    /// An `NSError` of the domain `io.grpc` as gRPC's own library makes it, for test doubles.
    public var nsError: NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        var fields: [String: Any] = [:]
        for field in trailers {
            // The library hands binary values over decoded.
            let binary = field.isBinary ? (try? Metadata.binaryValues(of: field.value))?.last : nil
            fields[field.name] = binary.map { Data($0) } ?? field.text
        }
        info[ErrorNode.trailersKey] = fields
        return NSError(domain: ErrorNode.grpcDomain, code: Int(code.rawValue), userInfo: info)
    }
}
#endif

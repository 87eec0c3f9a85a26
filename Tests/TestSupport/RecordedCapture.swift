import FleetProtos
public import Foundation
public import ProtobufSchema

/// A capture among the fixtures, and what those who recorded it know of each call.
public struct RecordedCapture: CustomStringConvertible, Sendable {
    public let file: URL
    private let truth: URL

    public init(file: URL, truth: URL) {
        self.file = file
        self.truth = truth
    }

    /// The names of the captures of a driver's, a rider's and a courier's app, and of calls that fail.
    public static let apps = ["driver-shift.pcap", "consumer-poll.pcapng", "delivery-shift.pcapng", "errors.pcapng"]

    public var description: String { file.lastPathComponent }
    /// It begins in the middle of a connection.
    public var isMidstream: Bool { description.hasPrefix("midstream") }

    /// The built-in schema and the service of the streaming captures.
    public static let schema: Schema = {
        let file = Folders.network.appendingPathComponent("fleet_stream.proto")
        do {
            let text = try String(contentsOf: file, encoding: .utf8)
            return try Schema(files: FleetSchema.files + [("fleet_stream.proto", text)])
        } catch { fatalError("\(file.path): \(error)") }
    }()

    public func expectedCalls() throws -> [[String: Any]] { try jsonLines(truth) }

    /// Every capture of `Fixtures/traffic` and of `Fixtures/network` of which the truth is known. A variant is named for
    /// the one that it was made of: the calls of `streaming-raw-ip.pcap` are in `streaming.expected.jsonl`.
    public static func all() throws -> [RecordedCapture] {
        try [Folders.network, Folders.traffic].flatMap { folder in
            let names = try Folders.names(in: folder)
            let stems = names.filter { $0.contains(".expected.jsonl") }.sorted { $0.count > $1.count }
            return names.filter { $0.contains(".pcap") }.compactMap { name in
                stems.first { name.hasPrefix($0.prefix { $0 != "." }) }.map {
                    RecordedCapture(file: folder.appendingPathComponent(name), truth: folder.appendingPathComponent($0))
                }
            }
        }
    }

    public static func named(_ name: String) throws -> RecordedCapture {
        guard let capture = try all().first(where: { $0.description == name }) else {
            throw Folders.NothingFound(folder: name)
        }
        return capture
    }
}

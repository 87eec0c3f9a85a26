public import Foundation

/// A message of `Fixtures/messages`.
public struct GoldenMessage: Sendable {
    /// The full name of its type.
    public let type: String
    /// The file's name.
    public let name: String
    public let bytes: [UInt8]

    public static let folder = Folders.fixtures.appendingPathComponent("messages")

    public static func all() throws -> [GoldenMessage] { try read.get() }

    /// Read once: there are hundreds of files.
    private static let read = Result { try Folders.names(in: folder).flatMap(all(of:)) }

    public static func all(of type: String) throws -> [GoldenMessage] {
        let folder = folder.appendingPathComponent(type)
        return try Folders.names(in: folder, extension: "binpb").map { name in
            GoldenMessage(type: type, name: name, bytes: try folder.appendingPathComponent(name).bytes())
        }
    }
}

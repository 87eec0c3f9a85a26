import Foundation
import TestSupport
import Testing

/// What the compiled libraries ask the linker for.
@Suite struct LinkageTests {
    private static let libraries = [
        "ProtobufWire", "GRPCWire", "ProtobufSchema", "FleetProtos", "FleetMessages", "FleetErrors", "WireInspect",
        "WireCapture", "WireDoctor", "FleetLive",
    ]

    @Test(arguments: libraries)
    func needsNoFoundation(_ library: String) throws {
        #expect(try Self.foundations(in: library) == [])
    }

    /// Shows that a use would be found.
    @Test func findsFoundationWhereItIsUsed() throws {
        #expect(try Self.foundations(in: "FleetWireFoundation") != [])
    }

    /// The object files of a library that ask for Foundation.
    private static func foundations(in library: String) throws -> [String] {
        let folder = Folders.products.appendingPathComponent("\(library).build")
        let objects = try Folders.names(in: folder, extension: "o")
        // ELF has the linker's flags as text in a section, Mach-O in load commands.
        let requests = ["-lFoundation", "-framework\0Foundation"].map { Data($0.utf8) }
        return try objects.filter { name in
            let object = try Data(contentsOf: folder.appendingPathComponent(name))
            return requests.contains { object.range(of: $0) != nil }
        }
    }
}

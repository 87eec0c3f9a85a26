// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetWire",
    // iOS 13 is the floor of Google's Driver and Consumer SDKs; the others are the releases of the same year.
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
    dependencies: [
        // The arguments of the command. No library target sees it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // Tags, varints, Reader, Writer, unknown fields, limits, errors, the Message protocol.
        // Its own ~Escapable types need the Lifetimes feature: here and nowhere else.
        .target(name: "ProtobufWire", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        .testTarget(name: "ProtobufWireTests", dependencies: ["ProtobufWire"]),
        // The schema model, the .proto reader, and everything that works on bytes and a schema.
        .target(name: "ProtobufSchema", dependencies: ["ProtobufWire"]),
        .testTarget(name: "ProtobufSchemaTests", dependencies: ["ProtobufSchema"]),
        // The .proto files themselves, embedded, and the schema read from them.
        .target(
            name: "FleetProtos", dependencies: ["ProtobufSchema"], path: "Protos",
            resources: [.embedInCode("google")]),
        // The zlib that every supported system ships: gzip and deflate for gRPC messages.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // gRPC on the wire: length-prefixed messages and their compression. No protobuf in here: payloads are bytes.
        .target(name: "GRPCWire", dependencies: ["CZlib"]),
        // Frames made by other software, fed whole, in pieces and damaged.
        .testTarget(name: "GRPCWireTests", dependencies: ["GRPCWire"]),
        // What the command shows, as a library: unwrapping of input, type detection, trees, reports.
        .target(name: "WireInspect", dependencies: ["ProtobufWire", "GRPCWire", "ProtobufSchema", "FleetProtos"]),
        // Every form of input, every capture, cut and flipped.
        .testTarget(name: "WireInspectTests", dependencies: ["WireInspect", "GRPCWire", "FleetProtos", "ProtobufSchema"]),
        // The command: arguments, files, exit codes, colour.
        .executableTarget(
            name: "wiredump",
            dependencies: ["WireInspect", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        // The built command as a process, whole outputs compared.
        .testTarget(name: "wiredumpTests", dependencies: ["wiredump"]),
    ],
    swiftLanguageModes: [.v6]
)

// One list for every Swift target.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .strictMemorySafety(),
        ]
}

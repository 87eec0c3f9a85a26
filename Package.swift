// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetWire",
    // iOS 13 is the floor of Google's Driver and Consumer SDKs; the others are the releases of the same year.
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
    products: [
        // The floors one by one, for those who need no more.
        .library(name: "ProtobufWire", targets: ["ProtobufWire"]),
        .library(name: "GRPCWire", targets: ["GRPCWire"]),
        .library(name: "ProtobufSchema", targets: ["ProtobufSchema"]),
        .library(name: "FleetMessages", targets: ["FleetMessages"]),
        .library(name: "FleetErrors", targets: ["FleetErrors"]),
        .library(name: "FleetErrorsFoundation", targets: ["FleetErrorsFoundation"]),
    ],
    targets: [
        // Tags, varints, Reader, Writer, unknown fields, limits, errors, the Message protocol.
        // Its own ~Escapable types need the Lifetimes feature: here and nowhere else.
        .target(name: "ProtobufWire", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        .testTarget(name: "ProtobufWireTests", dependencies: ["ProtobufWire"]),
        // The zlib that every supported system ships: gzip and deflate for gRPC messages.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // gRPC on the wire: length-prefixed messages, their compression, headers and trailers. No protobuf in here:
        // payloads are bytes.
        .target(name: "GRPCWire", dependencies: ["CZlib"]),
        // Frames and headers made by other software, fed whole, in pieces and damaged.
        .testTarget(name: "GRPCWireTests", dependencies: ["GRPCWire", "TestSupport"]),
        // The schema model, the .proto reader, and everything that works on bytes and a schema.
        .target(name: "ProtobufSchema", dependencies: ["ProtobufWire"]),
        .testTarget(
            name: "ProtobufSchemaTests", dependencies: ["ProtobufSchema", "FleetProtos", "ProtobufWire", "TestSupport"]),
        // The .proto files themselves, embedded, and the schema read from them.
        .target(
            name: "FleetProtos", dependencies: ["ProtobufSchema"], path: "Protos",
            resources: [.embedInCode("google")]),
        // Fleet Engine's messages and those of Google's that they are made of, as plain Swift values.
        .target(name: "FleetMessages", dependencies: ["FleetProtos", "ProtobufSchema", "ProtobufWire"]),
        // What an error means and what to do next: categories, retry advice, the token check, pasted errors.
        .target(name: "FleetErrors", dependencies: ["FleetMessages", "GRPCWire", "ProtobufWire"]),
        // From and to NSError. The only library target that needs Foundation.
        .target(name: "FleetErrorsFoundation", dependencies: ["FleetErrors", "FleetMessages", "GRPCWire"]),
        // Golden explanations, published tables, every captured call, hostile input.
        .testTarget(
            name: "FleetErrorsTests",
            dependencies: [
                "FleetErrors", "FleetErrorsFoundation", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "TestSupport",
            ]),
        // What several test targets need: fixtures, the corpus, JSON compared as values. No product has it.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetWire",
    // iOS 13 is the floor of Google's Driver and Consumer SDKs; the others are the releases of the same year.
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
    targets: [
        // Tags, varints, Reader, Writer, unknown fields, limits, errors, the Message protocol.
        // Its own ~Escapable types need the Lifetimes feature: here and nowhere else.
        .target(name: "ProtobufWire", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // The schema model, the .proto reader, and everything that works on bytes and a schema.
        .target(name: "ProtobufSchema", dependencies: ["ProtobufWire"]),
        .testTarget(name: "ProtobufSchemaTests", dependencies: ["ProtobufSchema", "ProtobufWire"]),
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

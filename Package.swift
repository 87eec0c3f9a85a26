// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetWire",
    // iOS 13 is the floor of Google's Driver and Consumer SDKs; the others are the releases of the same year.
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
    targets: [
        // The zlib that every supported system ships: gzip and deflate for gRPC messages.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // gRPC on the wire: length-prefixed messages and their compression. No protobuf in here: payloads are bytes.
        .target(name: "GRPCWire", dependencies: ["CZlib"]),
        // Frames made by other software, fed whole, in pieces and damaged.
        .testTarget(name: "GRPCWireTests", dependencies: ["GRPCWire"]),
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

// swift-tools-version: 6.2
import PackageDescription

// The C++ peers need protobuf 3.21, protozero and code that `protoc` makes. `./run` sets them up and then says so here.
let hasNativePeers = Context.environment["NATIVE_PEERS"] == "1"

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    products: [
        // For the package in `Live`.
        .library(name: "SwiftProtobufMessages", targets: ["SwiftProtobufMessages"])
    ],
    dependencies: [
        .package(name: "FleetWire", path: "../.."),
        // The codec to beat; its generator made the code in SwiftProtobufMessages.
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
    ],
    targets: [
        // Samples, medians, ratios, the table, the goals.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CProbe", "RawZlib", "SwiftProtobufMessages",
                .product(name: "FleetWire", package: "FleetWire"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .strictMemorySafety(),
            ]),
        // Three tools that `./footprint` weighs.
        .executableTarget(
            name: "MinimalFleetWire",
            dependencies: [
                .product(name: "FleetMessages", package: "FleetWire"),
                .product(name: "ProtobufWire", package: "FleetWire"),
            ]),
        .executableTarget(
            name: "MinimalSwiftProtobuf",
            dependencies: ["SwiftProtobufMessages", .product(name: "SwiftProtobuf", package: "swift-protobuf")]),
        .executableTarget(name: "MinimalNothing"),
        // Counts what malloc and its like are asked for, reads clocks, runs other programs, and keeps the optimiser from
        // looking on.
        .target(name: "CProbe"),
        // What compression costs without a framing around it.
        .target(name: "RawZlib", linkerSettings: [.linkedLibrary("z")]),
        // What protoc-gen-swift makes of Protos/: see Sources/SwiftProtobufMessages/README.md.
        .target(
            name: "SwiftProtobufMessages",
            dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf")],
            exclude: ["README.md"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

if hasNativePeers {
    package.targets += [
        // C++ protobuf (heap, arena) and protozero behind a small C interface. `generated` is not under version control.
        .target(
            name: "NativePeers", dependencies: ["CProtobuf"], exclude: ["generated/origin"],
            // As distributions build it: without assertions.
            cxxSettings: [.headerSearchPath("generated"), .define("NDEBUG")]),
        .systemLibrary(
            name: "CProtobuf", pkgConfig: "protobuf", providers: [.apt(["libprotobuf-dev"]), .brew(["protobuf"])]),
    ]
    package.targets[0].dependencies.append("NativePeers")
}

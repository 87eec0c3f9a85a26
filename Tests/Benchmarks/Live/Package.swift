// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the other benchmarks resolve no gRPC.
let package = Package(
    name: "LiveBenchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "FleetWire", path: "../../..", traits: ["Live"]),
        // The messages of the codec to beat, as protoc-gen-swift makes them.
        .package(name: "Benchmarks", path: ".."),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    ],
    targets: [
        // Calls per second and their times, of servers that `./run` starts, and with swift-protobuf's serializers in their place.
        .executableTarget(
            name: "LiveBenchmarks",
            dependencies: [
                .product(name: "FleetEmulator", package: "FleetWire"),
                .product(name: "FleetErrors", package: "FleetWire"),
                .product(name: "FleetGRPC", package: "FleetWire"),
                .product(name: "FleetLive", package: "FleetWire"),
                .product(name: "FleetMessages", package: "FleetWire"),
                .product(name: "GRPCWire", package: "FleetWire"),
                .product(name: "ProtobufWire", package: "FleetWire"),
                .product(name: "SwiftProtobufMessages", package: "Benchmarks"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .strictMemorySafety(),
            ])
    ],
    swiftLanguageModes: [.v6]
)

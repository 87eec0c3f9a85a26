// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never build it.
let package = Package(
    name: "ConformanceTestee",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "FleetWire", path: "../..")],
    targets: [
        // The suite's messages, written by hand as a user of the library would write theirs, and its protocol.
        .target(
            name: "Conformance",
            dependencies: [
                "CConformanceProtos",
                .product(name: "FleetMessages", package: "FleetWire"),
                .product(name: "ProtobufSchema", package: "FleetWire"),
                .product(name: "ProtobufWire", package: "FleetWire"),
            ],
            exclude: ["Proto"]),
        // Their .proto files, embedded.
        .target(name: "CConformanceProtos"),
        // What Google's conformance_test_runner starts: the protocol on standard input and output.
        .executableTarget(name: "ConformanceTestee", dependencies: ["Conformance"]),
        // The recorded vectors in Fixtures/conformance, and the protocol.
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Conformance",
                .product(name: "ProtobufSchema", package: "FleetWire"),
                .product(name: "ProtobufWire", package: "FleetWire"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    // Has #embed.
    cLanguageStandard: .c2x
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
    ]
}

// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library and its tests never build with the fuzzer.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS("26.0")],
    // The trait changes nothing here, but that the libraries are the ones that the tests of continuous integration have built.
    dependencies: [.package(name: "FleetWire", path: "../..", traits: ["Live"])],
    targets: [
        // Every target in one executable: the environment variable FUZZ_TARGET chooses. `main` is libFuzzer's.
        .executableTarget(
            name: "Fuzz", dependencies: ["FuzzTargets"], linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "FleetWire", package: "FleetWire"), .product(name: "TLSWire", package: "FleetWire"),
                .product(name: "FleetEmulator", package: "FleetWire"),
            ],
            swiftSettings: [
                .enableExperimentalFeature("Lifetimes"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .strictMemorySafety(),
                // No coverage of its own: a run in which the libraries have none is told by having none at all.
                .unsafeFlags(["-O", "-sanitize=address", "-gline-tables-only"]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

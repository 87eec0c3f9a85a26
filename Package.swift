// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetWire",
    // iOS 13 is the floor of Google's Driver and Consumer SDKs; macOS 10.15 is the release of the same year. Systems that
    // these SDKs do not run on, and whose Int may have 32 bits, are not tried.
    platforms: [.iOS(.v13), .macOS(.v10_15)],
    products: [
        // Everything a tool links: `import FleetWire`.
        .library(name: "FleetWire", targets: ["FleetWire"]),
        // The floors one by one, for those who need no more.
        .library(name: "ProtobufWire", targets: ["ProtobufWire"]),
        .library(name: "GRPCWire", targets: ["GRPCWire"]),
        .library(name: "ProtobufSchema", targets: ["ProtobufSchema"]),
        .library(name: "FleetMessages", targets: ["FleetMessages", "FleetProtos"]),
        .library(name: "FleetErrors", targets: ["FleetErrors"]),
        .library(name: "FleetWireFoundation", targets: ["FleetWireFoundation"]),
        .library(name: "WireInspect", targets: ["WireInspect"]),
        // Calls out of network captures. Pulls in everything below, so it is a product of its own.
        .library(name: "WireCapture", targets: ["HTTPWire", "PacketWire", "WireCapture"]),
        // Calls as lists, sheets, JSON and files; the doctor's findings and histories as text.
        .library(name: "CallViews", targets: ["CallViews"]),
        // What is wrong in them, and what changed.
        .library(name: "WireDoctor", targets: ["WireDoctor"]),
        // TLS connections of captures, decrypted with the keys that a client has logged. Links swift-crypto.
        .library(name: "TLSWire", targets: ["TLSWire"]),
        // Captures as pages for a browser.
        .library(name: "WireReport", targets: ["WireReport"]),
        // Fleet Engine's state and documented rules as values, for tests and local servers. No network.
        .library(name: "FleetEmulator", targets: ["FleetEmulator"]),
        // Headless driver, courier and rider: reporters and trip models over any channel to Fleet Engine.
        .library(name: "FleetLive", targets: ["FleetLive"]),
        // The same over gRPC. Empty without the trait Live.
        .library(name: "FleetGRPC", targets: ["FleetGRPC"]),
        // The command.
        .executable(name: "wiredump", targets: ["wiredump"]),
    ],
    traits: [
        .trait(
            name: "Live",
            description: """
                gRPC over the network: FleetGRPC, and wiredump's serve, proxy and replay. Fetches grpc-swift-2 and SwiftNIO.
                """)
    ],
    dependencies: [
        // gRPC over HTTP/2, and its transport over SwiftNIO, for FleetGRPC and the commands that use the network. Fetched only
        // with the trait Live.
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        // Connections as the transport has them, to record what they carry, and to relay others. Of no use without the transport.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        // The arguments of the command. No library target sees it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // AES-GCM, ChaCha20-Poly1305 and HMAC for TLSWire, SHA-256 for what CallViews and WireReport write, which on Apple's
        // systems are CryptoKit; scrypt for the keys of redaction in the command. No other target sees it.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // Files and pipes of the command, and what goes wrong with them, on every system. No library target sees it.
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // The zlib that every supported system ships, the only thing the libraries depend on.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // Bytes as text: ASCII, search, digits in base 16 and 64, UTF-8. No product has it: those that use it keep it to themselves.
        // The span of an array needs the Lifetimes feature.
        .target(name: "ByteText", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // Tags, varints, Reader, Writer, unknown fields, limits, errors, the Message protocol.
        // Its own ~Escapable types need the Lifetimes feature.
        .target(
            name: "ProtobufWire", dependencies: ["ByteText"], swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // gRPC on the wire: length-prefixed messages, compression, metadata, status. No protobuf: payloads are bytes.
        .target(name: "GRPCWire", dependencies: ["ByteText", "CZlib"]),
        // HTTP on the wire: heads and chunks of HTTP/1, frames of HTTP/2, HPACK. What the messages in it are is for those above.
        .target(name: "HTTPWire", dependencies: ["ByteText", "GRPCWire"]),
        // Packets on the wire: link layers, IP, TCP, and the first bytes of capture files.
        .target(name: "PacketWire", dependencies: ["ByteText"]),
        // JSON as text: one scanner, one printer, one splitter of documents; times as ProtoJSON writes them.
        .target(
            name: "JSONText", dependencies: ["ByteText", "ProtobufWire"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // The .proto files that every schema reader has built in, embedded.
        .target(name: "CDescriptorProto", exclude: ["Protos"]),
        // The schema model, the .proto reader, and everything that works on bytes and a schema.
        // Its engines pass on spans together with the schema that they are read with, which takes the Lifetimes feature, too.
        .target(
            name: "ProtobufSchema", dependencies: ["ByteText", "CDescriptorProto", "JSONText", "ProtobufWire"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // The .proto files themselves, embedded by the C compiler, which takes no time for it, and the schema read from them.
        .target(name: "CFleetProtos"),
        .target(
            name: "FleetProtos", dependencies: ["CFleetProtos", "ProtobufSchema"], path: "Protos", exclude: ["google"]),
        // Fleet Engine's messages and those of Google's that they are made of, as plain Swift values.
        .target(
            name: "FleetMessages",
            dependencies: ["ByteText", "FleetProtos", "JSONText", "ProtobufSchema", "ProtobufWire"]),
        // What an error means and what to do next: categories, retry advice, the token check, pasted errors.
        .target(
            name: "FleetErrors",
            dependencies: [
                "ByteText", "FleetMessages", "FleetProtos", "GRPCWire", "JSONText", "ProtobufSchema", "ProtobufWire",
            ]),
        // Dates, time intervals, Data and NSError; what Foundation shows of every error. The only library that uses Foundation.
        .target(
            name: "FleetWireFoundation",
            dependencies: [
                "ByteText", "FleetErrors", "FleetLive", "FleetMessages", "GRPCWire", "ProtobufSchema", "ProtobufWire",
            ]),
        // Text for terminals: colours, sinks, lines, tables, plurals, clock, and the escapes of what could harm.
        .target(name: "ConsoleText", dependencies: ["ByteText", "JSONText"]),
        // Stand-ins for what tells of persons, places and secrets, put into messages, headers, tokens and sentences.
        .target(
            name: "Redaction",
            dependencies: [
                "ByteText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema", "ProtobufWire",
            ]),
        // What the command shows of messages, as a library: layers of input, type detection, trees, batches.
        .target(
            name: "WireInspect",
            dependencies: [
                "ByteText", "ConsoleText", "FleetMessages", "FleetProtos", "GRPCWire", "HTTPWire", "JSONText",
                "PacketWire", "ProtobufSchema", "ProtobufWire", "Redaction",
            ]),
        // The gRPC calls in network captures (pcap and pcapng, TCP reassembly, HTTP/2 and 1.1), HAR files and binary logs.
        .target(
            name: "WireCapture",
            dependencies: [
                "ByteText", "GRPCWire", "HTTPWire", "JSONText", "PacketWire", "ProtobufWire",
            ]),
        // TLS connections in captures as the bytes that both sides wrote: key logs, records, handshakes, key schedules.
        .target(
            name: "TLSWire",
            dependencies: [
                "ByteText", "PacketWire", "WireCapture", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // What is wrong with messages, calls and whole captures, and what to do about it; what changed between two.
        .target(
            name: "WireDoctor",
            dependencies: [
                "ConsoleText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "WireCapture", "WireInspect",
            ]),
        // Calls, findings and histories for people, scripts and files.
        .target(
            name: "CallViews",
            dependencies: [
                "ByteText", "ConsoleText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "JSONText",
                "ProtobufSchema", "Redaction", "WireCapture", "WireDoctor", "WireInspect",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // What Fleet Engine would answer: resources, update masks, claims of tokens, trip states, searches, ordered faults.
        .target(
            name: "FleetEmulator",
            dependencies: [
                "ByteText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "JSONText", "ProtobufSchema",
                "ProtobufWire",
            ]),
        // Tokens, reporters and trip models as the Driver and Consumer SDK have them, over a channel that others provide.
        .target(
            name: "FleetLive",
            dependencies: ["FleetErrors", "FleetMessages", "GRPCWire", "ProtobufSchema", "ProtobufWire"]),
        // Messages, errors, deadlines and retries in the terms of grpc-swift; the emulator as one of its services.
        .target(
            name: "FleetGRPC",
            dependencies: [
                "FleetEmulator", "FleetErrors", "FleetLive", "FleetMessages", "GRPCWire", "ProtobufWire",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Live"])),
            ]),
        // A capture as one self-contained page for a browser; its style and scripts, embedded.
        .target(name: "CReportPage"),
        .target(
            name: "WireReport",
            dependencies: [
                "ByteText", "CReportPage", "CallViews", "FleetErrors", "FleetMessages", "GRPCWire", "JSONText",
                "ProtobufSchema", "ProtobufWire", "WireCapture", "WireDoctor", "WireInspect",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Page"]),
        // Re-exports the libraries, so that a tool needs one import.
        .target(
            name: "FleetWire",
            dependencies: [
                "CallViews", "ConsoleText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "Redaction", "TLSWire", "WireCapture", "WireDoctor", "WireInspect", "WireReport",
            ]),
        // The command: arguments, files, exit codes, colour.
        .executableTarget(
            name: "wiredump",
            dependencies: [
                "ByteText", "CallViews", "ConsoleText", "FleetEmulator", "FleetErrors", "FleetGRPC", "FleetLive",
                "FleetMessages", "FleetProtos", "GRPCWire", "HTTPWire", "JSONText", "PacketWire", "ProtobufSchema",
                "ProtobufWire", "Redaction", "TLSWire", "WireCapture", "WireDoctor", "WireInspect", "WireReport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Live"])),
                .product(
                    name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["Live"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Live"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Live"])),
                .product(name: "NIOTLS", package: "swift-nio", condition: .when(traits: ["Live"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Live"])),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(traits: ["Live"])),
            ]),

        // The rules of the encoding, one by one.
        .testTarget(name: "ProtobufWireTests", dependencies: ["ProtobufWire", "TestSupport"]),
        // Frames made by other software, fed whole, in pieces and damaged; the rules of headers and status.
        .testTarget(name: "GRPCWireTests", dependencies: ["GRPCWire", "TestSupport"]),
        // The .proto reader, JSON, masks and trees, against the official runtime's output.
        .testTarget(name: "ProtobufSchemaTests", dependencies: ["ProtobufSchema", "ProtobufWire", "TestSupport"]),
        // Every field of every message, derived from the schema; golden fixtures; random and damaged messages.
        .testTarget(
            name: "FleetMessagesTests",
            dependencies: [
                "FleetMessages", "FleetProtos", "FleetWire", "ProtobufSchema", "ProtobufWire", "TestSupport",
            ]),
        // Golden explanations, the published tables, every captured call, hostile input.
        .testTarget(
            name: "FleetErrorsTests",
            dependencies: [
                "FleetErrors", "FleetMessages", "FleetProtos", "FleetWireFoundation", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "TestSupport",
            ]),
        // The rules of the emulator, one by one; every row of Google's error tables.
        .testTarget(
            name: "FleetEmulatorTests",
            dependencies: [
                "FleetEmulator", "FleetErrors", "FleetMessages", "GRPCWire", "ProtobufSchema", "ProtobufWire",
                "TestSupport",
            ]),
        // Reporters and trip models against the emulator, with a clock that the test turns.
        .testTarget(
            name: "FleetLiveTests",
            dependencies: [
                "FleetEmulator", "FleetErrors", "FleetLive", "FleetMessages", "FleetWireFoundation", "GRPCWire",
                "ProtobufWire", "TestSupport",
            ]),
        // Calls over HTTP/2 on loopback. Empty without the trait Live.
        .testTarget(
            name: "FleetGRPCTests",
            dependencies: [
                "FleetEmulator", "FleetErrors", "FleetGRPC", "FleetMessages", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "TestSupport",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Live"])),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2", condition: .when(traits: ["Live"])),
                .product(
                    name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["Live"])),
            ]),
        // The README's code, compiled and run, so that it cannot rot.
        .testTarget(name: "ReadmeTests", dependencies: ["FleetWire", "TestSupport"]),
        // What several test targets need: fixtures, captures and what is known of them, JSON compared as values. No product has it.
        .target(
            name: "TestSupport", dependencies: ["ByteText", "FleetProtos", "PacketWire", "ProtobufSchema"],
            path: "Tests/TestSupport"),
        // What stays and what goes: secrets planted in random messages, places and what is tried to find them again.
        .testTarget(
            name: "RedactionTests",
            dependencies: [
                "ByteText", "FleetErrors", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema", "ProtobufWire",
                "Redaction", "TestSupport",
            ]),
        // Every form of input and every capture: whole, cut and flipped.
        .testTarget(
            name: "WireInspectTests",
            dependencies: [
                "ConsoleText", "FleetProtos", "GRPCWire", "JSONText", "ProtobufSchema", "Redaction", "TestSupport",
                "WireInspect",
            ]),
        // The examples of the RFCs, header blocks after losses, hostile blocks.
        .testTarget(name: "HTTPWireTests", dependencies: ["ByteText", "GRPCWire", "HTTPWire", "TestSupport"]),
        // Captures against what their makers know of each call: whole, in pieces, cut and damaged.
        .testTarget(
            name: "WireCaptureTests",
            dependencies: [
                "ByteText", "CallViews", "ConsoleText", "FleetProtos", "GRPCWire", "HTTPWire", "JSONText", "PacketWire",
                "ProtobufSchema", "Redaction", "TLSWire", "TestSupport", "WireCapture", "WireDoctor",
            ]),
        // Pages taken apart again; polylines, the map's numbers, hostile captures.
        .testTarget(
            name: "WireReportTests",
            dependencies: [
                "WireReport", "WireCapture", "WireDoctor", "FleetMessages", "FleetProtos", "GRPCWire", "ProtobufSchema",
                "ProtobufWire", "TestSupport",
            ]),
        // Each rule with what breaks it and what keeps it; whole captures against what their makers know; hostile input.
        .testTarget(
            name: "WireDoctorTests",
            dependencies: [
                "CallViews", "ConsoleText", "Redaction", "WireDoctor", "WireCapture", "WireInspect", "FleetErrors",
                "FleetMessages", "FleetProtos", "GRPCWire",
                "ProtobufSchema", "ProtobufWire", "TestSupport",
            ]),
        // The built command as a process, whole outputs compared.
        .testTarget(
            name: "wiredumpTests",
            dependencies: [
                "FleetEmulator", "FleetErrors", "FleetGRPC", "FleetLive", "FleetMessages", "FleetProtos", "GRPCWire",
                "HTTPWire", "PacketWire", "ProtobufSchema", "ProtobufWire", "TLSWire", "TestSupport", "WireCapture",
                "WireInspect", "WireReport", "wiredump",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Live"])),
                .product(
                    name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport",
                    condition: .when(traits: ["Live"])),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    // Has #embed.
    cLanguageStandard: .c2x
)

// Set for continuous integration and fuzzing: compiles our own code optimized and for sanitizers. Packages, which would take almost
// as long again, stay as debug builds have them. Otherwise no target has a flag that would keep the package from being a dependency.
let isSanitized = Context.environment["FLEETWIRE_SANITIZED"] != nil
// Tests that leave the work to libraries: to compile them as debug builds do saves more time than they then take longer.
let quickTests: Set = [
    "FleetEmulatorTests", "FleetErrorsTests", "FleetGRPCTests", "FleetLiveTests", "HTTPWireTests", "ReadmeTests",
    "WireCaptureTests", "WireDoctorTests", "WireReportTests",
]

// One list for every Swift target.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .strictMemorySafety(),
        ]
    guard isSanitized else { continue }
    // Reports need lines, and no more of what debuggers know. Debug builds pass -enable-batch-mode, which whole modules ignore with
    // a warning. Libraries are compiled for the fuzzer as well, whose counters cost tests less than another build. Tests leave
    // nothing out.
    var flags = ["-wmo", "-num-threads", "2", "-disable-batch-mode", "-gline-tables-only"]
    if !quickTests.contains(target.name) {
        flags += ["-O", target.type == .test ? "-sanitize=address" : "-sanitize=fuzzer,address"]
    }
    target.swiftSettings? += [.unsafeFlags(flags), .define("EXHAUSTIVE")]
    target.linkerSettings = [.unsafeFlags(["-sanitize=address"])]
}

import ByteText
import Foundation

/// The bytes of a hexadecimal string; `nil` if it is none.
public func bytes(hex: some StringProtocol) -> [UInt8]? { [UInt8](hex: hex.utf8) }

public func hex(_ bytes: some Sequence<UInt8>) -> String { String(hex: bytes) }

/// The digits of each byte, with something between them.
public func hex(_ bytes: some Sequence<UInt8>, separator: String) -> String {
    bytes.map { hex([$0]) }.joined(separator: separator)
}

public func base64(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

/// The bytes of a number, the least significant first.
public func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// The bytes of a number, the most significant first.
public func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] { littleEndian(number).reversed() }

extension Collection {
    /// The elements in parts of a length, of which the last may be shorter.
    public func parts(of length: Int) -> [SubSequence] {
        var (parts, rest) = ([SubSequence](), self[...])
        while !rest.isEmpty {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts
    }
}

// MARK: Messages

public func varint(_ number: some BinaryInteger) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(truncatingIfNeeded: number) | 0x80] + varint(number >> 7)
}

/// A field with its length in front: text, bytes or a message.
public func field(_ number: Int, _ content: some Collection<UInt8>) -> [UInt8] {
    varint(number << 3 | 2) + varint(content.count) + content
}

/// A message with gRPC's prefix: its flags and its length.
public func grpcFrame(_ message: some Collection<UInt8>, flags: UInt8 = 0) -> [UInt8] {
    [flags] + bigEndian(UInt32(message.count)) + message
}

// MARK: HTTP/2

public let http2Preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

/// - Parameter length: What the header announces, where that is not what follows.
public func http2Frame(
    _ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: some Collection<UInt8> = [], length: Int? = nil
) -> [UInt8] {
    bigEndian(UInt32(length ?? payload.count)).dropFirst() + [type, flags] + bigEndian(UInt32(stream)) + payload
}

/// A header of less than 127 bytes in plain text, which enters no table.
public func http2Header(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
}

// MARK: Tokens

/// A JSON Web Token of a header, of claims, and of bytes that stand for a signature.
public func jsonWebToken(_ header: String, _ claims: String, _ signature: [UInt8] = Array("sig".utf8)) -> String {
    [Array(header.utf8), Array(claims.utf8), signature].map { part in
        base64(part).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }.joined(separator: ".")
}

// MARK: Damage

/// Bytes that are not empty, cut short somewhere, and with one of them changed.
public func cutAndChanged(_ bytes: [UInt8], using random: inout SplitMix64) -> [[UInt8]] {
    let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    var changed = bytes
    changed[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
    return [cut, changed]
}

/// Bytes with one to `count` flips of bits, anywhere behind the first `start` bytes.
public func flipped(
    _ bytes: [UInt8], bits count: Int, from start: Int = 0, using random: inout SplitMix64
) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...count, using: &random) {
        bytes[Int.random(in: start..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
    }
    return bytes
}

/// A sequence that looks random and is the same every time.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    public init(seed: UInt64) { state = seed }
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

import GRPCWire
import TestSupport

/// What a deframer made of a stream.
struct Reading: Equatable {
    var messages: [LengthPrefixedMessage] = []
    var error: FramingError?
}

/// Ways to hand a stream to a deframer.
enum Delivery: CaseIterable {
    /// `consume`: in place.
    case inPlace
    /// `append` and `next`: copies.
    case copied
    /// Both in turn on one deframer.
    case mixed
}

/// Feeds `stream` in chunks of the sizes that `nextSize` gives.
func read(
    _ stream: [UInt8], _ encoding: Deframer.EncodingSource, limits: FramingLimits = .init(),
    by delivery: Delivery = .inPlace,
    chunks nextSize: () -> Int = { .max }
) -> Reading {
    var reading = Reading()
    var deframer = Deframer(encoding, limits: limits)
    var index = 0
    var usesNext = delivery == .copied
    do throws(FramingError) {
        while index < stream.count {
            let chunk = stream[index..<(index + min(max(nextSize(), 0), stream.count - index))]
            index = chunk.endIndex
            if usesNext {
                deframer.append(chunk.span)
                while let message = try deframer.next() { reading.messages.append(message) }
            } else {
                try deframer.consume(chunk.span) { frame, message in
                    // Copied inside the closure that the pointer is valid in.
                    let payload = unsafe message.withUnsafeBufferPointer { unsafe Array($0) }
                    reading.messages.append(LengthPrefixedMessage(frame: frame, payload: payload))
                }
            }
            if delivery == .mixed { usesNext.toggle() }
        }
        try deframer.finish()
    } catch {
        reading.error = error
    }
    return reading
}

private let crcTable: [UInt32] = (0..<256).map { (byte: UInt32) in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
}

/// CRC-32 as in RFC 1952, section 8.
func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
}

/// Bytes that compress well, but not to nothing.
func sampleMessage(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
        bytes += Array("providers/fleet-wire/vehicles/car-\(UInt16.random(in: 0...999, using: &generator))".utf8)
        for _ in 0..<8 { bytes.append(UInt8.random(in: 0...255, using: &generator)) }
    }
    return Array(bytes[..<count])
}

func incompressible(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

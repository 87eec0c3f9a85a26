internal import ByteText

/// Replaces IP addresses: the bytes of an endpoint and the text that names it have the same stand-in.
///
/// A stand-in has as many digits as the address, so that the length of the text stays. Those of IPv4 lie in 10.0.0.0/8 (in
/// 100.64.0.0/10 where all twelve digits are needed, in 0.0.0.0/8 where there are only four), those of IPv6 in fd00::/8
/// where the first group has four digits; groups of zeros stay. Loopback addresses stay.
///
/// Source: the IANA registries of special-purpose addresses, RFC 6890.
struct AddressStandIn: Sendable {
    let hash: SipHash

    /// The stand-in of an address of 4 or 16 bytes; other bytes for any other length.
    func callAsFunction(_ address: [UInt8]) -> [UInt8] {
        var stream = StandInStream(seed: hash(address))
        switch address.count {
        case 4: return address[0] == 127 || address == [0, 0, 0, 0] ? address : Self.version4(address, &stream)
        case 16:
            if address.dropLast().allSatisfy({ $0 == 0 }), address[15] <= 1 { return address }
            if address.prefix(12) == Self.mapped { return Self.mapped + self(Array(address[12...])) }
            return Self.version6(address, &stream)
        default: return address.map { UInt8(stream.other(than: UInt32($0), of: 256)) }
        }
    }

    /// The prefix of an IPv4-mapped IPv6 address.
    private static let mapped: ArraySlice<UInt8> = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

    private static func version4(_ address: [UInt8], _ stream: inout StandInStream) -> [UInt8] {
        let digits = address.reduce(0) { $0 + ($1 > 99 ? 3 : $1 > 9 ? 2 : 1) }
        let first: UInt8 = digits == 4 ? 0 : digits == 12 ? 100 : 10
        var spare = digits - (digits == 4 ? 1 : digits == 12 ? 3 : 2) - 3
        var result = [first]
        for _ in 0..<3 {
            let extra = min(2, spare)
            spare -= extra
            let (least, size): (UInt32, UInt32) = extra == 0 ? (1, 9) : extra == 1 ? (10, 90) : (100, 156)
            result.append(UInt8(least + stream.below(first == 100 && result.count == 1 ? 28 : size)))
        }
        // An address of few digits may be its own stand-in: take the next one with as many digits.
        if result == address {
            result[3] = result[3] % 10 == 9 ? result[3] - 1 : result[3] == 255 ? 254 : result[3] + 1
        }
        return result
    }

    private static func version6(_ address: [UInt8], _ stream: inout StandInStream) -> [UInt8] {
        stride(from: 0, to: 16, by: 2).flatMap { index -> [UInt8] in
            var group = UInt32(address[index]) << 8 | UInt32(address[index + 1])
            guard group > 0 else { return [0, 0] }
            if index == 0, group > 0xfff {
                group = 0xfd00 | stream.below(0x100)
            } else {
                // The stand-in has as many hexadecimal digits, and another first digit.
                let low = UInt32(0x1000) >> (4 * (group > 0xfff ? 0 : group > 0xff ? 1 : group > 0xf ? 2 : 3))
                group = (1 + stream.other(than: group / low - 1, of: 15)) * low + stream.below(low)
            }
            return [UInt8(group >> 8), UInt8(group & 0xff)]
        }
    }

    // MARK: In text

    /// The longest text of an address of IPv6: eight groups of four digits.
    private static let longest = 39

    /// Replaces the address that begins at `start`, unless that is inside a word.
    ///
    /// - Returns: The end of the address and of the port after it, which stays; `nil` when no address begins there.
    func replace(_ bytes: inout [UInt8], at start: Int, in range: Range<Int>) -> Int? {
        guard Self.isHex(bytes[start]) || bytes[start] == UInt8(ascii: ":") else { return nil }
        if start > range.lowerBound, TextStandIn.isWord(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") {
            return nil
        }
        let run = bytes[start..<range.upperBound].prefix(Self.longest + 1).prefix {
            Self.isHex($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        let limit = range.upperBound
        return replaceVersion4(&bytes, at: run, before: limit) ?? replaceVersion6(&bytes, at: run, before: limit)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private func replaceVersion4(_ bytes: inout [UInt8], at run: ArraySlice<UInt8>, before limit: Int) -> Int? {
        let text = run.prefix { $0 == UInt8(ascii: ".") || $0.isDigit }
        var parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // The address may end a sentence.
        if parts.count == 5, parts[4].isEmpty { parts.removeLast() }
        guard parts.count == 4, let end = parts.last?.endIndex, Self.isEnd(of: bytes, at: end, before: limit) else {
            return nil
        }
        let numbers = parts.compactMap { part in
            part.count > 1 && part.first == 0x30 ? nil : UInt8(String(decoding: part, as: UTF8.self))
        }
        guard numbers.count == 4 else { return nil }
        let standIn = self(numbers).map { String($0) }.joined(separator: ".").utf8
        guard standIn.count == end - run.startIndex else { return nil }
        bytes.replaceSubrange(run.startIndex..<end, with: standIn)
        return Self.endOfPort(in: bytes, at: end, before: limit)
    }

    private func replaceVersion6(_ bytes: inout [UInt8], at run: ArraySlice<UInt8>, before limit: Int) -> Int? {
        var text = run
        if text.last == UInt8(ascii: "."), !text.dropLast().contains(UInt8(ascii: ".")) { text.removeLast() }
        guard text.count <= Self.longest, Self.isEnd(of: bytes, at: text.endIndex, before: limit) else { return nil }
        var parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        // `::` at either end leaves two empty parts; a single colon there is no address.
        if parts.first?.isEmpty == true {
            guard parts.count > 2, parts[1].isEmpty else { return nil }
            parts.removeFirst()
        }
        if parts.last?.isEmpty == true, parts.count > 1 {
            guard parts[parts.count - 2].isEmpty else { return nil }
            parts.removeLast()
        }
        let gaps = parts.indices.filter { parts[$0].isEmpty }
        guard gaps.count <= 1, gaps.isEmpty ? parts.count == 8 : (2...8).contains(parts.count),
            parts.allSatisfy({ $0.count <= 4 && !$0.contains(UInt8(ascii: ".")) }),
            parts.contains(where: { !$0.isEmpty })
        else { return nil }
        var groups: [(value: UInt16, range: Range<Int>?)] = []
        for part in parts {
            if part.isEmpty {
                groups += Array(repeating: (0, nil), count: 9 - parts.count)
            } else {
                groups.append((UInt16(String(decoding: part, as: UTF8.self), radix: 16) ?? 0, part.indices))
            }
        }
        guard groups.count == 8 else { return nil }
        let standIn = self(groups.flatMap { [UInt8($0.value >> 8), UInt8($0.value & 0xff)] })
        for (index, group) in groups.enumerated() {
            guard let place = group.range else { continue }
            let isUpper = bytes[place].contains { (0x41...0x46).contains($0) }
            let value = UInt16(standIn[2 * index]) << 8 | UInt16(standIn[2 * index + 1])
            let digits = String(value, radix: 16, uppercase: isUpper).utf8
            // The stand-in of a mapped address may need more digits than the text has.
            guard digits.count <= place.count else { continue }
            bytes.replaceSubrange(place, with: Array(repeating: 0x30, count: place.count - digits.count) + digits)
        }
        let isBracketed = text.endIndex < limit && bytes[text.endIndex] == UInt8(ascii: "]")
        return isBracketed ? Self.endOfPort(in: bytes, at: text.endIndex + 1, before: limit) : text.endIndex
    }

    /// Whether the word or number ends here.
    private static func isEnd(of bytes: [UInt8], at end: Int, before limit: Int) -> Bool {
        guard end < limit else { return true }
        if bytes[end] == UInt8(ascii: "."), end + 1 < limit { return !TextStandIn.isWord(bytes[end + 1]) }
        return !TextStandIn.isWord(bytes[end])
    }

    /// The end of a colon and a port after an address; the end of the address where no port follows.
    static func endOfPort(in bytes: [UInt8], at end: Int, before limit: Int) -> Int {
        guard end < limit, bytes[end] == UInt8(ascii: ":") else { return end }
        let digits = bytes[(end + 1)..<limit].prefix(6).prefix { $0.isDigit }
        guard UInt16(String(decoding: digits, as: UTF8.self)) != nil,
            isEnd(of: bytes, at: digits.endIndex, before: limit)
        else {
            return end
        }
        return digits.endIndex
    }
}

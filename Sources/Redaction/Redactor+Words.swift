internal import ByteText
internal import FleetErrors

/// Words are replaced by other words of the same shape and length.
///
/// A word is a run of ASCII letters, digits, `_`, `-` and characters beyond ASCII; what stands between words stays. A letter
/// becomes a letter of the same case, a digit a digit, any other character one of the same length in UTF-8, each drawn from
/// all of them; the word as a whole becomes another one. A word has the same stand-in everywhere: in a resource name, an id,
/// a sentence. Words of hexadecimal digits stay hexadecimal.
extension Redactor {
    /// Selects the words that stay.
    enum WordMode: Hashable, Sendable {
        /// The collections in resource names stay.
        case words
        /// The names that Google's schema declares stay, too, and the words of known errors: in masks, filters and sentences of
        /// servers.
        case names
        /// Nothing stays; the whole text counts as one word.
        case opaque
    }

    /// Replaces the text in a range. Bytes that are not UTF-8 become other bytes that are not. Linear.
    func replaceWords(_ bytes: inout [UInt8], in range: Range<Int>, mode: WordMode) {
        if mode == .opaque {
            return replaceCharacters(&bytes, in: range, isHex: false)
        }
        var common = mode == .names && bytes[range].contains(0x20) ? KnownCause.commonParts(of: bytes[range])[...] : []
        var start = range.lowerBound
        // Where an id begins, after a collection and a slash, and what it is of.
        var idStart: Int?
        var idKind: KeptIDs.Kind?
        while start < range.upperBound {
            if start == idStart || !kept.ids.isEmpty,
                let end = kept.endOfID(in: bytes[start..<range.upperBound], of: start == idStart ? idKind : nil)
            {
                start = end
                continue
            }
            if let part = common.first, start >= part.lowerBound {
                common.removeFirst()
                start = max(start, part.upperBound)
                continue
            }
            guard Self.isWord(bytes[start]) else {
                start += 1
                continue
            }
            if mode == .names, start != idStart, let end = Self.endOfPublicName(bytes[start..<range.upperBound]) {
                start = end
                continue
            }
            let limit = common.first?.lowerBound ?? range.upperBound
            let end = bytes[start..<limit].firstIndex { !Self.isWord($0) } ?? limit
            let isSegment = end < range.upperBound && bytes[end] == UInt8(ascii: "/")
            let isRead = isSegment || mode == .names
            let text = isRead ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
            let isCollection = isSegment && SchemaNames.collections.contains(text)
            if start != idStart, isCollection || mode == .names && SchemaNames.words.contains(text) {
                if isCollection { (idStart, idKind) = (end + 1, KeptIDs.Kind.ofCollections[text]) }
            } else {
                replaceCharacters(&bytes, in: start..<end, isHex: Self.isHexadecimal(bytes[start..<end]))
            }
            start = end
        }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The end of a name with points in it that a text begins with, if it is public and whole: a host of Fleet Engine or of
    /// Google's token server, or a permission of Google's IAM: `fleetengine.vehicles.update`.
    private static func endOfPublicName(_ text: ArraySlice<UInt8>) -> Int? {
        guard publicHeads.contains(where: { text.starts(with: $0.utf8) }) else { return nil }
        var name = text.prefix(64).prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: ".") }
        let next = text[name.endIndex...].first
        // The end of a sentence.
        while name.last == UInt8(ascii: ".") { name.removeLast() }
        guard next.map({ !isWord($0) && $0 != UInt8(ascii: "@") }) ?? true else { return nil }
        return publicNames.contains(String(decoding: name, as: UTF8.self)) ? name.endIndex : nil
    }

    private static let publicHeads = [
        "fleetengine.", "iam.serviceAccounts.", "oauth2.googleapis.", "serviceusage.services.",
    ]

    /// Sources: https://docs.cloud.google.com/iam/docs/roles-permissions/fleetengine and
    /// https://docs.cloud.google.com/iam/docs/service-account-permissions
    private static let publicNames: Set<String> = {
        let all = ["allowAllActions", "get"]
        let written = all + ["create", "delete", "update"]
        let permissions: KeyValuePairs = [
            "deliveryvehicles": written + ["list", "updateLocation", "updateVehicleStops"],
            "tasks": written + ["list", "searchWithTrackingId"], "tasktrackinginfo": all,
            "trips": written + ["search", "updateState"],
            "vehicles": written + ["list", "search", "searchFuzzed", "updateLocation"],
        ]
        let ofFleets = permissions.flatMap { resource, actions in actions.map { "fleetengine.\(resource).\($0)" } }
        let ofAccounts = ["actAs", "getAccessToken", "getOpenIdToken", "implicitDelegation", "signBlob", "signJwt"].map
        {
            "iam.serviceAccounts.\($0)"
        }
        let hosts = ["fleetengine.googleapis.com", "fleetengine.mtls.googleapis.com", "oauth2.googleapis.com"]
        return Set(ofFleets + ofAccounts + hosts + ["serviceusage.services.use"])
    }()

    /// Whether the word is a UUID, a trace id or the like: at least eight hexadecimal digits of one case with a decimal digit
    /// among them, hyphens aside.
    private static func isHexadecimal(_ word: ArraySlice<UInt8>) -> Bool {
        var (decimal, lower, upper) = (0, 0, 0)
        for byte in word {
            switch byte {
            case 0x30...0x39: decimal += 1
            case 0x61...0x66: lower += 1
            case 0x41...0x46: upper += 1
            case UInt8(ascii: "-"): break
            default: return false
            }
        }
        return decimal + lower + upper >= 8 && decimal > 0 && (lower == 0 || upper == 0)
    }

    private func replaceCharacters(_ bytes: inout [UInt8], in range: Range<Int>, isHex: Bool) {
        var stream = StandInStream(seed: hash(bytes[range]))
        repeat {
            var index = range.lowerBound
            while index < range.upperBound {
                let byte = bytes[index]
                let length = byte < 0x80 ? 1 : bytes.span.lengthOfCharacter(at: index, before: range.upperBound)
                if length == 1 {
                    bytes[index] = Self.replaced(byte, isHex: isHex, &stream)
                } else if length > 1 {
                    Self.replaceScalar(&bytes, in: index..<(index + length), from: &stream)
                } else {
                    // A byte that is not UTF-8 stays one.
                    bytes[index] = 0x80 | UInt8(stream.number(insteadOf: UInt32(byte & 0x3f), below: 0x40))
                }
                index += max(length, 1)
            }
        } while stream.isOriginal
    }

    /// A letter for a letter, a digit for a digit, the same byte for anything else of ASCII.
    static func replaced(_ byte: UInt8, isHex: Bool = false, _ stream: inout StandInStream) -> UInt8 {
        func drawn(_ first: UInt8, _ size: UInt32) -> UInt8 {
            first + UInt8(stream.number(insteadOf: UInt32(byte - first), below: size))
        }
        switch byte {
        case 0x30...0x39: return drawn(0x30, 10)
        case 0x41...0x5a: return drawn(0x41, isHex ? 6 : 26)
        case 0x61...0x7a: return drawn(0x61, isHex ? 6 : 26)
        default: return byte
        }
    }

    /// Replaces a character by one of the same length: Latin Extended-A, CJK, or an emoji beyond the basic plane.
    private static func replaceScalar(
        _ bytes: inout [UInt8], in range: Range<Int>, from stream: inout StandInStream
    ) {
        let (first, size): (UInt32, UInt32) =
            switch range.count {
            case 2: (0x100, 0x80)
            case 3: (0x4e00, 0x5000)
            default: (0x1f600, 0x50)
            }
        let old = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first?.value ?? 0
        let number = first + stream.number(insteadOf: old >= first ? old - first : .max, below: size)
        guard let scalar = Unicode.Scalar(number) else { return }
        bytes.replaceSubrange(range, with: String(Character(scalar)).utf8)
    }
}

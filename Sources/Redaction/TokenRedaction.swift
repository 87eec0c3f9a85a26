internal import ByteText
internal import GRPCWire

extension Redactor {
    /// A token of the same length with stand-ins.
    ///
    /// A JSON Web Token stays one: names of known claims stay, those that hold ids also in another spelling, and of
    /// `HarmlessForm/ofClaims` values of that form; ids have the stand-ins that they have elsewhere, unless they have escapes; `*`
    /// stays, and the ending of service accounts. Other numbers become others. The signature is replaced. In any other token all
    /// letters and digits are replaced, but for the `ya29.` of Google's access tokens.
    public func token(_ token: [UInt8]) -> [UInt8] {
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = claims(Array(parts[0])), let claims = claims(Array(parts[1])) else {
            let head = token.starts(with: "ya29.".utf8) ? 5 : 0
            return token[..<head] + replaced(Array(token[head...]), .opaque)
        }
        let signature = (try? Base64.decode(parts[2])).map { base64(standIn(for: $0), like: Array(parts[2])) }
        let dot = [UInt8(ascii: ".")]
        return header + dot + claims + dot + (signature ?? replaced(Array(parts[2]), .opaque))
    }

    /// The first or second part of a token with stand-ins; `nil` when the part is no JSON object in base64.
    private func claims(_ part: [UInt8]) -> [UInt8]? {
        guard let bytes = try? Base64.decode(part), bytes.first == UInt8(ascii: "{") else { return nil }
        return base64(redactJSON(bytes), like: part)
    }

    /// JSON text of the same length with stand-ins for strings and numbers; names of known claims and harmless values stay.
    private func redactJSON(_ json: [UInt8]) -> [UInt8] {
        var result = json
        var index = 0
        var form: HarmlessForm?
        var kind: KeptIDs.Kind?
        while index < json.count {
            guard json[index] == UInt8(ascii: "\"") else {
                let word = json[index...].prefix { Self.isWord($0) || $0 == UInt8(ascii: ".") }
                if form?.accepts(word) != true { redactWord(&result, word) }
                index += max(word.count, 1)
                continue
            }
            let start = index + 1
            let end = json.closingQuote(of: index) ?? json.count
            index = min(end + 1, json.count)
            if json[index...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
                // A name that is spelled otherwise, `vehicle_id`, is the reason why a token allows nothing.
                let spelled = String(decoding: json[start..<end], as: UTF8.self)
                let name = spelled.filter { !"_-".contains($0) }.lowercased()
                (form, kind) = (HarmlessForm.ofClaims[spelled], KeptIDs.Kind.ofClaims[name])
                if form == nil, kind == nil, !Self.otherClaims.contains(name) {
                    redactString(&result, in: start..<end, idOf: nil)
                }
            } else if form?.accepts(json[start..<end]) != true {
                let account = ".iam.gserviceaccount.com".utf8
                let isAccount = json[start..<end].suffix(account.count).elementsEqual(account)
                redactString(&result, in: start..<(isAccount ? end - account.count : end), idOf: kind)
            }
        }
        return result
    }

    /// The other claims that are known, whose values are replaced.
    private static let otherClaims: Set<String> = ["kid", "iss", "sub", "authorization", "scope"]

    /// Replaces a number, or text outside of strings that is not JSON.
    private func redactWord(_ bytes: inout [UInt8], _ word: ArraySlice<UInt8>) {
        let literals = ["true", "false", "null"]
        guard !word.isEmpty, !literals.contains(where: { word.elementsEqual($0.utf8) }) else { return }
        replaceWords(&bytes, in: word.indices, mode: .opaque)
        // The letter of an exponent stays.
        if word.allSatisfy({ $0.isDigit || "-.eE".utf8.contains($0) }) {
            for index in word.indices where word[index].isLetter { bytes[index] = word[index] }
        }
        // A number of several digits does not begin with 0.
        let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
        guard digits.count > 1, bytes[digits.startIndex] == 0x30, digits.first != 0x30 else { return }
        bytes[digits.startIndex] = 0x31 + UInt8(hash(word) % 9)
    }

    /// Replaces the words of a JSON string, or leaves the id that stays. An escape becomes a part of the word that it stands in.
    ///
    /// - Parameter kind: What the string is the id of, if of anything.
    private func redactString(_ bytes: inout [UInt8], in range: Range<Int>, idOf kind: KeptIDs.Kind?) {
        if let kind, kept.keeps(bytes[range], of: kind) { return }
        var rest = range
        while let escape = bytes[rest].firstIndex(of: UInt8(ascii: "\\")) {
            // Behind a backslash may stand a quote, which would end the string.
            let end = min(escape + 2, range.upperBound)
            for index in escape..<end { bytes[index] = UInt8(ascii: "x") }
            rest = end..<range.upperBound
        }
        replaceWords(&bytes, in: range, mode: .words)
    }
}

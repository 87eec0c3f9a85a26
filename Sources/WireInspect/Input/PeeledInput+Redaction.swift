package import ProtobufSchema
package import Redaction

extension PeeledInput {
    /// Puts stand-ins into the messages and trailers.
    ///
    /// - Parameter given: The type of the messages, but for those that have a type of their own; `nil` for the one that was
    ///   found.
    package mutating func redact(with redactor: Redactor, as given: MessageDescriptor?) {
        // Of a bare message these are the same bytes, and of a large one too many to keep both.
        if messages.allSatisfy({ $0.frame == nil }) { dropLargeStream() }
        for index in messages.indices {
            let own = messages[index].detection
            let (found, type) = (own ?? detection, own == nil ? given : nil)
            messages[index].redact(
                with: redactor, as: type ?? found.best?.message, isCertain: type != nil || found.certainType != nil)
        }
        trailers = trailers.map { redactor.trailers($0) }
        isRedacted = true
    }
}

extension InputMessage {
    /// - Parameter isCertain: Whether the type is beyond doubt.
    mutating func redact(with redactor: Redactor, as type: MessageDescriptor?, isCertain: Bool) {
        // Nobody else holds the bytes, so that they change in place.
        var bytes = Array(content.take())
        redactor.redact(&bytes, as: type, isCertain: isCertain)
        content = bytes[...]
    }
}

extension Redactor {
    /// Lines of `name: value`, as grpc-web sends them.
    fileprivate func trailers(_ text: String) -> String {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let line = Array(line)
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return scrambled(line[...]) }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let end = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
            let start = line[(colon + 1)..<end].firstIndex { $0 != 0x20 } ?? end
            return headerName(name).utf8 + line[colon..<start] + header(name, Array(line[start..<end])) + line[end...]
        }
        return String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
}

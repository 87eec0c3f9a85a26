internal import ConsoleText
internal import ProtobufSchema

/// Where the documents of a text begin and end that holds several: one behind another, over any number of lines each, or
/// the elements of one array.
///
/// Only braces, brackets and quotes are looked at. What is wrong within a document is found where it is read.
struct JSONDocuments {
    let ranges: [Range<Int>]
    /// They are the elements of an array.
    let isArray: Bool

    /// - Returns: `nil` for a text of one document, and for one that is not made of documents.
    init?(_ text: [UInt8]) {
        var scanner = Scanner(text: text)
        scanner.skipSpace()
        isArray = scanner.skip(UInt8(ascii: "["))
        guard let ranges = isArray ? scanner.elements() : scanner.values(), isArray || ranges.count > 1 else {
            return nil
        }
        self.ranges = ranges
    }

    /// What is wrong with a text: the place in the error is one of the whole text.
    struct Failure: Error {
        let error: JSONError
        /// Which document it is in, counted from 0; `nil` where the text is taken for one.
        let document: Int?
    }

    /// The messages that a text says: one document, or several.
    static func messages(
        in text: [UInt8], as type: MessageDescriptor, _ reader: JSONReader
    ) throws(Failure) -> [[UInt8]] {
        let failure: Failure
        do throws(JSONError) {
            return [try reader.bytes(of: text, as: type)]
        } catch {
            failure = Failure(error: error, document: nil)
        }
        guard let documents = JSONDocuments(text) else { throw failure }
        var messages: [[UInt8]] = []
        for (index, range) in documents.ranges.enumerated() {
            if let message = try? reader.bytes(of: Array(text[range]), as: type) {
                messages.append(message)
                continue
            }
            // What is no document is behind the end of the first.
            guard index > 0 || documents.isArray else { throw failure }
            // Once more, on its line and in its column.
            let blank = text[..<range.lowerBound].map { $0 == 0x0A ? $0 : UInt8(ascii: " ") }
            do throws(JSONError) {
                messages.append(try reader.bytes(of: blank + text[range], as: type))
            } catch {
                throw Failure(error: error, document: index)
            }
        }
        return messages
    }

    private struct Scanner {
        let text: [UInt8]
        var index = 0

        mutating func skipSpace() {
            while index < text.count, text[index] <= 0x20 { index += 1 }
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }

        /// What stands between the brackets of an array, of which the first is passed; `nil` when it does not end, or is
        /// followed by something.
        mutating func elements() -> [Range<Int>]? {
            var ranges: [Range<Int>] = []
            repeat {
                skipSpace()
                guard let range = value() else { return nil }
                ranges.append(range)
                skipSpace()
            } while skip(UInt8(ascii: ","))
            guard skip(UInt8(ascii: "]")) else { return nil }
            skipSpace()
            return index == text.count ? ranges : nil
        }

        /// What stands in the rest of the text; `nil` where something cannot begin a value.
        mutating func values() -> [Range<Int>]? {
            var ranges: [Range<Int>] = []
            skipSpace()
            while index < text.count {
                guard let range = value() else { return nil }
                ranges.append(range)
                skipSpace()
            }
            return ranges
        }

        /// The value that begins here; one that does not end goes to the end of the text.
        private mutating func value() -> Range<Int>? {
            let start = index
            var depth = 0
            scan: while index < text.count {
                switch text[index] {
                case UInt8(ascii: "\""): skipString()
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    index += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard depth > 0 else { break scan }
                    depth -= 1
                    index += 1
                case UInt8(ascii: ","), ...0x20:
                    guard depth > 0 else { break scan }
                    index += 1
                    continue
                default:
                    index += 1
                    continue
                }
                if depth == 0 { break }
            }
            return start < index ? start..<index : nil
        }

        private mutating func skipString() {
            index += 1
            while index < text.count, !skip(UInt8(ascii: "\"")) { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
            index = min(index, text.count)
        }
    }
}

internal import JSONText
internal import ProtobufSchema

extension JSONReader {
    struct DocumentError: Error {
        /// The error, with its place in the whole text.
        let error: JSONError
        /// The document at fault, counted from 0; `nil` where the text is taken for one.
        let document: Int?
    }

    /// The messages that a text says: one document, several behind each other, or the elements of an array.
    func messages(in text: [UInt8], as type: MessageDescriptor) throws(DocumentError) -> [[UInt8]] {
        let failure: DocumentError
        do throws(JSONError) {
            return [try bytes(of: text, as: type)]
        } catch {
            failure = DocumentError(error: error, document: nil)
        }
        guard let documents = JSONDocuments(text) else { throw failure }
        var messages: [[UInt8]] = []
        for (index, range) in documents.ranges.enumerated() {
            if let message = try? bytes(of: Array(text[range]), as: type) {
                messages.append(message)
                continue
            }
            // What is no document is behind the end of the first.
            guard index > 0 || documents.isArray else { throw failure }
            // Once more, on its line and in its column.
            let blank = text[..<range.lowerBound].map { $0 == 0x0A ? $0 : UInt8(ascii: " ") }
            do throws(JSONError) {
                messages.append(try bytes(of: blank + text[range], as: type))
            } catch {
                throw DocumentError(error: error, document: index)
            }
        }
        return messages
    }
}

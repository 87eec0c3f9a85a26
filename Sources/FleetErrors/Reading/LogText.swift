/// The lines that logs put around the text of an error.
enum LogText {
    /// Stands before each line that begins another record of a log.
    private static let recordMark: UInt8 = 0x1e

    /// The beginnings that logs give to each line: of logcat in its formats `threadtime`, `time` and `brief`, and of
    /// containers (CRI).
    ///
    /// Sources: https://developer.android.com/tools/logcat#outputFormat and
    /// https://github.com/kubernetes/design-proposals-archive/blob/main/node/kubelet-cri-logging.md
    private static let prefixes: [TextPattern] = [
        "#-# #:#:#.#~#~#~^~*: ", "#-# #:#:#.#~^/*(*): ", "^/*(*): ", "#-#-#T#:#:#.#Z stdout F ",
        "#-#-#T#:#:#.#Z stderr F ",
    ]

    /// The beginnings of lines that do not continue a message: stack traces, times, also those of glog and klog, and what tools
    /// add.
    private static let others: [TextPattern] = [
        "~at ", "Caused by:", "~Suppressed:", "~... ", "Traceback (", "The above exception", "During handling",
        "goroutine ", "exit status ", "error details:", "trailers: ", "trailing metadata", "* Connection", "#-#-# #:",
        "#-#-#T#:", "#/#/# #:", "#-# #:#:", "[#", "time=\"", "^# #:#:#.#~",
    ]

    /// The text without the beginnings that a log gave to its lines. Lines with the same beginning are one record.
    static func withoutPrefixes(_ text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        // A log gives them to all lines, or to all but the first few.
        func end(_ line: ArraySlice<UInt8>) -> Int? {
            prefixes.lazy.compactMap { $0.end(in: text, at: line.startIndex) }.first
        }
        guard lines.prefix(64).contains(where: { end($0) != nil }) else { return text }
        var result: [UInt8] = []
        var last: ArraySlice<UInt8> = []
        for line in lines {
            let prefix = line[..<min(end(line) ?? line.startIndex, line.endIndex)]
            if line.startIndex > 0 { result.append(0x0a) }
            // Containers give each line a time of its own.
            if prefix != last, !prefix.suffix(2).elementsEqual("F ".utf8) { result.append(recordMark) }
            result += line[prefix.endIndex...]
            last = prefix
        }
        return result
    }

    /// The content of the quoted text that `text` begins with; to the end where no quote closes it.
    ///
    /// Many print messages in quotes and escape nothing in them: a quote behind a space or bracket and before a word opens
    /// another quoted text within the first.
    static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard let quote = text.first else { return [] }
        var content: [UInt8] = []
        var depth = 1
        var index = text.startIndex + 1
        while index < text.endIndex {
            var byte = text[index]
            let next = index + 1 < text.endIndex ? text[index + 1] : 0
            if byte == quote {
                let isOpening = " ([{=".utf8.contains(text[index - 1]) && next > 0x20 && !";,)}]".utf8.contains(next)
                depth += isOpening ? 1 : -1
                if depth == 0 { break }
            } else if byte == UInt8(ascii: "\\"), next == quote || next == byte {
                index += 1
                byte = next
            }
            content.append(byte)
            index += 1
        }
        return content
    }

    /// The causes in a Java stack trace behind the message that ends at `end`: grpc-java's own message is often no more than
    /// `io exception`. Lines between a cause and the frames of its stack belong to its message; without frames, a log may go on.
    static func causes(behind end: Int, in text: [UInt8]) -> String {
        var causes: [String] = []
        var index = end
        for _ in 0..<512 where index + 1 < text.count {
            let line = text[(index + 1)...]
            let isCause = line.starts(with: "Caused by: ".utf8)
            guard isCause || "\t \n".utf8.contains(text[index + 1]) else { break }
            let last = isCause ? messageEnd(text, from: index + 1) : text.count
            let hasFrames = "\t ".utf8.contains(text[last...].dropFirst().first ?? 0)
            index = hasFrames ? last : line.firstIndex(of: 0x0a) ?? text.count
            if isCause { causes.append(String(decoding: line[..<index], as: UTF8.self)) }
        }
        return causes.joined(separator: "\n")
    }

    /// The end of a message that begins at `start` and may have several lines.
    static func messageEnd(_ text: [UInt8], from start: Int) -> Int {
        var end = start
        while end < text.count {
            end = text[end...].firstIndex(of: 0x0a) ?? text.count
            let next = end + 1
            guard next < text.count, text[next] != recordMark,
                !others.contains(where: { $0.end(in: text, at: next) != nil })
            else { break }
            end = next
        }
        return end
    }
}

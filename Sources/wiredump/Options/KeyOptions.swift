import ArgumentParser
import ProtobufSchema
import TLSWire
import WireCapture
import WireDoctor

/// The option that names the keys of encrypted connections, for every command that reads captures.
struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Decrypt TLS connections with the secrets in this key log, as clients write it to the file that SSLKEYLOGFILE \
            names, or in a log or pcapng file with such lines; may be repeated. The file that SSLKEYLOGFILE names here and \
            keys in the capture are used too.
            """, valueName: "file"),
        completion: .file())
    var keys: [String] = []

    /// Makes an extractor that decrypts with these keys. Lines that are added to the files while it reads are used, too.
    ///
    /// - Parameter schema: Identifies calls whose headers do not tell the types of their messages.
    /// - Throws: ``CommandError`` when a file of `--keys` cannot be read.
    func extractor(
        _ schema: Schema, order: CallExtractor.Order = .requests, content: CallExtractor.Content = .whole
    ) throws(CommandError) -> CallExtractor {
        var files: [InputFile] = []
        for path in keys { files.append(try InputFile(path)) }
        // A client that has not run yet has not made the file.
        if let path = Platform.environment("SSLKEYLOGFILE"), let file = try? InputFile(path) { files.append(file) }
        let decryption = TLSDecryption()
        for file in files {
            var (piece, length): ([UInt8], Int) = ([], 0)
            while try file.readSome(into: &piece) {
                length += piece.count
                try ReadingLimit.keyLog.check(length, of: file.name)
                decryption.append(keyLog: piece)
            }
            decryption.append(keyLog: [UInt8(ascii: "\n")])
        }
        decryption.moreKeys = {
            var (lines, piece): ([UInt8], [UInt8]) = ([], [])
            for file in files {
                while (try? file.readSome(into: &piece)) == true { lines += piece }
            }
            return lines
        }
        return CallExtractor(
            order: order, content: content, decryption: decryption,
            identify: CallIdentifier(schema, content: content).identify)
    }
}

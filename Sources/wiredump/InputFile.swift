import Foundation

/// A file by its path, or standard input.
struct InputFile {
    let name: String
    let handle: FileHandle

    /// A piece that is read at once.
    static let pieceSize = 1 << 18

    /// - Parameter path: `-` for standard input.
    /// - Throws: ``Fault`` when there is no such file, or it is not to be read.
    init(_ path: String) throws(Fault) {
        if path == "-" {
            name = "standard input"
            handle = .standardInput
        } else {
            name = path
            handle = try Self.naming(path) { try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
        }
    }

    /// All bytes. Those of a file are read into an array of just its size, so that nothing is copied.
    ///
    /// - Parameter start: Those that were read already.
    /// - Throws: ``Fault``
    func readAll(behind start: [UInt8] = []) throws(Fault) -> [UInt8] {
        try Self.naming(name) { try Self.readAll(handle.fileDescriptor, behind: start) }
    }

    /// The bytes of a file that an argument names.
    static func contents(_ path: String) throws(Fault) -> [UInt8] { try InputFile(path).readAll() }

    /// At most ``pieceSize`` bytes: of a pipe those that are there, and none when it has ended.
    ///
    /// - Throws: ``Fault``
    func readSome() throws(Fault) -> [UInt8] {
        try Self.naming(name) { try Self.readSome(handle.fileDescriptor) }
    }

    private static func naming<T>(_ name: String, _ work: () throws -> T) throws(Fault) -> T {
        do {
            return try work()
        } catch {
            throw Fault("\(name): \(reason(error))", ExitStatus.noInput)
        }
    }

    private static func readAll(_ descriptor: Int32, behind start: [UInt8]) throws -> [UInt8] {
        var status = stat()
        var bytes = start
        if unsafe fstat(descriptor, &status) == 0, status.st_size > start.count {
            bytes = try read(descriptor, atMost: Int(status.st_size), behind: start)
            // Files like those of /proc have another size than they say.
            if bytes.count < Int(status.st_size) { return bytes }
        }
        while true {
            let piece = try read(descriptor, atMost: max(64 << 10, min(bytes.count, 16 << 20)))
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// Reads until so many bytes are there, or no more come.
    ///
    /// - Parameter start: The first of them.
    private static func read(
        _ descriptor: Int32, atMost limit: Int, behind start: [UInt8] = []
    ) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            unsafe askForLargePages(UnsafeMutableRawBufferPointer(buffer))
            // There is room for them, as `limit` counts them too.
            count = unsafe buffer.initialize(fromContentsOf: start)
            while count < limit {
                // The bytes behind the first `count` are the buffer's own, and there are `limit - count` of them.
                let length = unsafe Foundation.read(
                    descriptor, buffer.baseAddress.map { unsafe $0 + count }, limit - count)
                if length == 0 { return }
                if length < 0 {
                    if errno == EINTR { continue }
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
                count += length
            }
        }
    }

    private static func readSome(_ descriptor: Int32) throws -> [UInt8] {
        // The array is as long as `read` is told, and `read` reports how much of it it has filled.
        try unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
            while true {
                let length = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                if length >= 0 { return count = length }
                if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            }
        }
    }

    /// Memory is had in fewer and larger pages, which takes half the time of reading a large file.
    private static func askForLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
        let page = sysconf(Int32(_SC_PAGESIZE))
        guard buffer.count >= 4 << 20, let start = buffer.baseAddress else { return }
        // A hint only, for the whole pages within the buffer.
        let first = unsafe start.alignedUp(toMultipleOf: page)
        _ = unsafe madvise(first, (buffer.count - (first - start)) / page * page, MADV_HUGEPAGE)
        #endif
    }

    /// Why an input cannot be read, in the system's words.
    static func reason(_ error: any Error) -> String {
        var current: NSError? = error as NSError
        while let error = current {
            if error.domain == NSPOSIXErrorDomain, let code = POSIXErrorCode(rawValue: Int32(error.code)) {
                return unsafe String(cString: strerror(code.rawValue))
            }
            current = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        let error = error as NSError
        switch CocoaError.Code(rawValue: error.code) {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "No such file or directory"
        case .fileReadNoPermission: return "Permission denied"
        default: return error.localizedDescription
        }
    }
}

import Foundation

/// A file by its path, or standard input.
struct InputFile {
    let name: String
    let handle: FileHandle

    /// - Parameter path: `-` for standard input.
    init(_ path: String) throws {
        if path == "-" {
            name = "standard input"
            handle = .standardInput
        } else {
            name = path
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        }
    }

    func readAll() throws -> [UInt8] {
        [UInt8](try handle.readToEnd() ?? Data())
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

import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open file, not the descriptor of a schema file.
typealias FileDescriptor = SystemPackage.FileDescriptor

/// Everything that the command asks of the system besides reading and writing files.
///
/// Importing all of Foundation would make the command three times as large and each start slower.
enum Platform {
    /// Seconds since 1970.
    static var now: Double { Date().timeIntervalSince1970 }

    /// The number of threads that can run at once.
    static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

    static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// Makes a write to a closed pipe fail with an error instead of ending the process.
    static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Asks for large memory pages, which halves the time to read a large file.
    static func askForLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
        let page = sysconf(Int32(_SC_PAGESIZE))
        guard buffer.count >= 4 << 20, let start = buffer.baseAddress else { return }
        // A hint for the whole pages inside the buffer.
        let first = unsafe start.alignedUp(toMultipleOf: page)
        _ = unsafe madvise(first, (buffer.count - (first - start)) / page * page, MADV_HUGEPAGE)
        #endif
    }
}

/// The file itself, whatever its name: two names with the same identity are links to one file.
struct FileIdentity: Hashable {
    private let device: DeviceID
    private let inode: Inode

    init(_ status: Stat) { (device, inode) = (status.deviceID, status.inode) }
}

extension FileDescriptor {
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The width of the terminal, which COLUMNS overrides; `nil` for files and pipes.
    var columns: Int? {
        guard isTerminal else { return nil }
        if let columns = Platform.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The status of a regular file; `nil` for pipes and devices.
    var regularStatus: Stat? {
        guard let status = try? stat(), status.type == .regular else { return nil }
        return status
    }
}

extension FilePath {
    /// The absolute path, with symbolic links resolved as far as the file exists.
    var resolved: FilePath {
        FilePath(URL(fileURLWithPath: string).standardizedFileURL.resolvingSymlinksInPath().path)
    }

    var isFolder: Bool { (try? stat())?.type == .directory }

    /// The names in a folder, in no order; empty when the folder cannot be read.
    var items: [String] { (try? FileManager.default.contentsOfDirectory(atPath: string)) ?? [] }

    /// Creates the folder and its parents unless they exist, for their owner alone.
    func createFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError {
            guard let cause = error.underlying as? POSIXError else { throw error }
            throw Errno(rawValue: cause.code.rawValue)
        }
    }

    /// Deletes the file if it exists; never a folder.
    func removeFile() {
        // The name is a C string for the duration of the call.
        unsafe unlink(string)
    }

    /// Moves the file to another place, where it replaces a file that is there.
    func move(to place: FilePath) throws {
        // The names are C strings for the duration of the call.
        if unsafe rename(string, place.string) != 0 { throw Errno(rawValue: errno) }
    }
}

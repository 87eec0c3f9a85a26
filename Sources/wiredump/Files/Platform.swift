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
#endif

/// A file that is open, not one of a schema.
typealias FileDescriptor = SystemPackage.FileDescriptor

/// What the command asks of the system besides files: all that differs between systems.
///
/// The whole of Foundation would make the command three times as large, and every start slower.
enum Platform {
    /// Seconds since 1970.
    static var now: Double { Date().timeIntervalSince1970 }

    /// How many threads can work at once.
    static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

    static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// A reader that has seen enough closes its pipe; writing then fails with an error instead of ending the process.
    static func ignoreClosedPipes() { _ = signal(SIGPIPE, SIG_IGN) }

    /// Memory is had in fewer and larger pages, which takes half the time of reading a large file.
    static func askForLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
        #if os(Linux)
        let page = sysconf(Int32(_SC_PAGESIZE))
        guard buffer.count >= 4 << 20, let start = buffer.baseAddress else { return }
        // A hint only, for the whole pages within the buffer.
        let first = unsafe start.alignedUp(toMultipleOf: page)
        _ = unsafe madvise(first, (buffer.count - (first - start)) / page * page, MADV_HUGEPAGE)
        #endif
    }
}

extension FileDescriptor {
    var isTerminal: Bool { isatty(rawValue) == 1 }
}

extension FilePath {
    /// The path that an argument says. Where it is not UTF-8, which names of files need not be, `argument` is not all of it.
    init(argument: String) {
        self.init(argument)
        guard argument.contains("\u{FFFD}") else { return }
        for index in 0..<Int(CommandLine.argc) {
            // So many are there, each of them a C string for as long as the process lives.
            if let raw = unsafe CommandLine.unsafeArgv[index], unsafe String(cString: raw) == argument {
                unsafe self.init(platformString: raw)
            }
        }
    }

    /// From the root, and without links as far as there is such a file.
    var resolved: FilePath {
        FilePath(URL(fileURLWithPath: string).standardizedFileURL.resolvingSymlinksInPath().path)
    }

    /// The names in a folder, in no order; none when it cannot be read.
    var items: [String] { (try? FileManager.default.contentsOfDirectory(atPath: string)) ?? [] }

    /// Creates a folder unless it is there, and those that lead to it.
    func createFolder() throws {
        do {
            try FileManager.default.createDirectory(atPath: string, withIntermediateDirectories: true)
        } catch let error as CocoaError {
            guard let cause = error.underlying as? POSIXError else { throw error }
            throw Errno(rawValue: cause.code.rawValue)
        }
    }

    /// Takes a file away, if there is one; never a folder.
    func removeFile() {
        // The name is a C string for the time of the call.
        unsafe withPlatformString { name in _ = unsafe unlink(name) }
    }
}

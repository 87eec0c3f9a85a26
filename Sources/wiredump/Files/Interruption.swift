import ConsoleText
import ArgumentParser
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// SIGINT, SIGTERM and SIGHUP as an error, so that a command that writes files ends in order: temporary files are removed,
/// and an index names the files that are there.
enum Interruption {
    /// The signal that came; 0 while none has. Written by the signal handler only.
    nonisolated(unsafe) private static var signalNumber: Int32 = 0

    /// The signals; without SIGHUP where nohup(1) or a shell has it ignored.
    private static let signals: [Int32] = {
        let hangup = signal(SIGHUP, SIG_DFL)
        guard unsafe unsafeBitCast(hangup, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else {
            return [SIGINT, SIGTERM, SIGHUP]
        }
        _ = signal(SIGHUP, SIG_IGN)
        return [SIGINT, SIGTERM]
    }()

    /// Makes the signals an error of ``check()``. The second one ends the process at once, as it does by default.
    static func catchSignals() {
        // Initialized here, as the handler must not do that.
        unsafe signalNumber = 0
        var action = action
        // The process that starts this one may have blocked the signals, as worker threads of Dispatch do.
        for number in signals { unsafe sigaction(number, &action, nil) }
        var mask = mask
        unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    /// The signals as a set.
    private static var mask: sigset_t {
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        for number in signals { unsafe sigaddset(&mask, number) }
        return mask
    }

    private static var action: sigaction {
        let handler: @convention(c) (Int32) -> Void = { unsafe Interruption.signalNumber = $0 }
        var action = sigaction()
        #if canImport(Glibc)
        unsafe action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
        unsafe action.__sa_handler.sa_handler = handler
        #else
        unsafe action.__sigaction_u.__sa_handler = handler
        #endif
        // Without SA_RESTART, so that a read that waits for a pipe ends with EINTR.
        action.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
        return action
    }

    /// Calls `body` when the first signal comes, in place of ending the process; one that comes half a second later or more ends
    /// it. To be called before any other thread is started, as new threads inherit the signal mask.
    static func forwardSignals(to body: @escaping @Sendable () -> Void) {
        var mask = mask
        unsafe pthread_sigmask(SIG_BLOCK, &mask, nil)
        DispatchQueue(label: "wiredump.signals").async { [mask] in
            var (mask, number): (sigset_t, Int32) = (mask, 0)
            unsafe sigwait(&mask, &number)
            for number in signals { signal(number, SIG_IGN) }
            unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
            body()
            // timeout(1) signals the process and then its group, and programs pass on what a terminal has sent to all: two signals
            // may be a single order to stop. A terminal that is closed sends SIGHUP, and so does its shell.
            usleep(500_000)
            for number in signals where number != SIGHUP { signal(number, SIG_DFL) }
            while true { pause() }
        }
    }

    /// - Throws: ``CommandError`` once a signal has come.
    static func check() throws(CommandError) {
        guard unsafe signalNumber != 0 else { return }
        throw CommandError("interrupted", ExitCode(128 + (unsafe signalNumber)))
    }

    /// Ends the process by the signal that came, so that a shell knows of it. Returns if none has come.
    static func endProcess() {
        if unsafe signalNumber != 0 { raise(unsafe signalNumber) }
    }
}

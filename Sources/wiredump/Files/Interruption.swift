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

/// SIGINT and SIGTERM as an error, so that a command that writes files ends in order: temporary files are removed, and an
/// index names the files that are there.
enum Interruption {
    /// The signal that came; 0 while none has. Written by the signal handler only.
    nonisolated(unsafe) private static var signalNumber: Int32 = 0

    /// Makes both signals an error of ``check()``. The second one ends the process at once, as it does by default.
    static func catchSignals() {
        // Initialized here, as the handler must not do that.
        unsafe signalNumber = 0
        var action = action
        // The process that starts this one may have blocked both signals, as worker threads of Dispatch do.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] {
            unsafe sigaction(number, &action, nil)
            unsafe sigaddset(&signals, number)
        }
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
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

    /// Calls `body` when the first signal comes, in place of ending the process; the second one ends it. To be called before
    /// any other thread is started, as new threads inherit the signal mask.
    static func forwardSignals(to body: @escaping @Sendable () -> Void) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        DispatchQueue(label: "wiredump.signals").async { [signals] in
            var (signals, number): (sigset_t, Int32) = (signals, 0)
            unsafe sigwait(&signals, &number)
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
            body()
            unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
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

import Foundation

// The two functions that libFuzzer looks for. Its `main` is the executable's.

/// Writes the seeds instead of fuzzing where `FUZZ_SEEDS` names a folder for them, and ends.
@c(LLVMFuzzerInitialize)
public func initialize(_: OpaquePointer?, _: OpaquePointer?) -> CInt {
    let environment = ProcessInfo.processInfo.environment
    guard let folder = environment["FUZZ_SEEDS"], let fixtures = environment["FUZZ_FIXTURES"] else { return 0 }
    do {
        for target in Target.all {
            let seeds = try Seeds(fixtures: URL(filePath: fixtures)).make(for: target)
            try Seeds.write(seeds, to: URL(filePath: folder).appending(path: target.name))
        }
        exit(0)
    } catch {
        fail("The seeds cannot be made: \(error)")
    }
}

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // libFuzzer's copy of the input ends where its block of memory ends, so that reading on is seen. The bytes live as
    // long as this call, and no target keeps them.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    Target.chosen.run(unsafe bytes.span)
    return 0
}

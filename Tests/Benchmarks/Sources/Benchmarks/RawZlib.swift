import RawZlib

/// zlib's own state, reused for every message, with nothing around it.
///
/// Safety: `state` is what zlib made and lives as long as this object; the bytes are borrowed for the calls only.
@safe final class RawZlib {
    private let state: OpaquePointer
    private var output: [UInt8]

    /// - Parameter room: For the longest result.
    init(deflating: Bool, room: Int) throws {
        guard let state = unsafe deflating ? raw_deflater() : raw_inflater() else { throw Failure() }
        unsafe self.state = state
        output = [UInt8](repeating: 0, count: room)
    }

    deinit { unsafe raw_zlib_free(state) }

    struct Failure: Error {}

    func deflate(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
        let count = unsafe raw_deflate(state, bytes, bytes.count, &output, output.count)
        guard count > 0 else { throw Failure() }
        return output[..<count]
    }

    func inflate(_ bytes: [UInt8]) throws -> ArraySlice<UInt8> {
        let count = unsafe raw_inflate(state, bytes, bytes.count, &output, output.count)
        guard count > 0 else { throw Failure() }
        return output[..<count]
    }
}

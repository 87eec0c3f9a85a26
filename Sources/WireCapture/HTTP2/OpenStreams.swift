import ByteText

/// The calls of the streams that are open, by the number of the stream.
struct OpenStreams {
    /// In ascending order of the streams, in which clients open them: nearly always, a new one is the last.
    private(set) var calls: [OpenCall] = []

    /// The call of a stream.
    ///
    /// - Complexity: O(log streams) to find one, O(streams) to set one.
    subscript(number: UInt32) -> OpenCall? {
        get {
            let place = place(of: number)
            return hasStream(number, at: place) ? calls[place] : nil
        }
        set {
            let place = place(of: number)
            if hasStream(number, at: place) { calls.remove(at: place) }
            if let newValue { calls.insert(newValue, at: place) }
        }
    }

    private func hasStream(_ number: UInt32, at place: Int) -> Bool {
        place < calls.count && calls[place].stream == number
    }

    /// Where a stream is, or belongs.
    private func place(of number: UInt32) -> Int {
        if let last = calls.last, last.stream < number { return calls.count }
        return calls.partitioningIndex { $0.stream >= number }
    }
}

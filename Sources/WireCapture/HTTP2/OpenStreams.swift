import ByteText

/// The calls of the streams that are open, by the number of the stream.
struct OpenStreams {
    /// In ascending order, in which clients open streams: nearly always, a new one is the last.
    private var streams: [(number: UInt32, call: OpenCall)] = []

    var count: Int { streams.count }

    /// In ascending order of the streams.
    var calls: some Sequence<OpenCall> { streams.lazy.map(\.call) }

    /// The call of a stream.
    ///
    /// - Complexity: O(log streams) to find one, O(streams) to set one.
    subscript(number: UInt32) -> OpenCall? {
        get {
            let place = place(of: number)
            return hasStream(number, at: place) ? streams[place].call : nil
        }
        set {
            let place = place(of: number)
            if hasStream(number, at: place) { streams.remove(at: place) }
            if let newValue { streams.insert((number, newValue), at: place) }
        }
    }

    private func hasStream(_ number: UInt32, at place: Int) -> Bool {
        place < streams.count && streams[place].number == number
    }

    /// Where a stream is, or belongs.
    private func place(of number: UInt32) -> Int {
        if let last = streams.last, last.number < number { return streams.count }
        return streams.partitioningIndex { $0.number >= number }
    }
}

internal import ByteText
internal import PacketWire
internal import WireCapture

/// One direction of a TLS connection: cuts the bytes into records, and opens them with the keys in their order.
///
/// Behind missing bytes, a record's number is certain when its authentication tag fits; until then nothing is handed out.
struct RecordStream {
    /// The part of a connection that a key protects.
    enum Epoch { case earlyData, handshake, application }

    private typealias Key = (epoch: Epoch, protection: RecordProtection)

    enum Event {
        /// A record that is not encrypted.
        case plaintext(TLSRecordHeader.ContentType, [UInt8])
        /// A record that was decrypted, and the gap in the application data before it, if there is one.
        case opened(RecordProtection.Plaintext, Epoch, gap: DecryptedPiece.Content?)
        /// A record that no key opens.
        case failed
        /// A record for which there are no keys yet. It stays the next one.
        case needsKeys
    }

    /// Records that a loss may have; a larger one ends what can be decrypted.
    private static let windowLimit: UInt64 = 1 << 14
    /// Numbers that are tried behind records that did not open, where nothing else is missing. Their count says the number; but
    /// a damaged length may have covered several, and the first ones may have been of the key before.
    private static let slack: UInt64 = 16
    /// The smallest record that is encrypted: header, tag, and the inner content type of TLS 1.3.
    private static let leastRecord = 22
    /// Bytes of memory that an idle direction keeps: thousands may be open at once.
    private static let idleCapacity = 4 << 10

    private var buffer: [UInt8] = []
    private var head = 0
    /// Bytes to come of a record that other bytes are missing of. While there are some, the buffer is empty.
    private var skipped = 0
    /// A record begins at `head`.
    private var isAligned = true
    /// Bytes since the last record whose number is certain, those that are missing in the capture included.
    private(set) var lost = 0
    /// How many records did not open since then; `nil` where that is not certain, as bytes are missing or damaged.
    private var failures: Int? = 0

    /// The key of the last record that was opened, and the number of the next record under it.
    private var key: Key?
    private var sequence: UInt64 = 0
    /// The keys that may follow, in their order.
    private var upcoming: [Key] = []
    /// The application traffic secret that a KeyUpdate derives the next one from.
    private var trafficSecret: [UInt8]?
    /// In TLS 1.2: all records are encrypted from here on.
    var isEncrypted = false

    var hasKeys: Bool { key != nil || !upcoming.isEmpty }
    var footprint: Int { buffer.capacity }
    /// Bytes that wait, for their rest or for keys.
    var waiting: Int { buffer.count - head }

    // MARK: Keys

    /// Adds the key that follows those so far.
    mutating func add(_ protection: RecordProtection, _ epoch: Epoch) {
        upcoming.append((epoch, protection))
    }

    /// Adds the keys of traffic secrets of TLS 1.3; a secret that the key log does not have is left out.
    mutating func add(early: [UInt8]?, handshake: [UInt8]?, application: [UInt8]?, _ suite: CipherSuite) {
        for (epoch, secret) in [(Epoch.earlyData, early), (.handshake, handshake), (.application, application)] {
            guard let secret, secret.count == suite.hash.length else { continue }
            add(KeySchedule13.protection(secret, suite), epoch)
        }
        trafficSecret = application
    }

    /// Adds the key behind a KeyUpdate, when no other key is left to follow.
    private mutating func addUpdatedKey() {
        guard upcoming.isEmpty, let key, key.epoch == .application, key.protection.suite.isTLS13, let trafficSecret
        else { return }
        let suite = key.protection.suite
        let updated = KeySchedule13.updated(trafficSecret, suite.hash)
        self.trafficSecret = updated
        add(KeySchedule13.protection(updated, suite), .application)
    }

    // MARK: Bytes

    mutating func append(_ bytes: Span<UInt8>) {
        let count = min(skipped, bytes.count)
        skipped -= count
        buffer.removeSubrange(..<head)
        head = 0
        buffer.append(bytes, count..<bytes.count)
    }

    /// Says that `count` bytes are missing.
    mutating func lose(_ count: Int) {
        if skipped >= count, skipped > 0 {
            skipped -= count
            return
        }
        lost += waiting + count
        failures = nil
        if isAligned, let header, waiting + count <= TLSRecordHeader.size + header.length {
            // All that is missing is of one record, so the next one begins where this would have ended.
            skipped = TLSRecordHeader.size + header.length - waiting - count
            lost += skipped
        } else {
            (isAligned, skipped) = (false, 0)
        }
        (buffer, head) = ([], 0)
    }

    /// Leaves a record out for which there is no key.
    mutating func skipRecord() {
        guard let size = nextSize() else { return }
        (head, lost, failures) = (head + size, lost + size, nil)
    }

    /// Drops all complete records that wait.
    mutating func skipWaiting() {
        while let size = nextSize() { head += size }
    }

    /// Drops all bytes, because nothing of them can be decrypted.
    mutating func drop() { (buffer, head) = ([], 0) }

    private var header: TLSRecordHeader? { TLSRecordHeader(buffer.span, at: head) }

    /// The size of the record at `head` with its header, if it is complete.
    private func nextSize() -> Int? {
        guard let header else { return nil }
        let size = TLSRecordHeader.size + header.length
        return waiting >= size ? size : nil
    }

    /// The next record, or `nil` until more bytes arrive.
    mutating func next(_ workspace: RecordWorkspace) -> Event? {
        while waiting >= TLSRecordHeader.size {
            guard let header else {
                // The bytes are damaged, or more are missing than is known.
                isAligned = false
                passByte()
                continue
            }
            guard let size = nextSize() else { return nil }
            if isAligned, !isEncrypted, header.type != .applicationData {
                defer { head += size }
                return .plaintext(header.type, Array(buffer[(head + TLSRecordHeader.size)..<(head + size)]))
            }
            guard hasKeys || !isAligned else { return .needsKeys }
            let record = buffer[head..<(head + size)]
            if let event = open(record.span, workspace) {
                head += size
                (isAligned, lost, failures) = (true, 0, 0)
                isEncrypted = isEncrypted || key?.protection.suite.isTLS13 == false
                return event
            }
            guard isAligned else {
                passByte()
                continue
            }
            head += size
            // Before the first key fits, the records are those of a key that is not in the log: they count under none.
            if key != nil {
                lost += size
                failures = failures.map { $0 + 1 }
            }
            return .failed
        }
        if head == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.idleCapacity)
            head = 0
        }
        return nil
    }

    private mutating func passByte() {
        head += 1
        lost += 1
        failures = nil
    }

    // MARK: Opening

    /// Opens a record with the key and number that it has to have, or behind a loss with those that it may have.
    private mutating func open(_ record: Span<UInt8>, _ workspace: RecordWorkspace) -> Event? {
        let window = min(UInt64(lost / Self.leastRecord), failures == nil ? Self.windowLimit : Self.slack)
        let least = sequence + UInt64(failures ?? 0)
        if let key,
            let (number, plaintext) = open(record, with: key.protection, numbers: least...(least + window), workspace)
        {
            let gap = gap(before: number, key)
            sequence = number + 1
            return .opened(plaintext, key.epoch, gap: gap)
        }
        addUpdatedKey()
        for (index, candidate) in upcoming.enumerated() {
            guard let (number, plaintext) = open(record, with: candidate.protection, numbers: 0...window, workspace)
            else { continue }
            // In TLS 1.2 the first record is Finished.
            let isFirst = key?.epoch != .application && number <= (candidate.protection.suite.isTLS13 ? 0 : 1)
            let isWhole = lost == 0 || isFirst || candidate.epoch == .handshake
            key = candidate
            upcoming.removeFirst(index + 1)
            upcoming.removeAll { $0.protection.suite != candidate.protection.suite }
            sequence = number + 1
            return .opened(plaintext, candidate.epoch, gap: isWhole ? nil : .gap(lost, isCertain: false))
        }
        return nil
    }

    /// Opens a record with the first of the sequence numbers that fits. Every attempt but the first is charged to the budget,
    /// and where records are searched for, the first as well.
    private func open(
        _ record: Span<UInt8>, with protection: RecordProtection, numbers: ClosedRange<UInt64>,
        _ workspace: RecordWorkspace
    ) -> (UInt64, RecordProtection.Plaintext)? {
        for number in numbers {
            if !isAligned || number > numbers.lowerBound, !workspace.charge(record.count) { return nil }
            if let plaintext = protection.open(record, sequence: number, workspace: &workspace.record) {
                return (number, plaintext)
            }
        }
        return nil
    }

    /// The application data that is missing before a record with this number. Lost records are taken to be unpadded
    /// application data, as nearly all are.
    private func gap(before number: UInt64, _ key: Key) -> DecryptedPiece.Content? {
        guard number > sequence, key.epoch != .handshake else { return nil }
        let bytes = lost - Int(number - sequence) * key.protection.suite.recordOverhead
        return .gap(bytes > 0 ? bytes : lost, isCertain: bytes > 0)
    }
}

/// What the connections of a capture share while they open records: memory, and a bound for the attempts to find the number
/// of a record behind losses, which never end in hostile files.
final class RecordWorkspace {
    /// Memory in which a record is put together for decryption.
    var record: [UInt8] = []
    /// The application data of the packet that is being read, which is handed out behind it.
    var pieces: [DecryptedPiece] = []

    /// Bytes of records that may be tried at first, and for each byte of the capture.
    private static let (base, factor) = (64 << 20, 16)
    private var rest = base

    func addBudget(forBytes count: Int) { rest = min(rest + count * Self.factor, 1 << 40) }

    /// Takes the cost of an attempt; `false` when there is nothing left.
    func charge(_ count: Int) -> Bool {
        rest -= count + 256
        return rest >= 0
    }
}

/// `1 byte`, `12 bytes`.
package func byteCount(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

/// `3 calls`, `1 call`.
package func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

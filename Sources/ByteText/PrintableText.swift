extension ArraySlice<UInt8> {
    /// Whether these bytes look like text: UTF-8 without control characters other than tabs and line ends. Linear.
    package var isPrintable: Bool {
        let bytes = span
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
            if byte == 0x7F { return false }
            let length = byte < 0x80 ? 1 : bytes.lengthOfCharacter(at: index, before: bytes.count)
            guard length > 0 else { return false }
            index += length
        }
        return true
    }
}

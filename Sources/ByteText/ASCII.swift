extension UInt8 {
    /// `0` to `9`.
    @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// `A` to `Z` and `a` to `z`.
    @inlinable package var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }

    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    /// A byte with which a word of a program begins: a letter or `_`.
    @inlinable package var isIdentifierStart: Bool { isLetter || self == UInt8(ascii: "_") }

    /// A byte of a word of a program: a letter, a digit or `_`.
    @inlinable package var isIdentifierPart: Bool { isIdentifierStart || isDigit }

    /// The lower-case letter for `A` to `Z`, every other byte unchanged.
    @inlinable package var lowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }

    /// The upper-case letter for `a` to `z`, every other byte unchanged.
    @inlinable package var uppercased: UInt8 {
        self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & ~0x20 : self
    }
}

extension ArraySlice<UInt8> {
    /// The slice without white space and control characters at both ends.
    package var trimmed: Self { trimmed { $0 <= 0x20 } }

    /// The bytes in a range that counts from the first byte of the slice.
    @inlinable package func part(_ range: Range<Int>) -> Self {
        self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
    }

    /// The slice without the bytes at both ends for which `isSpace` is true.
    @inlinable package func trimmed(of isSpace: (UInt8) -> Bool) -> Self {
        var rest = drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}

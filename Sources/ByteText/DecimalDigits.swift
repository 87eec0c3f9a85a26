#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Prints floating-point numbers with C's `%.15g`, which Google's C++ runtime uses for text format: with as many digits as
/// every decimal number keeps in the type, or, when these are too few to read the number back, with as many as tell all
/// values of the type apart. Source: `SimpleDtoa` and `SimpleFtoa` in
/// https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/io/strtod.cc
enum DecimalDigits {
    static func text(_ value: Double) -> String {
        text(value, exactly: value, certain: 15, enough: 17)
    }

    static func text(_ value: Float) -> String {
        // The C++ runtime reads a `float` back with a function that calls those below the normal ones out of range.
        text(value, exactly: Double(value), certain: value.isSubnormal ? 9 : 6, enough: 9)
    }

    /// - Parameters:
    ///   - certain: How many digits of any decimal number the type keeps (`DBL_DIG`).
    ///   - enough: How many digits tell all values of the type apart.
    private static func text<Value: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: Value, exactly double: Double, certain: Int32, enough: Int32
    ) -> String {
        if value.isNaN { return "nan" }
        let text = general(double, precision: certain)
        return Value(text) == value ? text : general(double, precision: enough)
    }

    /// As `printf` writes a number with `%.<precision>g`; at most 24 characters for a precision of 17.
    private static func general(_ value: Double, precision: Int32) -> String {
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe withVaList([precision, value]) { unsafe vsnprintf(&text, 32, "%.*g", $0) }
        let bytes = text.prefix(Int(count)).map { UInt8(truncatingIfNeeded: $0) }
        // The locale of the process may have a comma for the point.
        return String(decoding: bytes.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    }
}

import Foundation

/// Where two parsed JSON values differ, as a path and both values; `nil` where they are equal.
///
/// Numbers are compared as doubles; those of `float` fields (by member name) after rounding to 32 bits, because runtimes
/// print different numbers of digits. The order of members does not matter.
public func jsonDifference(_ a: Any, _ b: Any, floats: Set<String> = ["batteryPercentage"], at path: String = "$")
    -> String?
{
    switch (a, b) {
    case (let a as [String: Any], let b as [String: Any]):
        for key in Set(a.keys).union(b.keys).sorted() {
            guard let left = a[key], let right = b[key] else {
                return "\(path).\(key): only in the \(a[key] == nil ? "second" : "first")"
            }
            if let difference = jsonDifference(left, right, floats: floats, at: "\(path).\(key)") { return difference }
        }
        return nil
    case (let a as [Any], let b as [Any]):
        guard a.count == b.count else { return "\(path): \(a.count) and \(b.count) elements" }
        for (index, pair) in zip(a, b).enumerated() {
            if let difference = jsonDifference(pair.0, pair.1, floats: floats, at: "\(path)[\(index)]") {
                return difference
            }
        }
        return nil
    case (let a as String, let b as String):
        // By bytes: Swift calls canonically equivalent strings equal.
        return a.utf8.elementsEqual(b.utf8) ? nil : "\(path): “\(a)” and “\(b)”"
    case (is NSNull, is NSNull): return nil
    case (let a as NSNumber, let b as NSNumber):
        let isBoolean = (isBool(a), isBool(b))
        let member = path.split(separator: ".").last.map(String.init) ?? ""
        let equal =
            floats.contains(member) || floats.contains(path)
            ? a.floatValue == b.floatValue : a.doubleValue == b.doubleValue
        return equal && isBoolean.0 == isBoolean.1 ? nil : "\(path): \(a) and \(b)"
    default: return "\(path): \(a) and \(b)"
    }
}

/// Safe: `objCType` is a C string that lives as long as the number.
private func isBool(_ number: NSNumber) -> Bool { unsafe String(cString: number.objCType) == "c" }

/// A parsed JSON document, whatever its top is.
public func parseJSON(_ text: some Sequence<UInt8>) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
}

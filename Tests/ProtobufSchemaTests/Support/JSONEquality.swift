import Foundation

/// Compares parsed JSON; returns the path of the first difference, `nil` when there is none.
///
/// Numbers are compared as doubles, below a member named in `floats` after rounding to 32 bits.
func difference(_ left: Any, _ right: Any, floats: Set<String>, path: String = "", isFloat: Bool = false) -> String? {
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
        guard Set(left.keys) == Set(right.keys) else {
            return "\(path): members \(left.keys.sorted()) and \(right.keys.sorted())"
        }
        for (key, value) in left {
            let isFloat = floats.contains(key)
            if let found = difference(value, right[key]!, floats: floats, path: "\(path).\(key)", isFloat: isFloat) {
                return found
            }
        }
        return nil
    case (let left as [Any], let right as [Any]):
        guard left.count == right.count else { return "\(path): \(left.count) and \(right.count) elements" }
        for index in left.indices {
            let path = "\(path)[\(index)]"
            if let found = difference(left[index], right[index], floats: floats, path: path, isFloat: isFloat) {
                return found
            }
        }
        return nil
    case (let left as String, let right as String): return left == right ? nil : "\(path): “\(left)” and “\(right)”"
    case (is NSNull, is NSNull): return nil
    case (let left as NSNumber, let right as NSNumber):
        if isBool(left) != isBool(right) { return "\(path): \(left) and \(right)" }
        if left.doubleValue == right.doubleValue { return nil }
        return isFloat && Float(left.doubleValue) == Float(right.doubleValue) ? nil : "\(path): \(left) and \(right)"
    default: return "\(path): \(left) and \(right)"
    }
}

private func isBool(_ number: NSNumber) -> Bool {
    // `objCType` points to a constant string of the type's encoding.
    let encoding = unsafe String(cString: number.objCType)
    return encoding == "c" || encoding == "B"
}

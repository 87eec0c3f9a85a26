import FleetErrors
import GRPCWire

/// A call on one line for people.
public enum CallLine {
    /// Number, time of day in UTC, duration, client and stream, method, sizes, and how it ended; failures are marked.
    public static func text(_ call: CapturedCall, number: Int) -> String {
        let columns = [
            padded(String(number), 4, atEnd: false), clock(call.first.time),
            padded(call.duration.map(milliseconds) ?? "?", 9, atEnd: false),
            padded("\(call.client)/\(call.stream)", 21), padded(method(call), 36),
            padded("\(size(call.request)) > \(size(call.response))", 18), outcome(call),
        ]
        return visible(columns.joined(separator: "  "))
    }

    /// Text from the wire must not move the cursor of whoever reads it.
    private static func visible(_ line: String) -> String {
        var text = ""
        for scalar in line.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func outcome(_ call: CapturedCall) -> String {
        var text: String
        if let response = call.status {
            let failed = FailedCall(
                request: CapturedCall.metadata(call.requestHeaders ?? []),
                message: call.request.messages.first?.payload,
                response: response)
            let name = response.code.name ?? String(response.code.rawValue)
            text = response.code == .ok ? "OK" : "! \(name) [\(failed.diagnosis.category.title)] \(response.message)"
        } else {
            text = call.trailers == nil ? "no end seen" : "status unknown"
        }
        if call.isPartial { text += " (partial)" }
        return text
    }

    private static func method(_ call: CapturedCall) -> String {
        guard let path = call.path else { return "(sent before the capture)" }
        return FleetMethod(path: path)?.name ?? path
    }

    /// Bytes as sent, how many messages when not one, and `z` where some are compressed.
    private static func size(_ body: CapturedBody) -> String {
        guard !body.messages.isEmpty else { return body.length == 0 ? "-" : "\(body.length)?" }
        let bytes = body.messages.reduce(0) { $0 + $1.frame.wireLength }
        let mark = body.messages.contains { $0.frame.isCompressed } ? "z" : ""
        return (body.messages.count == 1 ? "" : "\(body.messages.count)x ") + "\(bytes)\(mark)"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        let tenths = Int((max(0, min(seconds, 1e9)) * 10_000).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// The time of day in UTC with milliseconds.
    private static func clock(_ time: Int64?) -> String {
        guard let time else { return "--:--:--.---" }
        let day: Int64 = 86_400_000
        let part = ((time / 1_000_000) % day + day) % day
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let fraction = String(part % 1000)
        return "\(two(part / 3_600_000)):\(two(part / 60_000 % 60)):\(two(part / 1000 % 60))."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    private static func padded(_ text: String, _ width: Int, atEnd: Bool = true) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return atEnd ? text + space : space + text
    }
}

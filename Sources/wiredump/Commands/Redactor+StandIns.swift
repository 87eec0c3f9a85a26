import FleetErrors
import FleetMessages
import FleetProtos
import GRPCWire
import ProtobufSchema
import ProtobufWire
import Redaction

extension Redactor {
    /// The functions that replace personal data in an explanation.
    var standIns: Explanation.StandIns {
        var standIns = Explanation.StandIns()
        standIns.status = { status in
            let type = FleetSchema.shared.message(named: RPCStatus.fullName)
            let packed = try? RPCStatus(decoding: redact(status.rpcStatus.encoded(), as: type))
            var result = packed.map { CallStatus($0) } ?? CallStatus(status.code)
            // Words without spaces, such as a code of a proxy, do not stay in the message.
            result.causes = status.message + "\n" + status.causes
            result.notes = status.notes.map { $0.replacingInput(sentence) }
            return result
        }
        standIns.resourceName = text
        standIns.header = { String(decoding: header($0, Array($1.utf8)), as: UTF8.self) }
        standIns.remark = sentence
        return standIns
    }
}

import FleetEmulator
import FleetWire

/// The emulator, whatever it is asked: its state is written as a document that says the same when it is read. Input: calls,
/// each a method, the length of the request in two bytes, and the request.
func fuzzEmulator(_ input: Span<UInt8>) {
    var emulator = FleetEmulator { now }
    var rest = input.array[...]
    while rest.count >= 3 {
        let call = calls[Int(rest.removeFirst()) % calls.count]
        let length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
        call(&emulator, Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
    }
    // ProtoJSON has no form for some values, such as times in the year 10000.
    if let document = try? emulator.state.json() { expectSame(document) }
}

/// The documents of `--seed`, and the texts of `--fault`. Input: either.
func fuzzFleet(_ input: Span<UInt8>) {
    let bytes = input.array
    _ = try? EmulatorFault(String(decoding: bytes, as: UTF8.self))
    if let state = try? FleetState(json: bytes), let document = try? state.json() { expectSame(document) }
}

private func expectSame(_ document: [UInt8]) {
    do throws(FleetEmulatorError) {
        let again = try FleetState(json: document).json()
        expectEqual(
            String(decoding: again, as: UTF8.self), String(decoding: document, as: UTF8.self), "another state when read"
        )
    } catch {
        fail("a state is written and not read again: \(error)\n\(String(decoding: document, as: UTF8.self))")
    }
}

private let now = Timestamp(seconds: 1_700_000_000)

/// Tokens of back ends, which may do all that a method of theirs does.
private let tokens = [
    FleetEmulator.token(["vehicleid": ["*"], "tripid": ["*"]], at: now),
    FleetEmulator.token(["deliveryvehicleid": ["*"], "taskid": ["*"], "trackingid": ["*"]], at: now),
]

private typealias Call = @Sendable (inout FleetEmulator, [UInt8]) -> Void

private func call<Request, Response>(_ method: FleetRPC<Request, Response>) -> Call {
    let token = tokens[method.path.contains("delivery") ? 1 : 0]
    return { emulator, bytes in
        guard let request = try? Request(decoding: bytes) else { return }
        if case .success(let response) = emulator.answer(method, request, token: token).result {
            _ = response.encoded()
        }
    }
}

private let calls: [Call] = [
    call(.createVehicle), call(.getVehicle), call(.deleteVehicle), call(.updateVehicle), call(.updateVehicleLocation),
    call(.updateVehicleAttributes), call(.listVehicles), call(.searchVehicles), call(.createTrip), call(.getTrip),
    call(.deleteTrip), call(.updateTrip), call(.searchTrips), call(.reportBillableTrip), call(.createDeliveryVehicle),
    call(.getDeliveryVehicle), call(.deleteDeliveryVehicle), call(.updateDeliveryVehicle), call(.listDeliveryVehicles),
    call(.batchCreateTasks), call(.createTask), call(.getTask), call(.deleteTask), call(.updateTask), call(.listTasks),
    call(.getTaskTrackingInfo),
]

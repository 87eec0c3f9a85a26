internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

extension FleetEmulator {
    /// Checks that every Timestamp and Duration of a request is in its range, in which milliseconds in place of seconds are not.
    ///
    /// Others have no form in JSON, so that ``FleetState/json()`` could not write a resource that has one.
    func checkTimes(in request: some FleetMessage) throws(CallStatus) {
        do throws(JSONError) {
            _ = try request.json()
        } catch {
            // What else has no JSON form is a path of a mask, which the method looks at.
            guard [.invalidTimestamp, .invalidDuration].contains(error.code) else { return }
            throw Rule.times.invalid("Invalid time", [(error.path.description, error.message)])
        }
    }
}

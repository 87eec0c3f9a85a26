internal import FleetErrors
internal import FleetMessages
internal import JSONText
internal import ProtobufSchema

extension FleetState {
    /// The state as one JSON document: resources in ProtoJSON, in the order of their names, a line for each. The same state
    /// gives the same bytes.
    ///
    /// - Throws: ``FleetEmulatorError`` if ProtoJSON has no form for a value of a resource, such as a time in the year 10000.
    public func json() throws(FleetEmulatorError) -> [UInt8] {
        var text = Array("{".utf8)
        func add(_ name: String, _ lines: [[UInt8]], _ brackets: (open: String, close: String) = ("[", "]")) {
            guard !lines.isEmpty else { return }
            text += (text.count == 1 ? "\n" : ",\n").utf8
            text += JSONPrinter.quoted(name)
            text += ": \(brackets.open)\n".utf8
            text += Array(lines.joined(separator: ",\n".utf8))
            text += "\n\(brackets.close)".utf8
        }
        add("vehicles", try Self.lines(vehicles))
        add("trips", try Self.lines(trips))
        add("deliveryVehicles", try Self.lines(deliveryVehicles))
        add("tasks", try Self.lines(tasks))
        add("billableTrips", try billableTrips.map { (trip) throws(FleetEmulatorError) in try Self.line(trip) })
        add("tripUpdateTimes", try Self.lines(tripUpdateTimes, trips.names), ("{", "}"))
        add("trafficVersions", try Self.lines(trafficVersions, vehicles.names), ("{", "}"))
        text += (text.count == 1 ? "}\n" : "\n}\n").utf8
        return text
    }

    private static func lines<Resource>(_ store: ResourceStore<Resource>) throws(FleetEmulatorError) -> [[UInt8]] {
        try store.names.map { (name) throws(FleetEmulatorError) in try store[name].map(line) ?? [] }
    }

    private static func lines(_ times: [String: Timestamp], _ names: [String]) throws(FleetEmulatorError) -> [[UInt8]] {
        try names.filter { times[$0] != nil }.map { (name) throws(FleetEmulatorError) in
            let time = try Self.line(times[name] ?? Timestamp())
            return Array([JSONPrinter.quoted(name), time].joined(separator: ": ".utf8))
        }
    }

    private static func line(_ resource: some FleetMessage) throws(FleetEmulatorError) -> [UInt8] {
        do throws(JSONError) {
            return try resource.json()
        } catch {
            throw FleetEmulatorError("A \(type(of: resource)) has no JSON form: \(error)")
        }
    }

    /// The state that a document of ``json()`` holds. Members may be missing and in any order; resources need a name, and
    /// nothing else is asked of them. Vehicles have the trips that name them and are not over, and delivery vehicles the tasks at
    /// their stops, also where only one of both says so. Locations of vehicles without `server_time` do not age.
    ///
    /// - Throws: ``FleetEmulatorError`` if the document is no JSON, has other members, or has a resource that is none of its kind
    ///   or is there twice.
    public init(json: [UInt8]) throws(FleetEmulatorError) {
        let (document, problem) = JSONValue.read(json)
        if let problem { throw FleetEmulatorError("Byte \(problem.offset): \(problem.message)") }
        guard case .object(let members) = document else { throw FleetEmulatorError("The document is no JSON object.") }
        self.init()
        for member in members {
            switch member.name {
            case "vehicles": vehicles = try Self.store(member, .vehicle, \.name)
            case "trips": trips = try Self.store(member, .trip, \.name)
            case "deliveryVehicles": deliveryVehicles = try Self.store(member, .deliveryVehicle, \.name)
            case "tasks": tasks = try Self.store(member, .task, \.name)
            case "billableTrips": billableTrips = try Self.messages(member)
            case "tripUpdateTimes": tripUpdateTimes = try Self.times(member)
            case "trafficVersions": trafficVersions = try Self.times(member)
            default:
                throw FleetEmulatorError("“\(member.name)” is no member of a fleet. Those are \(list(Self.members)).")
            }
        }
        var emulator = FleetEmulator { Timestamp() }
        emulator.state = self
        try? emulator.assignTrips(trips.names, at: nil)
        emulator.assignTasks()
        self = emulator.state
    }

    private static let members = [
        "vehicles", "trips", "deliveryVehicles", "tasks", "billableTrips", "tripUpdateTimes", "trafficVersions",
    ]

    /// Whether a file that begins with `head` looks like a document of ``json()``, by the name of its first member.
    package static func isDocument(head: [UInt8]) -> Bool {
        let text = String(decoding: head.filter { $0 > 0x20 }, as: UTF8.self)
        return text == "{}" || members.contains { text.hasPrefix("{\"\($0)\":") }
    }

    private static func store<Resource: FleetMessage>(
        _ member: JSONValue.Member, _ kind: FleetMethod.Resource, _ name: KeyPath<Resource, String>
    ) throws(FleetEmulatorError) -> ResourceStore<Resource> {
        var store = ResourceStore<Resource>()
        for resource: Resource in try messages(member) {
            let name = resource[keyPath: name]
            if let problem = ResourceName.problem(name, for: kind) {
                throw FleetEmulatorError("\(member.name)[\(store.count)]: \(problem)")
            }
            guard store[name] == nil else { throw FleetEmulatorError("\(member.name): \(name) is there twice.") }
            store[name] = resource
        }
        return store
    }

    private static func times(_ member: JSONValue.Member) throws(FleetEmulatorError) -> [String: Timestamp] {
        var times: [String: Timestamp] = [:]
        for time in member.value.members {
            times[time.name] = try message(time.value, "\(member.name).\(time.name)")
        }
        return times
    }

    private static func messages<M: FleetMessage>(_ member: JSONValue.Member) throws(FleetEmulatorError) -> [M] {
        guard case .array(let elements) = member.value else { throw FleetEmulatorError("\(member.name) is no array.") }
        return try elements.enumerated().map { (index, element) throws(FleetEmulatorError) in
            try message(element, "\(member.name)[\(index)]")
        }
    }

    private static func message<M: FleetMessage>(_ value: JSONValue, _ place: String) throws(FleetEmulatorError) -> M {
        do throws(JSONError) {
            return try M(json: value.text())
        } catch {
            throw FleetEmulatorError("\(place): \(error)")
        }
    }
}

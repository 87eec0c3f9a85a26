internal import FleetProtos
internal import ProtobufSchema

/// The words that redaction keeps because they belong to Google's API: names in its schema and words of its documentation.
enum Vocabulary {
    /// The segments of resource names that are not ids: `providers`, `vehicles`, `trips`, …
    static let collections: Set<String> = {
        var segments: Set<String> = ["billableTrips"]
        for pattern in FleetSchema.shared.messages.compactMap(\.resource).flatMap(\.patterns) {
            segments.formUnion(pattern.split(separator: "/").map(String.init).filter { !$0.hasPrefix("{") })
        }
        return segments
    }()

    /// Kinds of persons and things that ids belong to.
    static let holders: Set<String> = [
        "driver", "rider", "user", "passenger", "customer", "client", "account", "member", "employee", "owner",
        "contact", "trip", "vehicle", "task", "order", "device", "provider",
    ]

    /// Words that an id or number may follow in a sentence.
    static let kinds: Set<String> = {
        let words = holders.union(["id", "deliveryVehicle", "stop"])
        return words.union(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }).union(["ID"]).union(collections)
    }()

    /// Labels of Google's hosts and service accounts.
    static let hosts: Set<String> = [
        "https", "http", "www", "com", "iam", "gserviceaccount", "developer", "googleapis", "google", "fleetengine",
        "localhost",
    ]

    /// Whether a word is a keyword of filters, or the name of an enum value.
    static func isFilterWord(_ word: String) -> Bool {
        ["true", "false", "null", "AND", "OR", "NOT"].contains(word)
            || word.count > 1 && word.utf8.allSatisfy { (0x41...0x5a).contains($0) || $0 == UInt8(ascii: "_") }
                && words.contains(word)
    }

    /// Whether a word names a common library, system or device, alone or joined by hyphens, with or without a number; or is a
    /// number of at most four digits, or a single letter.
    static func isSoftware(_ word: String) -> Bool {
        // Models of Samsung: SM-G991B.
        if word.hasPrefix("SM-"), word.utf8.count == 8 { return true }
        return word.split { $0 == "-" || $0 == "_" }.allSatisfy { part in
            var name = part
            while let last = name.last, ("0"..."9").contains(last) { name.removeLast() }
            if name.isEmpty { return part.utf8.count <= 4 }
            return part.utf8.count == 1 || software.contains(name.lowercased())
        }
    }

    private static let software = Set(
        """
        gl gccl gapic gax pb rest grpc python java swift objc go node js web kotlin dart ruby php csharp dotnet net cpp \
        chttp nio netty okhttp cronet http transport services fleet engine fleetwire driver consumer sdk android ios \
        ipados macos mac os x linux darwin windows nt win wow arm aarch intel like u like mobile mozilla gecko applewebkit \
        khtml chrome chromium safari firefox edg edge opr version cfnetwork dalvik curl wget envoy nginx esf gws gfe \
        istio apache tomcat undertow jetty dev rc alpha beta release debug snapshot build \
        iphone ipad ipod touch pixel pro max plus mini ultra air se fold galaxy note tab google samsung apple xiaomi redmi \
        poco huawei honor oppo oneplus realme vivo motorola moto nokia sony xperia lg nothing asus rog phone \
        zebra honeywell
        """.split(separator: " ").map(String.init))

    /// Words that stay in sentences.
    static let words: Set<String> = {
        var words = collections.union(further)
        func add(_ texts: String...) {
            for text in texts {
                let parts = text.split { !($0.isLetter || $0 == "_") }
                words.formUnion(parts.filter { $0.count > 1 }.map { String($0) })
            }
        }
        let schema = FleetSchema.shared
        for message in schema.messages {
            add(message.fullName, message.documentation)
            for field in message.fields { add(field.name, field.jsonName, field.documentation) }
        }
        for enumeration in schema.enums {
            add(enumeration.fullName, enumeration.documentation)
            for value in enumeration.values { add(value.name, value.documentation) }
        }
        for service in schema.services {
            add(service.fullName)
            for method in service.methods { add(method.name, method.documentation) }
        }
        return words
    }()

    /// Words in messages of failed calls: about status codes, tokens, hosts and quotas. Each may begin a sentence; none is a
    /// name.
    private static let further: Set<String> = {
        let words = """
            a aborted access active all already also an and any are argument as at audience authenticate authenticated \
            authentication authorization be because bearer been before between but by call caller calling can cancel \
            cancelled cannot check claim claims client closed concurrent connect connection contain contains contention \
            cookie corruption could count credential credentials current currently data day deadline denied detail \
            details did disabled do does empty enabled encountered end error errors exceeded exception exhausted exist \
            exists expected expire expired fail failed failure field fields for format found from greater had handler \
            has have header headers id if in inactive incomplete insufficient internal into invalid is issuer it its \
            key later least less limit location login long longer loss lost malformed mask match matches maximum \
            message metadata method metric minimum minute mismatch missing modification more most moved must name \
            needs negative next no not nothing number object of on only operation or other out page parameter parse \
            parsed path paths peer per permission please positive precondition problem project provided quota range \
            rate read reason reconnect request requested requests required requires reset resource respond response \
            retry retrying scope second seconds send sent server service should signature size socket state status \
            still stream subject such supported task temporarily than that the their then there this time timed \
            timeout times to token tokens too trailer transaction trip try type unauthenticated unavailable unexpected \
            unimplemented unknown unrecoverable unsupported until unspecified up update updates upstream use used user \
            using valid value values vehicle verified version was were when where which while with within without \
            write wrong you your again many assigned different own
            """.split(separator: " ").map(String.init)
        let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let technical = """
            API HTTP HTTPS ID IDs JSON JWT OAuth RPC RST_STREAM TLS UTC URL tripid vehicleid deliveryvehicleid taskid \
            taskids trackingid https www com iam gserviceaccount googleapis google fleetengine developers gRPC grpc \
            grpc-status grpc-message grpc-status-details-bin grpc-encoding content-type
            """.split(separator: " ").map(String.init)
        return Set(words + capitalized + technical)
    }()
}

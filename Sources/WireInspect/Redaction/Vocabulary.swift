internal import FleetProtos
internal import ProtobufSchema

/// Words that tell of nobody, because Google's API has them: names of its schema, and what its documentation is written in.
enum Vocabulary {
    /// Segments of resource names that are no ids: `providers`, `vehicles`, `trips`, …
    static let collections: Set<String> = {
        var segments: Set<String> = ["billableTrips"]
        for pattern in FleetSchema.shared.messages.compactMap(\.resource).flatMap(\.patterns) {
            segments.formUnion(pattern.split(separator: "/").map(String.init).filter { !$0.hasPrefix("{") })
        }
        return segments
    }()

    /// Words that stay in sentences.
    static let words: Set<String> = {
        var words = collections.union(further)
        func add(_ text: String) {
            words.formUnion(text.split { !($0.isLetter || $0 == "_") }.map { String($0) })
        }
        let schema = FleetSchema.shared
        for message in schema.messages {
            add(message.fullName)
            add(message.documentation)
            for field in message.fields {
                add(field.name)
                add(field.jsonName)
                add(field.documentation)
            }
        }
        for enumeration in schema.enums {
            add(enumeration.fullName)
            add(enumeration.documentation)
            for value in enumeration.values {
                add(value.name)
                add(value.documentation)
            }
        }
        for service in schema.services {
            add(service.fullName)
            for method in service.methods {
                add(method.name)
                add(method.documentation)
            }
        }
        return words
    }()

    /// What servers say of failed calls: the words of status codes, of claims in tokens, of hosts and quotas.
    private static let further = Set(
        """
        a an and are as at be because been before but by can cannot could did do does exceeded expired for found from \
        greater had has have in invalid is it its least less maximum minimum missing more most must needs no not of on \
        only or other per permission quota request requests required should than that the their this to too unknown \
        unspecified was were while with without not_found cancelled deadline unavailable internal unauthenticated \
        authorization authenticated authentication bearer token tokens claim claims denied allowed access scope project \
        tripid vehicleid deliveryvehicleid taskid taskids trackingid issuer audience subject signature exists already \
        active inactive state failed failure error errors retry later server client connection stream reset timeout \
        resource exhausted aborted precondition argument range unimplemented method service consumer metric limit minute \
        second day user value values field fields path paths mask update empty format parse parsed type \
        No The This Permission Quota Request Invalid Missing Unknown Resource Token Deadline Method Not Cannot \
        https www com iam gserviceaccount googleapis google fleetengine developers v1
        """.split { $0.isWhitespace }.map(String.init))
}

import FleetEmulator
import FleetErrors
import FleetMessages
import Foundation
import GRPCWire
import TestSupport
import Testing

@Suite struct FaultTests {
    @Test func hitsTheNextCallsOfTheResource() throws {
        var fleet = try EmulatorFixture.populated()
        try fleet.createTrip("t2")
        fleet.emulator.faults = [try EmulatorFault("GetTrip@t1=UNAVAILABLE:2,retry:2s,delay:0.5s")]
        let request = EmulatorFixture.tripRequest()
        for _ in 1...2 {
            let answer = fleet.emulator.answer(.getTrip, request, token: fleet.token)
            guard case .failure(let status) = answer.result else {
                Issue.record("the fault did not hit")
                return
            }
            #expect(status.code == .unavailable && status.retryDelay == 2 && answer.delay == 0.5)
            #expect(try fleet.getTrip("t2").name == EmulatorFixture.name("trips", "t2"))
        }
        #expect(try fleet.getTrip().name == request.name)
        #expect(fleet.emulator.faults.isEmpty)
    }

    /// In whatever order they were given.
    @Test(arguments: [["GetTrip=UNAVAILABLE", "*=delay:1s"], ["*=delay:1s", "GetTrip=UNAVAILABLE"]])
    func delaysAddUpBesideAStatus(_ faults: [String]) throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.faults = try faults.map { try EmulatorFault($0) }
        let request = EmulatorFixture.tripRequest()
        let answer = fleet.emulator.answer(.getTrip, request, token: fleet.token)
        #expect(answer.delay == 1)
        #expect(throws: CallStatus.self) { try answer.result.get() }
    }

    @Test func aQuotaEndsWithItsWindow() throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.faults = [try EmulatorFault("GetTrip=quota:2/60s")]
        let request = EmulatorFixture.tripRequest()
        for _ in 1...2 { _ = try fleet.call(.getTrip, request) }
        fleet.clock.advance(by: 20)
        let failure = fleet.failure(.getTrip, request)
        let status = try #require(failure)
        #expect(status.code == .resourceExhausted && status.retryDelay == 40 && status.reason == "RATE_LIMIT_EXCEEDED")
        #expect(status.quotaViolations.first?.subject == "project:sample-fleet")
        fleet.clock.advance(by: 40)
        _ = try fleet.call(.getTrip, request)
    }

    @Test(arguments: [
        ("GetTrip", "no “=”"), ("=UNAVAILABLE", "no method “”"), ("Teleport=UNAVAILABLE", "no method “Teleport”"),
        ("GetTrip=", "no effect"), ("GetTrip=OK", "“OK” is no effect"), ("GetTrip=UNAVAILABLE:0", "“0” is no number"),
        ("GetTrip=UNAVAILABLE:99999999999999999999", "is no number"), ("GetTrip=delay:nan", "“nan” is no time"),
        ("GetTrip=delay:-1", "“-1” is no time"),
        ("GetTrip=delay:86401s", "is no time"), ("GetTrip=quota:3", "“3” is no quota"),
        ("GetTrip=quota:1/0s", "“1/0s” is no quota"),
        ("GetTrip=UNAVAILABLE,NOT_FOUND", "A fault has one status or quota"),
        ("GetTrip=quota:2/60s,delay:1s,ABORTED:2", "Order a fault for each"),
        ("GetTrip=quota:2/60s,quota:3/60s", "Order a fault for each"),
        ("GetTrip@=ABORTED", "Behind “@”"),
        ("GetTrip=retry:2s", "belong to a status"),
    ])
    func aWrongTextIsExplained(_ text: String, _ words: String) {
        let error = #expect(throws: FleetEmulatorError.self) { try EmulatorFault(text) }
        #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    }

    @Test func aTextSaysEverything() throws {
        let fault = try EmulatorFault(
            "*@providers/p/trips/t=permission-denied,count:3,reason:SERVICE_DISABLED,message:No, not so")
        #expect(fault.method == nil && fault.resource == "providers/p/trips/t" && fault.count == 3)
        #expect(fault.status?.code == .permissionDenied && fault.status?.message == "No, not so")
        #expect(fault.status?.reason == "SERVICE_DISABLED")
    }

    /// Each row of Google's tables can be produced by an option, and its explanation has the category of the row.
    @Test func everyRowOfThePublishedTablesIsProduced() throws {
        let file = Folders.fixtures.appendingPathComponent("errors/published.tsv")
        let rows = try textLines(file).map { $0.components(separatedBy: "\t") }.filter { $0[1] != "OK" }
        #expect(rows.count == 16)
        var fleet = try EmulatorFixture.populated()
        let request = EmulatorFixture.tripRequest()
        for row in rows {
            fleet.emulator.faults = [try EmulatorFault("GetTrip=\(row[1]):1")]
            let failure = fleet.failure(.getTrip, request)
            let status = try #require(failure)
            #expect(String(status.code.rawValue) == row[0])
            let category = FailedCall(status, context: .consumerPoll).diagnosis.category
            #expect(row[3] == "-" ? category == .unclassified : category.rawValue == row[3], "\(row[1])")
        }
    }
}

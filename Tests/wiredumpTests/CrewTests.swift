import Foundation
import Testing

@testable import wiredump

@Suite struct CrewTests {
    /// Also where the first work takes longest.
    @Test func resultsAreInTheOrderOfTheWork() {
        var crew = Crew<Int>(limit: 10)
        crew.start(weight: 1) {
            Thread.sleep(forTimeInterval: 0.05)
            return 1
        }
        crew.start(weight: 1) { 2 }
        #expect(crew.next() == 1)
        #expect(crew.next() == 2)
        #expect(crew.next() == nil)
    }

    @Test func isFullByWeight() {
        var crew = Crew<Int>(limit: 10)
        #expect(!crew.isFull)
        crew.start(weight: 11) { 1 }
        #expect(crew.isFull)
        #expect(crew.next() == 1)
        #expect(!crew.isFull)
    }

    @Test func isFullByNumber() {
        var crew = Crew<Int>(limit: .max)
        var count = 0
        while !crew.isFull, count < 10_000 {
            crew.start(weight: 0) { [count] in count }
            count += 1
        }
        #expect((2..<10_000).contains(count))
        for number in 0..<count { #expect(crew.next() == number) }
        #expect(!crew.isFull)
    }
}

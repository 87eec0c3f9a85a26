import Foundation
import Testing

@testable import wiredump

@Suite struct ConcurrentJobsTests {
    /// Also where the first work takes longest.
    @Test func resultsAreInTheOrderOfTheWork() {
        var jobs = ConcurrentJobs<Int>(limit: 10)
        jobs.start(weight: 1) {
            Thread.sleep(forTimeInterval: 0.05)
            return 1
        }
        jobs.start(weight: 1) { 2 }
        #expect(jobs.next() == 1)
        #expect(jobs.next() == 2)
        #expect(jobs.next() == nil)
    }

    @Test func isFullByWeight() {
        var jobs = ConcurrentJobs<Int>(limit: 10)
        #expect(!jobs.isFull)
        jobs.start(weight: 11) { 1 }
        #expect(jobs.isFull)
        #expect(jobs.next() == 1)
        #expect(!jobs.isFull)
    }

    @Test func isFullByNumber() {
        var jobs = ConcurrentJobs<Int>(limit: .max)
        var count = 0
        while !jobs.isFull, count < 10_000 {
            jobs.start(weight: 0) { [count] in count }
            count += 1
        }
        #expect((2..<10_000).contains(count))
        for number in 0..<count { #expect(jobs.next() == number) }
        #expect(!jobs.isFull)
    }
}

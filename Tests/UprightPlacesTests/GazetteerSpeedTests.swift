internal import Foundation
internal import Glibc
internal import UprightPlaces
internal import Testing
internal import UprightFormats

/// Bounds that hold on a slow, busy machine: only the thread's own processor time is measured, so that tests that run
/// in parallel do not count. The figures themselves are printed.
@Suite(.serialized) struct GazetteerSpeedTests {
    @Test func aLookupTakesMicroseconds() throws {
        let starts = try (0..<5).map { _ in try processorTime { _ = try Gazetteer() } }
        let gazetteer = try Gazetteer()
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("labelled.tsv")
        let positions = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Position(latitude: Double(fields[1])!, longitude: Double(fields[2])!)
        }
        var times: [Duration] = []
        for _ in 0..<20 {
            for position in positions { times.append(processorTime { _ = gazetteer.place(at: position) }) }
        }
        times.sort()
        print("gazetteer: start \(starts.min()!), lookup median \(times[times.count / 2])")
        #if !DEBUG
            #expect(starts.min()! < .milliseconds(250))
            #expect(times[times.count / 2] < .microseconds(25))
        #endif
    }

    /// Times each point of a file separately (UPRIGHT_LOOKUP_POINTS, a latitude and a longitude per line), and measures
    /// the data's memory. `scripts/lookup-speed` runs this next to other gazetteers. The bounds are the design's.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["UPRIGHT_LOOKUP_POINTS"] != nil))
    func everyPointOfAFile() throws {
        let file = try #require(ProcessInfo.processInfo.environment["UPRIGHT_LOOKUP_POINTS"])
        let positions = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").compactMap {
            Position(String($0))
        }
        let before = try residentKilobytes()
        let clock = ContinuousClock()
        let began = clock.now
        let gazetteer = try Gazetteer()
        var start = clock.now - began
        _ = gazetteer.place(at: positions[0])
        let memory = try residentKilobytes() - before
        for _ in 0..<4 { start = min(start, try clock.measure { _ = try Gazetteer() }) }
        var times: [Duration] = []
        times.reserveCapacity(positions.count)
        var found = 0
        for position in positions {
            let began = clock.now
            let place = gazetteer.place(at: position)
            times.append(clock.now - began)
            if place != nil { found += 1 }
        }
        let whole = times.reduce(.zero, +)
        times.sort()
        func microseconds(_ time: Duration) -> String { String(format: "%.2f us", time / .microseconds(1)) }
        let median = times[times.count / 2]
        print(
            "upright: \(positions.count) points, \(found) with a place; median \(microseconds(median)), mean "
                + "\(microseconds(whole / times.count)), 99 % within \(microseconds(times[times.count * 99 / 100])); "
                + "data ready in \(microseconds(start)), \(memory / 1024) MiB")
        #expect(median < .microseconds(5))
        #expect(start < .milliseconds(50))
        #expect(memory < 40 << 10)
    }

    private func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    private func processorTime(of work: () throws -> Void) rethrows -> Duration {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        try work()
        return now() - start
    }
}

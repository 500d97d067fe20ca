internal import UprightFiles
internal import Testing

/// An event in a case, at a time in seconds.
private enum Step: Sendable {
    /// A source has seen the file with this size.
    case found(Double, Int, closed: Bool = false)
    /// The file is inspected if it is due; its size, whether it lacks its end, and whether it is open for writing.
    case look(Double, Int, missing: Bool = false, writing: Bool? = nil)
    case gone(Double)
    case removed(Double)
    case done(Double)
    case again(Double, after: Double)
}

/// A case: its events, and when the file is taken, complete or incomplete.
private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let taken: [String]
}

private let file: RawPath = "a.jpg"
private func status(_ size: Int) -> FileStatus {
    FileStatus(kind: .regular, device: 1, inode: 1, size: size, modified: Int64(size), changed: 0)
}

/// The quiet period is 2 s, the `completionTimeout` is 30 s.
private let cases: [Case] = [
    Case(testDescription: "moved in whole", steps: [.found(0, 9, closed: true), .look(2, 9)], taken: ["2.0"]),
    Case(
        testDescription: "not before the quiet period", steps: [.found(0, 9, closed: true), .look(1.9, 9)], taken: []),
    Case(
        testDescription: "grows, then stays unchanged",
        steps: [.found(0, 1), .look(2, 5), .look(4, 9), .look(8, 9)], taken: ["8.0"]),
    Case(
        testDescription: "the close comes late",
        steps: [.found(0, 1), .look(2, 5), .look(4, 9), .found(5, 12, closed: true), .look(6, 12), .look(7, 12)],
        taken: ["7.0"]),
    Case(
        testDescription: "incomplete, then completed",
        steps: [.found(0, 5), .look(2, 5, missing: true), .look(5, 5, missing: true), .look(10, 9), .look(20, 9)],
        taken: ["20.0"]),
    Case(
        testDescription: "never completed: taken as it is after the completionTimeout",
        steps: [.found(0, 5), .look(2, 5, missing: true), .look(20, 5, missing: true), .look(31, 5, missing: true)],
        taken: ["31.0 lacks"]),
    Case(
        testDescription: "a slow writer is never given up on",
        steps: [.found(0, 1)] + (1...50).map { .look(Double($0) * 20, $0 * 2, missing: true, writing: true) }
            + [.look(1_020, 100, writing: false), .look(1_040, 100, writing: false)],
        taken: ["1020.0"]),
    Case(
        testDescription: "incomplete and open for writing: waits for as long as it is open",
        steps: [.found(0, 5)] + (1...10).map { .look(Double($0) * 60, 5, missing: true, writing: true) }
            + [.look(720, 5, missing: true, writing: false)],
        taken: ["720.0 lacks"]),
    Case(
        testDescription: "complete but open for writing: waits, but not for ever",
        steps: [.found(0, 9), .look(2, 9, writing: true), .look(10, 9, writing: true), .look(31, 9, writing: true)],
        taken: ["31.0"]),
    Case(testDescription: "vanishes", steps: [.found(0, 9), .gone(2), .look(5, 9)], taken: []),
    Case(testDescription: "is removed", steps: [.found(0, 9), .removed(1), .look(5, 9)], taken: []),
    Case(
        testDescription: "seen twice, taken once",
        steps: [.found(0, 9, closed: true), .found(0.5, 9), .look(2.5, 9), .found(3, 9), .look(6, 9)], taken: ["2.5"]),
    Case(
        testDescription: "replaced while being worked on: taken again",
        steps: [
            .found(0, 9, closed: true), .look(2, 9), .found(3, 8, closed: true), .done(4), .look(4, 8), .look(6, 8),
        ],
        taken: ["2.0", "6.0"]),
    Case(
        testDescription: "retried after the pause, not before",
        steps: [.found(0, 9), .look(2, 9), .again(3, after: 5), .look(7, 9), .look(8, 9)], taken: ["2.0", "8.0"]),
    Case(
        testDescription: "the same name after the work has ended is a new file",
        steps: [.found(0, 9), .look(2, 9), .done(3), .found(4, 9, closed: true), .look(6, 9)], taken: ["2.0", "6.0"]),
]

@Suite("SettleMachine")
struct SettleMachineTests {
    @Test("a file is taken once, when it is ready", arguments: cases)
    fileprivate func settles(_ item: Case) {
        var machine = SettleMachine()
        var taken: [String] = []
        for step in item.steps {
            switch step {
            case .found(let time, let size, let closed):
                _ = machine.handle(.found(file, status(size), closed: closed), at: .seconds(time))
            case .removed(let time): _ = machine.handle(.removed(file), at: .seconds(time))
            case .done(let time): _ = machine.handle(.finished(file), at: .seconds(time))
            case .again(let time, let pause):
                _ = machine.handle(.again(file, after: .seconds(pause)), at: .seconds(time))
            case .gone(let time):
                guard machine.due(at: .seconds(time)) == [.examine(file)] else { continue }
                _ = machine.handle(.examined(file, .vanished), at: .seconds(time))
            case .look(let time, let size, let missing, let writing):
                guard machine.due(at: .seconds(time)) == [.examine(file)] else { continue }
                let seen = SettleMachine.Examination.present(
                    status(size), missing: missing ? "its end" : nil, isBeingWritten: writing)
                for case .take(_, let taking, let lacks) in machine.handle(.examined(file, seen), at: .seconds(time)) {
                    #expect(taking == status(size))
                    taken.append("\(time)" + (lacks == nil ? "" : " lacks"))
                }
            }
        }
        #expect(taken == item.taken)
    }

    @Test("a reason for waiting is reported once")
    func reasons() {
        var machine = SettleMachine()
        _ = machine.handle(.found(file, status(5), closed: false), at: .zero)
        var reasons: [String] = []
        for second in 1...25 {
            for case .examine(let path) in machine.due(at: .seconds(second)) {
                let seen = SettleMachine.Examination.present(status(5), missing: "EOI", isBeingWritten: nil)
                for case .wait(_, _, let reason) in machine.handle(.examined(path, seen), at: .seconds(second)) {
                    reasons.append(reason)
                }
            }
        }
        #expect(reasons == ["it is incomplete: it lacks EOI"])
    }

    @Test("a file that cannot be read is looked at again after doubling pauses, and settles anew once it can be")
    func unreadable() {
        var machine = SettleMachine()
        _ = machine.handle(.found(file, status(5), closed: true), at: .zero)
        let error = FileError(.read, file, code: 5)
        var times: [Int] = []
        var reasons: [String] = []
        for second in 0..<4_000 {
            for case .examine in machine.due(at: .seconds(second)) {
                times.append(second)
                let actions = machine.handle(.examined(file, .unreadable(error)), at: .seconds(second))
                for case .wait(_, _, let reason) in actions { reasons.append(reason) }
            }
        }
        #expect(times == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_924, 2_824, 3_724])
        #expect(reasons == [error.description])
        // The device is back.
        _ = machine.handle(.readable, at: .seconds(4_000))
        let seen = SettleMachine.Examination.present(status(5), missing: nil, isBeingWritten: nil)
        #expect(machine.due(at: .seconds(4_000)) == [.examine(file)])
        #expect(
            machine.handle(.examined(file, seen), at: .seconds(4_000)).contains {
                if case .take = $0 { true } else { false }
            })
    }

    @Test("files beyond the capacity are left to a scan, so that memory is bounded")
    func capacity() {
        var machine = SettleMachine(settings: .init(capacity: 100))
        for index in 0..<1_000 {
            _ = machine.handle(.found(RawPath("\(index)"), status(1), closed: true), at: .zero)
        }
        #expect(machine.count == 100)
        #expect(machine.isOverfull)
        #expect(!machine.hasRoom)
        #expect(machine.mayHold(beside: "a/b", within: .zero) { _ in false }, "among those that had no room")
        for case .examine(let path) in machine.due(at: .seconds(2)) {
            let seen = SettleMachine.Examination.present(status(1), missing: nil, isBeingWritten: nil)
            _ = machine.handle(.examined(path, seen), at: .seconds(2))
            _ = machine.handle(.finished(path), at: .seconds(2))
        }
        #expect(machine.count == 0)
        #expect(machine.hasRoom)
        machine.scanBegins()
        #expect(!machine.isOverfull)
        #expect(!machine.mayHold(beside: "a", within: .zero) { _ in true })
    }

    @Test("a file counts as held until the work on it has ended, for those in its folder that came with it")
    func held() {
        var machine = SettleMachine()
        _ = machine.handle(.found("a/video", status(1), closed: true), at: .zero)
        _ = machine.handle(.found("a/1.jpg", status(1), closed: true), at: .seconds(3))
        func holds(beside path: RawPath = "a/video", _ wait: Duration = .seconds(3)) -> Bool {
            machine.mayHold(beside: path, within: wait) { $0 == Array("1.jpg".utf8) }
        }
        #expect(holds() && holds(beside: "a/unseen", .zero))
        #expect(!holds(beside: "b/video") && !holds(beside: "video") && !holds(.seconds(2)))
        let seen = SettleMachine.Examination.present(status(1), missing: nil, isBeingWritten: false)
        #expect(machine.due(at: .seconds(9)).contains(.examine("a/1.jpg")))
        _ = machine.handle(.examined("a/1.jpg", seen), at: .seconds(9))
        #expect(holds(), "it is worked on")
        _ = machine.handle(.finished("a/1.jpg"), at: .seconds(9))
        #expect(!holds())
    }

    @Test("files become due in the order of their times, regardless of the order of insertion")
    func schedule() {
        var machine = SettleMachine()
        for index in [5, 3, 9, 1, 7, 2, 8, 0, 6, 4] {
            _ = machine.handle(.found(RawPath("\(index)"), status(1), closed: true), at: .seconds(index))
        }
        #expect(machine.nextDue == .seconds(2))
        #expect(machine.due(at: .seconds(4)) == [.examine("0"), .examine("1"), .examine("2")])
        #expect(machine.due(at: .seconds(100)).count == 7)
        #expect(machine.nextDue == nil)
    }
}

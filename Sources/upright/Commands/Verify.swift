internal import ArgumentParser
internal import FileStore
internal import Journal
internal import Pipeline
internal import Synchronization

/// `upright verify`: reads every output again and compares it with the journal.
struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads every output again and compares it with the journal.",
        discussion: "Exit status 1 where an output is missing, changed or cannot be read.")

    @OptionGroup var options: StateOptions

    @Flag(name: [.short, .long], help: "Name the intact outputs, too.")
    var verbose = false

    func run() async throws {
        let configuration = try ConfigurationOption.loadOrFind(options.config)
        let console = Console.shared
        let counts = Mutex<[OutputVerification.Finding.State: Int]>([:])
        if let journal = try StateFolder.journal(of: configuration) {
            let verification = OutputVerification(journal)
            do {
                let bar = Mutex(ProgressBar())
                let total = try await verification.count()
                bar.withLock {
                    $0.total = total
                    $0.isComplete = true
                }
                Interrupts.listen()
                let (json, verbose) = (options.json, verbose)
                try await verification.run { finding in
                    counts.withLock { $0[finding.state, default: 0] += 1 }
                    if json {
                        console.print(finding.json.serialized)
                    } else if verbose || finding.state != .intact {
                        let why = finding.reason.isEmpty ? "" : ": \(finding.reason)"
                        console.print("\(finding.state.rawValue)  \(finding.record.output?.description ?? "")\(why)")
                    }
                    let text = bar.withLock { bar in
                        bar.advance()
                        return bar.next(width: console.width)
                    }
                    if let text { console.draw(bar: text) }
                    return Interrupts.signal == 0 && !console.isBroken
                }
                console.draw(bar: "")
            } catch {
                console.draw(bar: "")
                console.report("upright: \(error)")
                throw ExitStatus.rejected
            }
        }
        if Interrupts.signal != 0 { throw ExitCode(128 + Interrupts.signal) }
        let found = counts.withLock { $0 }
        if !options.json {
            let parts = OutputVerification.Finding.State.allCases.filter { found[$0, default: 0] > 0 }
                .map { "\(Words.grouped(found[$0, default: 0])) \($0.rawValue)" }
            console.print(
                Words.count(found.values.reduce(0, +), "output") + (parts.isEmpty ? "" : ": ")
                    + parts.joined(separator: ", "))
        }
        if found.contains(where: { $0.key != .intact && $0.value > 0 }) { throw ExitStatus.rejected }
    }
}

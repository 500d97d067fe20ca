internal import Glibc
internal import UprightFormats
internal import UprightRewriting
internal import UprightBase

/// Normalizes mutated files in this process and records its progress, so that the caller learns the number of the file that
/// crashed it.
///
///     mutate FROM COUNT PROGRESS SEED...    writes the current number to PROGRESS (8 bytes, native order)
///     mutate emit NUMBER OUTPUT SEED...     writes the file with that number
///
/// Two threads share the work on every file, however small. Every fourth file is also normalized by one thread. An alarm ends the
/// process after 60 seconds on one file. A line on stdout reports each contradictory result, and each difference from one thread.
@main
struct Mutate {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 4 else { exit(64) }
        let seeds = arguments[4...].map(read).filter { !$0.isEmpty }
        guard !seeds.isEmpty else { exit(66) }
        if arguments[1] == "emit", let number = UInt64(arguments[2]) {
            var mutation = Mutation(number: number)
            write(mutation.file(from: seeds), to: arguments[3])
        } else if let from = UInt64(arguments[1]), let count = UInt64(arguments[2]) {
            work(from: from, count: count, progress: arguments[3], seeds: seeds)
        } else {
            exit(64)
        }
    }

    private static func work(from: UInt64, count: UInt64, progress path: String, seeds: [[UInt8]]) {
        let progress = open(path, O_RDWR | O_CREAT, 0o600)
        guard progress >= 0 else { exit(73) }
        var options = NormalizationOptions()
        // Large pictures take long without reaching other code; T10 tests them.
        options.limits.pixels = 1_000_000
        options.limits.animationPixels = 4_000_000
        let alone = Normalizer(options: options)
        let normalizer = Normalizer(options: options, parallelism: Parallelism(ThreadPool(1), grain: 1))
        var outcomes: [Outcome: Int] = [:]
        for number in from..<from + count {
            var current = number
            pwrite(progress, &current, 8, 0)
            alarm(60)
            var mutation = Mutation(number: number)
            let source = mutation.file(from: seeds)
            _ = try? ImageProperties(reading: source)
            let result = normalizer.normalize(source)
            outcomes[result.report.outcome, default: 0] += 1
            if number % 4 == 0, !isEqual(result, alone.normalize(source)) {
                print("contradiction \(number) one thread gives another result")
            }
            let contradiction =
                contradiction(in: result, of: source, by: normalizer)
                ?? PartialReading.contradiction(in: result, of: source, by: alone)
            if let contradiction {
                print("contradiction \(number) \(contradiction)")
            }
        }
        let text = outcomes.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", ")
        print("done \(count): \(text)")
    }

    private static func isEqual(_ first: NormalizationResult, _ second: NormalizationResult) -> Bool {
        guard first.report == second.report else { return false }
        return switch (first.output, second.output) {
        case (.none, .none), (.source, .source): true
        case (.bytes(let first), .bytes(let second)): first == second
        default: false
        }
    }

    private static func contradiction(
        in result: NormalizationResult, of source: [UInt8], by normalizer: Normalizer
    ) -> String? {
        let reason = result.report.reason
        switch (result.report.outcome, result.output) {
        case (.normalized, .bytes(let bytes)):
            let again = normalizer.normalize(bytes)
            guard again.report.outcome == .unchanged else {
                return "the output is \(again.report.outcome.rawValue) when normalized again: \(again.report.reason)"
            }
            return nil
        case (.unchanged, .source): return nil
        case (.ignored, .none), (.rejected, .none): return reason.isEmpty ? "there is no reason" : nil
        default: return "\(result.report.outcome.rawValue) with that output"
        }
    }

    private static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        return [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, count in
            count = max(pread(file, buffer.baseAddress, size, 0), 0)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else { exit(73) }
        close(file)
    }
}

/// Numbers of files by outcome and type.
struct FileCounts: Sendable {
    private(set) var all: [String: [String: Int]] = [:]

    mutating func add(_ outcome: String, _ type: String) { all[outcome, default: [:]][type, default: 0] += 1 }

    /// The numbers by outcome.
    var outcomes: [String: Int] { all.mapValues { $0.values.reduce(0, +) } }

    /// The numbers by type, without those of no type.
    var types: [String: Int] {
        all.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }.filter { !$0.key.isEmpty }
    }

    /// The numbers as samples, in order.
    var samples: [MetricsText.Sample] {
        all.sorted { $0.key < $1.key }.flatMap { outcome, types in
            types.sorted { $0.key < $1.key }.map { ([("outcome", outcome), ("type", $0.key)], Double($0.value)) }
        }
    }
}

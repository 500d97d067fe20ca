internal import UprightBase
internal import UprightEngine

/// Writes metrics in Prometheus text format.
struct MetricsText: Sendable {
    /// The type of a metric.
    enum Kind: String { case counter, gauge, histogram }

    typealias Sample = (labels: [(name: String, value: String)], value: Double)

    /// The text so far.
    private(set) var lines = ""

    mutating func heading(_ name: String, _ kind: Kind, _ help: String) {
        lines += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        heading(name, kind, help)
        for sample in samples { self.sample(name, sample.labels, sample.value) }
    }

    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        family(name, kind, help, [([], Double(value))])
    }

    mutating func sample(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        lines += name + (list.isEmpty ? "" : "{\(list)}") + " " + Self.number(value) + "\n"
    }

    /// The version, and when this process started to collect figures.
    mutating func process(version: String) {
        family("upright_build_info", .gauge, "The running version.", [([("version", version)], 1)])
        family(
            "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
            [([], Self.started)])
    }

    private static let started = Double(PictureEngine.milliseconds()) / 1_000

    mutating func samples(_ name: String, _ labels: [(name: String, value: String)], _ histogram: DurationHistogram) {
        for (bound, count) in zip(DurationHistogram.bounds, histogram.counts) {
            sample(name + "_bucket", labels + [("le", "\(bound)")], Double(count))
        }
        sample(name + "_bucket", labels + [("le", "+Inf")], Double(histogram.count))
        sample(name + "_sum", labels, histogram.sum)
        sample(name + "_count", labels, Double(histogram.count))
    }

    /// The state of each drop folder.
    mutating func folders(_ folders: [FolderState]) {
        func figures(_ value: (FolderState) -> Double?) -> [Sample] {
            folders.compactMap { folder in value(folder).map { ([("folder", folder.source)], $0) } }
        }
        family(
            "upright_folder_watched", .gauge, "1 while the drop folder is watched.", figures { $0.isWatched ? 1 : 0 })
        family(
            "upright_folder_paused", .gauge, "1 while the drop folder is paused for this reason.",
            folders.flatMap { folder in
                PauseReason.Kind.allCases.map { kind in
                    (
                        [("folder", folder.source), ("reason", kind.rawValue)],
                        folder.pausedReason?.kind == kind ? 1.0 : 0
                    )
                }
            })
        family(
            "upright_folder_free_bytes", .gauge, "Free bytes on the file system of the folder's output.",
            figures { $0.freeBytes.map(Double.init) })
        family(
            "upright_rejected_files", .gauge, "Rejected files in the drop folder.",
            figures { $0.rejected.map(Double.init) })
        family(
            "upright_deferred_files", .gauge, "Files in the drop folder that wait for a retry.",
            figures { $0.deferred.map(Double.init) })
        family(
            "upright_held_files", .gauge, "Files in the drop folder that are held on request.",
            figures { $0.held.map(Double.init) })
        family(
            "upright_incomplete_files", .gauge,
            "Files in the drop folder that were delivered so far, and are incomplete.",
            figures { $0.incomplete.map(Double.init) })
        family(
            "upright_stuck_originals", .gauge, "Originals of delivered pictures that could not be moved or deleted.",
            figures { $0.stuckOriginals.map(Double.init) })
        family(
            "upright_waiting_originals", .gauge,
            "Originals of delivered pictures that are moved or deleted when nobody writes to them.",
            figures { $0.waitingOriginals.map(Double.init) })
        family(
            "upright_kept_originals", .gauge,
            "Originals that stay although they are to be moved or deleted: incomplete, or needed.",
            figures { $0.keptOriginals.map(Double.init) })
        family(
            "upright_owed_places", .gauge, "Delivered pictures whose place is written when the geocoder answers.",
            figures { $0.owedPlaces.map(Double.init) })
        family(
            "upright_unreadable_folders", .gauge, "Folders inside the drop folder that cannot be read.",
            figures { $0.unreadableFolders.map(Double.init) })
        func leftSamples(_ value: (LeftFiles) -> Double) -> [Sample] {
            folders.flatMap { folder in
                (folder.left ?? []).map { ([("folder", folder.source), ("type", $0.type)], value($0)) }
            }
        }
        family(
            "upright_left_files", .gauge, "Files that are left in the drop folder, since their type is not supported.",
            leftSamples { Double($0.files) })
        family(
            "upright_left_bytes", .gauge, "The bytes of the files that are left.",
            leftSamples { Double($0.bytes.source) })
        family(
            "upright_left_oldest_timestamp_seconds", .gauge,
            "When the first of the files that are left was first seen, in seconds since 1970.",
            leftSamples { Double($0.firstSeen.milliseconds) / 1_000 })
        family(
            "upright_last_success_timestamp_seconds", .gauge,
            "The time of the drop folder's last delivery, in seconds since 1970; absent before the first.",
            figures { $0.lastSuccess.map { Double($0.milliseconds) / 1_000 } })
    }

    /// Formats a number, whole numbers without a decimal point.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int(saturating: value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

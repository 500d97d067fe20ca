extension FolderConfiguration {
    package static let keys = [
        "source", "output", "outputs", "mode", "recursive", "correct-extension", "turns", "lossy", "backend",
        "poll-interval",
        "settle", "scan-interval", "others", "originals", "originals-folder", "originals-kept", "retire-after",
        "empty-folders", "on-change", "deleted-outputs", "rejected", "companions", "duplicates", "sidecar", "ignore",
    ]

    private enum OriginalsChoice: String, CaseIterable {
        case keep, move, delete
        case moveAlways = "move-always"
        case deleteAlways = "delete-always"
    }

    /// Reads the folder that a section describes; nil if it lacks a source or an output. Notes this and every other problem.
    package init?(reading section: ConfigurationSection) {
        for key in ["source", "output"] where !section.has(key) && !(key == "output" && section.has("outputs")) {
            section.report(key, expected: "a folder", found: "none")
        }
        let outputs = Self.outputs(section)
        let (source, output) = (section.path("source"), section.path("output") ?? outputs.first)
        self.init(source: source ?? "", output: output ?? "")
        furtherOutputs = Array(outputs.dropFirst())
        if !section.scalarIs("mode", "source") { mode = section.mode("mode") }
        recursive = section.flag("recursive", default: recursive)
        correctExtension = section.flag("correct-extension", default: correctExtension)
        turns = section.flag("turns", default: turns)
        lossy = section.choice("lossy", default: lossy)
        backend = section.choice("backend", default: backend)
        let day = Duration.seconds(86_400)
        pollInterval = section.duration("poll-interval", default: pollInterval, in: .milliseconds(100)...day)
        settle = section.duration("settle", default: settle, in: .zero...(.seconds(3_600)))
        scanInterval = section.duration("scan-interval", default: scanInterval, in: .seconds(1)...day)
        others = section.choice("others", default: others)
        duplicates = section.choice("duplicates", default: duplicates)
        sidecar = section.choice("sidecar", default: sidecar)
        if sidecar != .off, !furtherOutputs.isEmpty {
            section.report("sidecar", expected: "off in a folder with several outputs", found: sidecar.rawValue)
        }
        emptyFolders = section.choice("empty-folders", default: emptyFolders)
        onChange = section.choice("on-change", default: onChange)
        deletedOutputs = section.choice("deleted-outputs", default: deletedOutputs)
        rejected = section.scalarIs("rejected", "off") ? nil : section.path("rejected")
        companions = section.flag("companions", default: companions)
        ignore = section.list("ignore") ?? ignore
        retireAfter = section.duration("retire-after", default: retireAfter, in: .zero...(day * 30))
        readOriginals(section)
        if source == nil || output == nil { return nil }
    }

    /// The paths under `outputs`; their steps are read with those of the pipeline.
    private static func outputs(_ section: ConfigurationSection) -> [String] {
        let entries = section.sections("outputs", keys: ["path", "steps"])
        guard !entries.isEmpty else {
            if section.isEmptyList("outputs") {
                section.report("outputs", expected: "at least one output, each with its path", found: "an empty list")
            }
            return []
        }
        if section.has("output") {
            section.report("output", expected: "output or outputs", found: "both")
        }
        if entries[0].has("steps") {
            entries[0].report(
                "steps", expected: "none: the first output is made by the steps of the pipeline",
                found: "steps of its own")
        }
        var paths: [String] = []
        for entry in entries {
            guard let path = entry.path("path") else {
                entry.report("path", expected: "a folder", found: "none")
                continue
            }
            if paths.contains(path) { entry.report("path", expected: "another folder for each output", found: path) }
            paths.append(path)
        }
        return paths
    }

    private mutating func readOriginals(_ section: ConfigurationSection) {
        let choice = section.choice("originals", default: OriginalsChoice.keep)
        alwaysRetires = [.moveAlways, .deleteAlways].contains(choice)
        if section.has("originals-kept"), !section.scalarIs("originals-kept", "forever") {
            let day = Duration.seconds(86_400)
            originalsKept = section.duration("originals-kept", default: day * 30, in: .seconds(1)...(day * 36_500))
            if ![.move, .moveAlways].contains(choice) {
                section.report(
                    "originals-kept", expected: "no such key with originals: \(choice.rawValue)", found: "a duration",
                    suggestion: "originals: move")
            }
        }
        switch (choice, section.path("originals-folder")) {
        case (.keep, nil): originals = .keep
        case (.delete, nil), (.deleteAlways, nil): originals = .delete
        case (.move, let folder?), (.moveAlways, let folder?): originals = .move(to: folder)
        case (.move, nil), (.moveAlways, nil):
            section.report("originals-folder", expected: "the folder to which originals are moved", found: "none")
        case (_, _?):
            section.report(
                "originals-folder", expected: "no such key with originals: \(choice.rawValue)", found: "a folder",
                suggestion: "originals: move")
        }
    }
}

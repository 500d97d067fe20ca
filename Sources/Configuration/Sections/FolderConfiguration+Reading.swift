extension FolderConfiguration {
    package static let keys = [
        "source", "output", "recursive", "correct-extension", "turns", "backend", "poll-interval", "settle",
        "scan-interval", "others", "originals", "originals-folder", "retire-after", "on-change",
        "rejected", "companions", "ignore",
    ]

    private enum OriginalsChoice: String, CaseIterable {
        case keep, move, delete
        case moveAlways = "move-always"
        case deleteAlways = "delete-always"
    }

    /// Reads the folder that a section describes; nil if it lacks a source or an output. Notes this and every other problem.
    package init?(reading section: ConfigurationSection) {
        for key in ["source", "output"] where !section.has(key) {
            section.note(key, expected: "a folder", found: "none")
        }
        let (source, output) = (section.path("source"), section.path("output"))
        self.init(source: source ?? "", output: output ?? "")
        recursive = section.flag("recursive", default: recursive)
        correctExtension = section.flag("correct-extension", default: correctExtension)
        turns = section.flag("turns", default: turns)
        backend = section.choice("backend", default: backend)
        let day = Duration.seconds(86_400)
        pollInterval = section.duration("poll-interval", default: pollInterval, in: .milliseconds(100)...day)
        settle = section.duration("settle", default: settle, in: .zero...(.seconds(3_600)))
        scanInterval = section.duration("scan-interval", default: scanInterval, in: .seconds(1)...day)
        others = section.choice("others", default: others)
        onChange = section.choice("on-change", default: onChange)
        rejected = section.scalarIs("rejected", "off") ? nil : section.path("rejected")
        companions = section.flag("companions", default: companions)
        ignore = section.list("ignore") ?? ignore
        retireAfter = section.duration("retire-after", default: retireAfter, in: .zero...(day * 30))
        readOriginals(section)
        if source == nil || output == nil { return nil }
    }

    private mutating func readOriginals(_ section: ConfigurationSection) {
        let choice = section.choice("originals", default: OriginalsChoice.keep)
        alwaysRetires = [.moveAlways, .deleteAlways].contains(choice)
        switch (choice, section.path("originals-folder")) {
        case (.keep, nil): originals = .keep
        case (.delete, nil), (.deleteAlways, nil): originals = .delete
        case (.move, let folder?), (.moveAlways, let folder?): originals = .move(to: folder)
        case (.move, nil), (.moveAlways, nil):
            section.note("originals-folder", expected: "the folder to which originals are moved", found: "none")
        case (_, _?):
            section.note(
                "originals-folder", expected: "no such key with originals: \(choice.rawValue)", found: "a folder",
                suggestion: "originals: move")
        }
    }
}

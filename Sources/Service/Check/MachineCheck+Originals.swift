internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps

extension MachineCheck {
    /// Warns of settings by which something of an original is in no file any more.
    func withoutWayBack(_ folder: FolderConfiguration) -> [Finding] {
        var losses: [String] = []
        let key: String
        switch folder.originals {
        case .keep: key = ""
        case .delete: key = folder.alwaysRetires ? "originals: delete-always" : "originals: delete"
        case .move: key = folder.originalsKept == nil ? "" : "originals-kept"
        }
        let strips = configuration.steps.contains { step in
            do { return try step.companionStrip() != nil } catch { return true }
        }
        if !key.isEmpty, strips { losses.append("what the step strip removes is in no file") }
        if !key.isEmpty, folder.alwaysRetires {
            losses.append("content credentials, depth maps and panoramas that the outputs cannot have are in no file")
        }
        if case .delete = folder.originals, folder.onChange == .replace {
            losses.append(
                "with on-change: replace, a picture that is edited before its original leaves has no earlier version")
        }
        if folder.others == .move, strips {
            losses.append("other files are delivered stripped, and leave (others: move)")
        }
        guard !losses.isEmpty else { return [] }
        let advice =
            folder.originals == .delete
            ? "; originals: move with originals-kept: 30d deletes them with a way back"
            : "; keep a copy of the originals elsewhere"
        return [
            Finding(
                subject: "originals", grade: .warning,
                text: "\(folder.source): there is no way back\(key.isEmpty ? "" : " with \(key)"): "
                    + losses.joined(separator: "; ") + advice)
        ]
    }
}

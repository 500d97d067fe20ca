internal import UprightConfiguration
internal import Yams

extension Configuration {
    /// Notes folders that would feed each other: a file written to one would be new in another.
    func noteOverlaps(_ section: ConfigurationSection) {
        for (index, folder) in folders.enumerated() {
            let here = section.entry("folders", index)
            func reportOverlap(_ key: String, _ path: String, isOutside source: FolderConfiguration) {
                guard LexicalPath.contains(source.source, path) else { return }
                here.report(key, expected: "a folder outside the source \(source.source)", found: path)
            }
            for other in folders {
                for path in folder.outputs { reportOverlap("output", path, isOutside: other) }
                if let path = folder.originalsFolder { reportOverlap("originals-folder", path, isOutside: other) }
                if let rejected = folder.rejected { reportOverlap("rejected", rejected, isOutside: other) }
                for path in folder.outputs
                where LexicalPath.contains(path, other.source) && path != other.source {
                    here.report("output", expected: "a folder that holds no source", found: "\(other.source) inside it")
                }
            }
            if let path = folder.originalsFolder, path == folder.output {
                here.report("originals-folder", expected: "another folder than output", found: path)
            }
            if let rejected = folder.rejected, rejected == folder.output {
                here.report("rejected", expected: "another folder than output", found: rejected)
            }
            for other in folders[..<index]
            where LexicalPath.contains(other.source, folder.source)
                || LexicalPath.contains(folder.source, other.source)
            {
                here.report("source", expected: "a folder apart from the source \(other.source)", found: folder.source)
            }
            if !state.isEmpty, LexicalPath.contains(folder.source, state) {
                section.report("state", expected: "a folder outside the source \(folder.source)", found: state)
            }
        }
    }
}

extension ConfigurationSection {
    /// An entry of a list as a section that only takes notes: its lines are known, and its keys have been checked.
    func entry(_ key: String, _ index: Int) -> ConfigurationSection {
        guard let sequence = member(key)?.node.sequence, sequence.indices.contains(index) else { return self }
        return ConfigurationSection(
            notesOn: sequence[index], path: "\(fullName(key))[\(index)]", context: context)
    }
}

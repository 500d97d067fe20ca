internal import Glibc
internal import UprightConfiguration

/// The environment variables that take the place of keys of every folder, for containers, whose configuration is in the image.
extension Configuration {
    private static let originalsName = "UPRIGHT_ORIGINALS"
    private static let folderName = "UPRIGHT_ORIGINALS_FOLDER"
    private static let othersName = "UPRIGHT_OTHERS"

    /// The value of a variable; nil if it is not set, or empty.
    static func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Puts the values of the environment in the place of the keys `originals`, `originals-folder` and `others`.
    ///
    /// - Parameter value: returns the value of a variable.
    mutating func override(by value: (String) -> String?) throws(ConfigurationError) {
        var problems: [ConfigurationProblem] = []
        func report(_ name: String, expected: String, found: String) {
            problems.append(
                ConfigurationProblem(file: "environment", line: nil, key: name, expected: expected, found: found))
        }
        if let text = value(Self.othersName) {
            if let others = FolderConfiguration.Others(rawValue: text) {
                for index in folders.indices { folders[index].others = others }
            } else {
                report(Self.othersName, expected: "leave, copy or move", found: text)
            }
        }
        let target = value(Self.folderName) ?? "/originals"
        switch value(Self.originalsName) {
        case nil: break
        case "keep"?: for index in folders.indices { folders[index].originals = .keep }
        case "delete"?: for index in folders.indices { folders[index].originals = .delete }
        case "move"?:
            let isOutside = folders.allSatisfy { !LexicalPath.contains($0.source, target) && $0.output != target }
            guard target.hasPrefix("/"), isOutside else {
                report(
                    Self.folderName, expected: "an absolute path outside of the sources, other than an output",
                    found: target)
                break
            }
            for index in folders.indices { folders[index].originals = .move(to: LexicalPath.normalized(target)) }
        case let text?: report(Self.originalsName, expected: "keep, move or delete", found: text)
        }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
    }
}

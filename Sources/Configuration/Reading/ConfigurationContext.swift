/// The state that the sections of one file share while it is read: its location, and the problems found so far.
package final class ConfigurationContext {
    /// The file's name, for messages.
    let file: String
    /// The folder at which relative paths start, an absolute path; nil if its name is not UTF-8.
    let folder: String?
    /// The folder that `~` means; nil if it is not known.
    let home: String?
    package private(set) var problems: [ConfigurationProblem] = []
    /// The lines of the keys that were read.
    package var lines = ConfigurationLines()

    package init(file: String, folder: String?, home: String?) {
        self.file = file
        self.folder = folder
        self.home = home
    }

    package func report(
        _ line: Int?, _ key: String, expected: String, found: String, suggestion: String = "", message: String? = nil
    ) {
        var problem = ConfigurationProblem(
            file: file, line: line, key: key, expected: expected, found: found, suggestion: suggestion)
        problem.message = message
        problems.append(problem)
    }

    /// The absolute path without `.`, `..` and doubled slashes. Links are not resolved.
    ///
    /// - Parameters:
    ///   - line: The line of the path.
    ///   - key: Its key.
    func absolute(_ path: String, _ line: Int?, _ key: String) -> String {
        if path.hasPrefix("/") { return LexicalPath.normalized(path) }
        guard let folder else {
            report(
                line, key, expected: "an absolute path, since the name of this file's folder is not UTF-8",
                found: "\"\(path)\"")
            return path
        }
        return LexicalPath.normalized(folder + "/" + path)
    }
}

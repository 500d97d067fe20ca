/// Operations on paths as text, without access to the file system.
package enum LexicalPath {
    /// The absolute path without empty and `.` components and with `..` resolved; links are not followed.
    package static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        if parts.isEmpty { return "/" }
        var text = ""
        for part in parts {
            text += "/"
            text += String(part)
        }
        return text
    }

    /// Whether a normalized path is the folder or is inside it.
    package static func contains(_ folder: String, _ path: String) -> Bool {
        folder == path || folder == "/" || path.hasPrefix(folder + "/")
    }

    /// The normalized path without its last component.
    package static func parent(of path: String) -> String {
        normalized(path + "/..")
    }
}

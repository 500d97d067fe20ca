/// Where the keys of a configuration are in its file, for problems that only show when what they name is opened.
package struct ConfigurationLines: Sendable, Hashable {
    private var lines: [String: Int] = [:]

    package init() {}

    /// Notes the line of a key, given with its parents: `folders[0].settle`.
    mutating func record(_ key: String, _ line: Int?) { if let line { lines[key] = line } }

    /// The key as the file has it, and its line: that of the nearest parent if the file does not have the key. An entry of a list
    /// that is written as a single value has the key of the list.
    func location(of key: String) -> (key: String, line: Int?) {
        var key = key
        if lines[key] == nil, key.hasSuffix("]"), let bracket = key.lastIndex(of: "[") { key = String(key[..<bracket]) }
        var known = key[...]
        while !known.isEmpty {
            if let line = lines[String(known)] { return (key, line) }
            known = known[..<(known.lastIndex { $0 == "." || $0 == "[" } ?? known.startIndex)]
        }
        return (key, nil)
    }
}

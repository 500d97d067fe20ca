package import Yams

/// Parses a YAML file with one document into a tree of nodes with line numbers.
package enum YAMLDocument {
    package static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> Node {
        func failure(_ line: Int?, expected: String, found: String, suggestion: String = "") -> ConfigurationError {
            ConfigurationError([
                ConfigurationProblem(
                    file: file, line: line, key: "", expected: expected, found: found, suggestion: suggestion)
            ])
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw failure(1, expected: "text in UTF-8", found: "a byte order mark of UTF-16")
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let line = lineOfInvalidText(body) {
            throw failure(line, expected: "text in UTF-8", found: "other bytes")
        }
        let text = String(decoding: body, as: UTF8.self)
        do {
            // Values are read from their texts. The default resolver's regular expressions take a fifth of a command's start.
            guard let node = try Yams.compose(yaml: text, .basic, .default, .utf8), !isNull(node) else {
                throw failure(nil, expected: "a configuration", found: "an empty file")
            }
            guard node.mapping != nil else {
                throw failure(node.mark?.line, expected: "keys and values", found: describe(node))
            }
            return node
        } catch let error as ConfigurationError {
            throw error
        } catch let error as YamlError {
            throw problem(error, text: text, file: file)
        } catch {
            throw failure(nil, expected: "YAML", found: "\(error)")
        }
    }

    private static func lineOfInvalidText(_ bytes: ArraySlice<UInt8>) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var line = 1
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): if scalar == "\n" { line += 1 }
            case .emptyInput: return nil
            case .error: return line
            }
        }
    }

    private static func problem(_ error: YamlError, text: String, file: String) -> ConfigurationError {
        var line: Int?
        var key = ""
        var expected = "YAML"
        var found = ""
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            line = mark.line
            (expected, found) = Self.parts(of: problem)
            if indentsWithTab(text, line: mark.line) { (expected, found) = ("spaces for indentation", "a tab") }
        case .duplicatedKeysInMapping(let duplicates, let context):
            line = context.mark.line
            key = duplicates.first ?? ""
            (expected, found) = ("each key once", "a duplicate in the same mapping")
        case .reader(let problem, let offset, _, _):
            line = offset.map { text.utf8.prefix($0).count { $0 == 0x0A } + 1 }
            (expected, found) = ("text without control characters", problem)
        default:
            found = "\(error)"
        }
        return ConfigurationError([
            ConfigurationProblem(file: file, line: line, key: key, expected: expected, found: found, suggestion: "")
        ])
    }

    /// What one of libyaml's messages says was expected, and was found.
    private static func parts(of problem: String) -> (expected: String, found: String) {
        switch problem {
        case "mapping values are not allowed in this context":
            return ("one key and value on a line", "a second colon; put a value that contains \": \" into quotes")
        case "block sequence entries are not allowed in this context": return ("a value", "the - of a list")
        case "could not find expected ':'", "did not find expected key":
            return ("a key with a colon, indented like its neighbours", "something else")
        case "did not find expected '-' indicator": return ("the - of the list's next entry", "something else")
        case "found unexpected end of stream": return ("the end of a quoted text", "the end of the file")
        default: break
        }
        for start in ["did not find expected ", "could not find expected "] where problem.hasPrefix(start) {
            return (String(problem.dropFirst(start.count)), "something else")
        }
        return ("YAML", problem.hasPrefix("found ") ? String(problem.dropFirst(6)) : problem)
    }

    private static func indentsWithTab(_ text: String, line: Int) -> Bool {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return false }
        return lines[line - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
    }
}

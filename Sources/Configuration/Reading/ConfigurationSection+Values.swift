internal import UprightBase
internal import Yams

extension ConfigurationSection {
    /// Reads a non-empty text.
    package func text(_ key: String, default fallback: String) -> String { text(key) ?? fallback }

    /// Reads a non-empty text; nil if the key is absent.
    package func text(_ key: String) -> String? {
        guard let text = scalar(key, expected: "a text") else { return nil }
        if text.isEmpty { report(key, expected: "a text", found: "an empty one") }
        return text.isEmpty ? nil : text
    }

    /// Reads a flag: `true`, `yes`, `on` or `false`, `no`, `off`.
    package func flag(_ key: String, default fallback: Bool) -> Bool {
        guard let text = scalar(key, expected: "true or false") else { return fallback }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default:
            report(key, expected: "true or false", found: "\"\(text)\"")
            return fallback
        }
    }

    /// Reads a whole number, which can have `_` between digits and end in `k`, `M` or `G` for thousands, millions, billions.
    ///
    /// - Parameter word: A word that is also accepted, named in messages. The caller checks for it first.
    package func count(
        _ key: String, default fallback: Int, in range: ClosedRange<Int>, or word: String? = nil
    ) -> Int {
        let number = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        let expected = word.map { "\($0), or \(number)" } ?? number
        guard let text = scalar(key, expected: expected) else { return fallback }
        guard let count = Quantity.count(text), range.contains(count) else {
            report(key, expected: expected, found: "\"\(text)\"")
            return fallback
        }
        return count
    }

    /// Reads the mode of a file, in octal digits; nil if the key is absent.
    package func mode(_ key: String) -> Int? {
        let expected = "source, or a mode in octal digits from 0400 to 0666, such as 0640"
        guard let text = scalar(key, expected: expected) else { return nil }
        guard text.utf8.count <= 4, let mode = Int(text, radix: 8), mode & ~0o666 == 0, mode & 0o400 != 0 else {
            report(key, expected: expected, found: "\"\(text)\"")
            return nil
        }
        return mode
    }

    /// Reads a number with or without a fraction.
    package func number(_ key: String, default fallback: Double, in range: ClosedRange<Double>) -> Double {
        let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
        guard let text = scalar(key, expected: expected) else { return fallback }
        guard let number = Double(text), range.contains(number) else {
            report(key, expected: expected, found: "\"\(text)\"")
            return fallback
        }
        return number
    }

    /// Reads a number of seconds: a number alone, or with a unit such as `90s` or `5min`.
    package func seconds(_ key: String, default fallback: Double, in range: ClosedRange<Double>) -> Double {
        let expected =
            "a number of seconds from \(range.lowerBound) to \(range.upperBound), or a duration such as 90s or 5min"
        guard let text = scalar(key, expected: expected) else { return fallback }
        guard let number = Quantity.seconds(text), range.contains(number) else {
            report(key, expected: expected, found: "\"\(text)\"")
            return fallback
        }
        return number
    }

    /// Reads a size in bytes: a whole number, or a number with a unit such as `512MiB`.
    package func size(_ key: String, default fallback: Int, in range: ClosedRange<Int>) -> Int {
        let expected =
            "a size from \(Quantity.describe(bytes: range.lowerBound)) to \(Quantity.describe(bytes: range.upperBound)), "
            + "such as 512MiB"
        guard let text = scalar(key, expected: expected) else { return fallback }
        guard let size = Quantity.bytes(text), range.contains(size) else {
            report(key, expected: expected, found: "\"\(text)\"")
            return fallback
        }
        return size
    }

    /// Reads a duration with its unit: `500ms`, `2s`, `15min`, `1h`, `30d`.
    package func duration(_ key: String, default fallback: Duration, in range: ClosedRange<Duration>) -> Duration {
        let expected = "a duration from \(range.lowerBound) to \(range.upperBound), such as 500ms, 2s, 15min, 1h or 7d"
        guard let text = scalar(key, expected: expected) else { return fallback }
        guard let duration = Quantity.duration(text), range.contains(duration) else {
            let unit = Double(text) == nil ? "" : "add a unit: \(text)s"
            report(key, expected: expected, found: "\"\(text)\"", suggestion: unit)
            return fallback
        }
        return duration
    }

    /// Reads one of the raw values of an enumeration.
    package func choice<Choice>(_ key: String, default fallback: Choice) -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        word(key, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init) ?? fallback
    }

    /// Reads a list of raw values of an enumeration, each at most once and at least one; or a single one as a list of one.
    package func choices<Choice>(_ key: String, default fallback: [Choice]) -> [Choice]
    where Choice: RawRepresentable<String> & CaseIterable & Equatable {
        guard let texts = list(key) else { return fallback }
        let words = Choice.allCases.map(\.rawValue)
        let expected = "a list of some of \(words.joined(separator: ", ")), each once"
        var choices: [Choice] = []
        for text in texts {
            guard let choice = Choice(rawValue: text), !choices.contains(choice) else {
                report(
                    key, expected: expected, found: "\"\(text)\"\(words.contains(text) ? " twice" : "")",
                    suggestion: words.contains(text) ? "" : Suggestion.nearest(to: text, in: words))
                return fallback
            }
            choices.append(choice)
        }
        if choices.isEmpty { report(key, expected: expected, found: "none of them") }
        return choices.isEmpty ? fallback : choices
    }

    /// Reads one of some words; nil if the key is absent.
    package func word(_ key: String, among words: [String]) -> String? {
        let expected = "one of \(words.joined(separator: ", "))"
        guard let text = scalar(key, expected: expected) else { return nil }
        guard words.contains(text) else {
            report(key, expected: expected, found: "\"\(text)\"", suggestion: Suggestion.nearest(to: text, in: words))
            return nil
        }
        return text
    }

    /// The absolute form of a path that is relative to the configuration file's folder.
    package func absolute(_ path: String, _ key: String) -> String {
        context.absolute(path, member(key)?.node.mark?.line, fullName(key))
    }

    /// Reads a path and makes it absolute, relative to the configuration file's folder; nil if the key is absent.
    package func path(_ key: String) -> String? {
        guard let text = scalar(key, expected: "a path") else { return nil }
        guard !text.isEmpty, !text.unicodeScalars.contains("\0") else {
            report(key, expected: "a path", found: text.isEmpty ? "an empty one" : "one with a NUL character")
            return nil
        }
        return path(text, key)
    }

    /// The absolute path that a text means, which may begin with `~`.
    private func path(_ text: String, _ key: String) -> String? {
        guard text == "~" || text.hasPrefix("~/") else { return absolute(text, key) }
        guard let home = context.home else {
            report(key, expected: "a path", found: "\"\(text)\", and HOME is not set", suggestion: "write it in full")
            return nil
        }
        return absolute(home + text.dropFirst(), key)
    }

    /// Reads paths, or a single path as a list of one, and makes them absolute, relative to the configuration file's
    /// folder.
    package func paths(_ key: String) -> [String] {
        (list(key) ?? []).compactMap { path($0, key) }
    }

    /// Reads a list of texts, or a single text as a list of one; nil if the key is absent.
    package func list(_ key: String) -> [String]? {
        guard let member = member(key) else { return nil }
        if let scalar = member.node.scalar, !isNull(member.node) { return [scalar.string] }
        guard let sequence = member.node.sequence else {
            report(key, expected: "a list of texts", found: describe(member.node))
            return nil
        }
        return sequence.enumerated().compactMap { index, node in
            guard let text = node.scalar?.string, !isNull(node), !text.isEmpty else {
                context.report(
                    node.mark?.line, "\(fullName(key))[\(index)]", expected: "a text", found: describe(node))
                return nil
            }
            return text
        }
    }

    /// The section under a key, with the keys that it can have. An absent or empty section gives defaults for everything.
    package func section(_ key: String, keys: [String]) -> ConfigurationSection {
        ConfigurationSection(
            member(key)?.node ?? .absent, path: fullName(key), keys: keys, context: context)
    }

    /// The sections in the list under a key; empty if the key is absent.
    package func sections(_ key: String, keys: [String]) -> [ConfigurationSection] {
        guard let member = member(key) else { return [] }
        guard let sequence = member.node.sequence else {
            report(key, expected: "a list, each entry beginning with \"- \"", found: describe(member.node))
            return []
        }
        return sequence.enumerated().map { index, node in
            if isNull(node) {
                context.report(
                    node.mark?.line, "\(fullName(key))[\(index)]", expected: "keys and values", found: "nothing")
            }
            return ConfigurationSection(node, path: "\(fullName(key))[\(index)]", keys: keys, context: context)
        }
    }
}

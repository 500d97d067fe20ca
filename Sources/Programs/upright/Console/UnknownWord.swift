internal import ArgumentParser
internal import UprightBase

/// An unknown command or option, with the one that was probably meant.
struct UnknownWord: CustomStringConvertible {
    private let kind: String
    private let word: String
    private let suggestion: String
    /// The command whose help lists the known words: `upright tag`.
    private let command: String

    /// The first unknown word of a command line; nil if all words are known and something else is wrong.
    init?(in arguments: [String], of root: any ParsableCommand.Type) {
        let words = CommandWords(arguments, of: root)
        let (command, rest) = (words.command, words.rest)
        let path = words.words.joined(separator: " ")
        if !command.configuration.subcommands.isEmpty, let first = rest.first, !first.hasPrefix("-") {
            guard first != "help" else { return nil }
            let names = command.configuration.subcommands.map { $0._commandName } + ["help"]
            self.init("command", first, among: names, of: path)
            return
        }
        let options = Self.options(of: command)
        for word in rest.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word.count > 1 {
            let isShort = !word.hasPrefix("--")
            // A negative number is a value.
            guard !isShort || word.dropFirst().first?.isLetter == true else { continue }
            let name = isShort ? String(word.prefix(2)) : String(word.prefix { $0 != "=" })
            guard !options.contains(name) else { continue }
            self.init("option", name, among: options.filter { $0.hasPrefix("--") }.sorted(), of: path)
            return
        }
        return nil
    }

    /// The word after `help` that names no command; nil if all do.
    init?(afterHelp arguments: [String], of root: any ParsableCommand.Type) {
        let words = CommandWords(arguments, of: root, isWhole: true)
        guard let word = words.rest.first, !word.hasPrefix("-") else { return nil }
        self.init(
            "command", word, among: words.command.configuration.subcommands.map { $0._commandName },
            of: words.words.joined(separator: " "))
    }

    private init(_ kind: String, _ word: String, among known: [String], of command: String) {
        self.kind = kind
        self.word = word
        self.command = command
        let isRecursive = kind == "option" && ["-r", "-R", "--recursive"].contains(word)
        suggestion = isRecursive ? "folders include everything inside" : Suggestion.nearest(to: word, in: known)
    }

    /// The options that a command's help lists.
    private static func options(of command: any ParsableCommand.Type) -> Set<String> {
        var found: Set<String> = ["--help", "--version", "-h"]
        for word in command.helpMessage(columns: 500).split(whereSeparator: { " ,/[]()\n=|".contains($0) })
        where word.hasPrefix("-") {
            let name = String(word.prefix { $0 == "-" || $0.isLetter || $0.isNumber })
            found.insert(name)
        }
        return found
    }

    /// The message: what was found, and what was probably meant.
    var description: String {
        let list = kind == "option" ? "options" : "commands"
        return "there is no \(kind) \(word)" + (suggestion.isEmpty ? "" : ": \(suggestion)")
            + "\nSee \(command) --help for the \(list)."
    }
}

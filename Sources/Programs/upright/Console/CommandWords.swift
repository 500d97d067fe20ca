internal import ArgumentParser

/// The words of a command line that name a command, and the arguments after them.
struct CommandWords {
    /// The command that the words name.
    let command: any ParsableCommand.Type
    /// The words, from the name of the program: `upright places lookup`.
    let words: [String]
    /// What follows them.
    let rest: ArraySlice<String>

    /// Follows the words of `arguments` from the root's subcommands down, as far as they name one. The last one's default
    /// subcommand needs no word.
    ///
    /// - Parameter isWhole: whether only the words count, and no default subcommand.
    init(_ arguments: [String], of root: any ParsableCommand.Type, isWhole: Bool = false) {
        var command = root
        var words = [root._commandName]
        var rest = arguments[...]
        while let first = rest.first,
            let found = command.configuration.subcommands.first(where: { $0._commandName == first })
        {
            command = found
            words.append(first)
            rest = rest.dropFirst()
        }
        if !isWhole, let standard = command.configuration.defaultSubcommand {
            command = standard
            words.append(standard._commandName)
        }
        (self.command, self.words, self.rest) = (command, words, rest)
    }
}

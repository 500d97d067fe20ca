/// The names that commands had before version 0.2. They are in no list, and go on working in this version.
enum FormerNames {
    private static let names: [(former: [String], current: [String])] = [
        (["verify"], ["journal", "verify"]), (["pause"], ["queue", "pause"]), (["resume"], ["queue", "resume"]),
        (["rescan"], ["queue", "rescan"]), (["queue", "drop"], ["queue", "dismiss"]),
    ]

    /// Returns the arguments with the current name of the command.
    static func replaced(in arguments: [String]) -> [String] {
        let help = arguments.first == "help" ? 1 : 0
        let words = arguments.dropFirst(help)
        for (former, current) in names where words.starts(with: former) {
            return arguments.prefix(help) + current + words.dropFirst(former.count)
        }
        return arguments
    }
}

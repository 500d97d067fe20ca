internal import ArgumentParser

/// A command to which files can be given by the thousand.
protocol TakesManyArguments {}

/// Positional arguments, many of them in one.
///
/// With each argument, the argument parser copies those that it has: 20,000 names would take seconds before the first file
/// is opened. ``gathered(_:of:)`` makes one argument of many, separated by NULs, which no argument contains.
struct GatheredArguments: ExpressibleByArgument {
    let texts: [String]

    init(argument: String) {
        texts = argument.utf8.split(separator: 0, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    /// How many arguments at the start of a row stay as they are: words that name a command, the value of an option before
    /// them, a direction.
    private static let apart = 8
    /// The shortest row that is worth it.
    private static let shortest = 64

    /// Returns the arguments with each long row of them that are no options as one, after its first few.
    static func gathered(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        guard arguments.count >= shortest,
            CommandWords(arguments, of: root).command is any TakesManyArguments.Type
        else { return arguments }
        var gathered: [String] = []
        var rest = arguments[...]
        while !rest.isEmpty {
            let row = rest.prefix { !isOption($0) }
            if row.count < shortest {
                gathered += row
            } else {
                gathered += row.prefix(apart)
                gathered.append(row.dropFirst(apart).joined(separator: "\0"))
            }
            rest = rest[row.endIndex...]
            let options = rest.prefix(while: isOption)
            gathered += options
            rest = rest[options.endIndex...]
        }
        return gathered
    }

    private static func isOption(_ argument: String) -> Bool { argument.utf8.first == UInt8(ascii: "-") }
}

extension [GatheredArguments] {
    /// All arguments, in order.
    var texts: [String] { flatMap(\.texts) }
}

extension ReprocessRun {
    /// Parses a plain command line: paths, and options in full with their values as arguments of their own.
    ///
    /// The argument parser learns the options by reflection, which takes longer than turning a small picture, and even its command
    /// takes 0.2 ms to create. It parses what this returns nil for: help, mistakes, repeated options, selections, other spellings.
    static func plain(_ arguments: [String]) -> ReprocessRun? {
        guard arguments.first == "reprocess" else { return nil }
        var command = ReprocessRun()
        var rest = arguments.dropFirst()
        func isSet(_ flag: inout Bool) -> Bool {
            defer { flag = true }
            return !flag
        }
        func isSet(_ option: inout String?) -> Bool {
            guard option == nil, let value = rest.popFirst(), isPlain(value) else { return false }
            option = value
            return true
        }
        while let argument = rest.popFirst() {
            let isUnderstood =
                switch argument {
                case "--json": isSet(&command.json)
                case "--dry-run", "-n": isSet(&command.dryRun)
                case "--force": isSet(&command.force)
                case "--verbose", "-v": isSet(&command.verbose)
                case "--quiet", "-q": isSet(&command.quiet)
                case "--output", "-o": isSet(&command.output)
                case "--config": isSet(&command.config)
                case "--files-from": isSet(&command.filesFrom)
                case "--jobs", "-j": command.takeJobs(from: &rest)
                default: command.takePath(argument)
                }
            guard isUnderstood else { return nil }
        }
        do { try command.validate() } catch { return nil }
        return command
    }

    private mutating func takeJobs(from rest: inout ArraySlice<String>) -> Bool {
        guard jobs == nil, let number = rest.popFirst().flatMap(Int.init) else { return false }
        jobs = number
        return true
    }

    private mutating func takePath(_ argument: String) -> Bool {
        guard Self.isPlain(argument) else { return false }
        paths.append(argument)
        return true
    }

    /// Whether an argument is neither an option nor `-`, which names a stream.
    private static func isPlain(_ argument: String) -> Bool { argument.utf8.first != UInt8(ascii: "-") }
}

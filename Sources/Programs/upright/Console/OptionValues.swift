internal import ArgumentParser
internal import UprightBase

/// A command with options whose empty value means something, such as the removal of what they set.
protocol TakesEmptyValues {
    /// Those options.
    static var optionsWithEmptyValues: Set<String> { get }
}

/// Values of options that the argument parser reads as something else.
///
/// - Empty ones, `--owner=` and `--owner ''`: the parser reads `--owner=` like `--owner`, and takes the next argument, a file, as
///   the value. Here, `--owner=` gets the empty value that was written. An option for which an empty value means nothing is
///   refused with one.
/// - Negative numbers, `--jobs -3`: the parser takes them for options. Here, `--jobs` gets the number, and can say what it takes.
struct OptionValues {
    private let command: any ParsableCommand.Type
    private let options: [Option]

    private struct Option {
        var names: Set<String>
        var valueName: String
        /// Whether the option has a value; a flag has none.
        var hasValue: Bool
        /// Whether the next argument is the value even if it looks like an option.
        var takesAnything: Bool
    }

    /// Returns the arguments with each `--option=` as two, the option and an empty text.
    static func separated(_ arguments: [String], of root: any ParsableCommand.Type) throws -> [String] {
        // The options of a command are slow to list.
        guard
            arguments.contains(where: {
                $0.isEmpty || $0.utf8.first == dash && $0.utf8.last == equals || isNegative($0)
            })
        else {
            return arguments
        }
        let words = CommandWords(arguments, of: root)
        let head = arguments.prefix(arguments.count - words.rest.count)
        return head + (try OptionValues(words.command).separated(words.rest))
    }

    /// Whether an argument is a negative number, with or without a unit.
    private static func isNegative(_ argument: String) -> Bool {
        argument.utf8.first == dash && argument.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } == true
    }

    private static let dash = UInt8(ascii: "-")
    private static let equals = UInt8(ascii: "=")

    private init(_ command: any ParsableCommand.Type) {
        self.command = command
        let dump = try? JSONValue(parsing: command._dumpHelp().utf8)
        guard case .array(let arguments)? = dump?["command"]?["arguments"] else {
            options = []
            return
        }
        options = arguments.compactMap { argument in
            guard case .string(let kind)? = argument["kind"], kind != "positional",
                case .array(let names)? = argument["names"]
            else { return nil }
            let spelled = names.compactMap { name -> String? in
                guard case .string(let text)? = name["name"], case .string(let kind)? = name["kind"] else { return nil }
                return (kind == "long" ? "--" : "-") + text
            }
            var valueName = "value"
            if case .string(let name)? = argument["valueName"] { valueName = name }
            var takesAnything = false
            if case .string("unconditional")? = argument["parsingStrategy"] { takesAnything = true }
            return Option(
                names: Set(spelled), valueName: valueName, hasValue: kind == "option", takesAnything: takesAnything)
        }
    }

    private func separated(_ arguments: ArraySlice<String>) throws -> [String] {
        var found: [String] = []
        var rest = arguments
        while let argument = rest.popFirst() {
            if argument == "--" { return found + [argument] + rest }
            let isEmpty =
                argument.utf8.first == Self.dash
                && argument.utf8.firstIndex(of: Self.equals)
                    .map { argument.utf8.index(after: $0) == argument.utf8.endIndex } ?? false
            let name = isEmpty ? String(argument.dropLast()) : argument
            guard let option = options.first(where: { $0.names.contains(name) }) else {
                found.append(argument)
                continue
            }
            guard option.hasValue else {
                if isEmpty { throw ValidationError("\(name) takes no value, found \(argument)") }
                found.append(argument)
                continue
            }
            if isEmpty || rest.first?.isEmpty == true {
                if !isEmpty { rest.removeFirst() }
                let meant = (command as? any TakesEmptyValues.Type)?.optionsWithEmptyValues ?? []
                guard meant.contains(name) else {
                    throw ValidationError("\(name) takes <\(option.valueName)>, found an empty value.")
                }
                found += [name, ""]
            } else if !option.takesAnything, let value = rest.first, Self.isNegative(value),
                let long = option.names.first(where: { $0.hasPrefix("--") })
            {
                rest.removeFirst()
                found.append("\(long)=\(value)")
            } else {
                found.append(argument)
                if option.takesAnything, let value = rest.popFirst() { found.append(value) }
            }
        }
        return found
    }
}

internal import UprightBase
internal import UprightRewriting
internal import UprightFormats
internal import UprightPlaces

extension StreamRequest {
    private static let keys = [
        "id", "source", "output", "name", "length", "echo", "position", "edits", "describe", "labels",
    ]
    private static let editKeys = ["remove", "rename", "set"]

    /// Parses a line. An unknown key or a value of the wrong kind is an error, so that a mistake never yields a picture
    /// that differs from what the client meant.
    package init(parsing line: some Sequence<UInt8>) throws(StreamRequestError) {
        let object: JSONValue
        do { object = try JSONValue(parsing: line) } catch {
            throw StreamRequestError("expected an object in JSON: \(error)")
        }
        guard case .object(let members) = object else {
            throw StreamRequestError("expected an object in JSON, found \(object.kind)")
        }
        var context = StreamRequestError("")
        if let id = object["id"], Self.isIdentifier(id) { context.id = id }
        if case .integer(let length)? = object["length"], length > 0 { context.length = length }
        do throws(StreamRequestError) {
            for (name, _) in members where !Self.keys.contains(name) {
                let known = Self.keys.joined(separator: ", ")
                throw StreamRequestError("\"\(name)\" is not a key of a request; expected one of \(known)")
            }
            guard let id = object["id"] else {
                throw StreamRequestError("expected \"id\", a whole number or a string, found none")
            }
            guard Self.isIdentifier(id) else {
                throw StreamRequestError("\"id\": expected a whole number of 64 bits or a string", found: id)
            }
            self.init(id: id, location: try Self.location(object))
            position = try object["position"].map(Self.position)
            if let asked = object["edits"] { edits = try Self.edits(asked) }
            work = try Self.work(object)
        } catch {
            context.description = error.description
            throw context
        }
    }

    private static func isIdentifier(_ value: JSONValue) -> Bool {
        switch value {
        case .integer, .string: true
        default: false
        }
    }

    private static func location(_ object: JSONValue) throws(StreamRequestError) -> Location {
        if object["source"] != nil || object["output"] != nil {
            for name in ["name", "length", "echo"] where object[name] != nil {
                throw StreamRequestError(
                    "\"\(name)\" is only for pictures sent as bytes, not for \"source\" and \"output\"")
            }
            return .file(source: try path("source", object), output: try path("output", object))
        }
        guard let length = object["length"] else {
            throw StreamRequestError("expected \"source\" and \"output\", or \"length\" followed by that many bytes")
        }
        guard case .integer(let count) = length else {
            throw StreamRequestError("\"length\": expected a whole number without fraction or exponent", found: length)
        }
        guard count >= 0 else { throw StreamRequestError("\"length\": expected 0 or more, found \(count)") }
        var echoes = true
        if let echo = object["echo"] {
            guard case .boolean(let value) = echo else {
                throw StreamRequestError("\"echo\": expected a boolean", found: echo)
            }
            echoes = value
        }
        return .bytes(name: try object["name"] == nil ? "picture" : path("name", object), length: count, echoes: echoes)
    }

    private static func work(_ object: JSONValue) throws(StreamRequestError) -> Work {
        guard object["describe"] != nil || object["labels"] != nil else { return .normalize }
        for name in ["source", "position", "edits", "echo"] where object[name] != nil {
            throw StreamRequestError("\"\(name)\" is only for pictures that are normalized")
        }
        guard let labels = object["labels"] else {
            guard case .boolean(true)? = object["describe"] else {
                throw StreamRequestError("\"describe\": expected true", found: object["describe"] ?? .null)
            }
            return .describe
        }
        guard object["describe"] == nil else {
            throw StreamRequestError("expected \"describe\" or \"labels\", found both")
        }
        let (turn, options) = try LabelOptions.parsed(labels)
        return .labels(turn, options)
    }

    private static func path(_ key: String, _ object: JSONValue) throws(StreamRequestError) -> String {
        guard let value = object[key] else { throw StreamRequestError("expected \"\(key)\", found none") }
        guard case .string(let text) = value else {
            throw StreamRequestError("\"\(key)\": expected a string", found: value)
        }
        guard !text.isEmpty, !text.utf8.contains(0), !text.hasSuffix("/") else {
            throw StreamRequestError("\"\(key)\": expected a path that ends in a name, found \"\(text)\"")
        }
        return text
    }

    private static func position(_ value: JSONValue) throws(StreamRequestError) -> Position {
        let expected =
            "\"position\": expected [LAT, LON] or [LAT, LON, ALT] in metres and decimal degrees (-90 to 90, -180 to 180, "
            + "not 0, 0)"
        guard case .array(let parts) = value else { throw StreamRequestError(expected, found: value) }
        var numbers: [Double] = []
        for part in parts {
            switch part {
            case .integer(let number): numbers.append(Double(number))
            case .number(let number): numbers.append(number)
            default: throw StreamRequestError(expected, found: part)
            }
        }
        guard (2...3).contains(numbers.count),
            let position = Position(
                latitude: numbers[0], longitude: numbers[1], altitude: numbers.count > 2 ? numbers[2] : nil)
        else { throw StreamRequestError(expected + ", found \(value.serialized)") }
        return position
    }

    private static func edits(_ value: JSONValue) throws(StreamRequestError) -> [MetadataEdit] {
        guard case .object(let members) = value else {
            throw StreamRequestError("\"edits\": expected an object", found: value)
        }
        for (name, _) in members where !editKeys.contains(name) {
            throw StreamRequestError(
                "\"edits\": expected the keys \(editKeys.joined(separator: ", ")), found \"\(name)\"")
        }
        var edits: [MetadataEdit] = []
        // Removals come first, so that a group of tags can be removed and one of them set.
        let removed = try texts(value["remove"], "edits.remove")
        let renamed = try pairs(value["rename"], "edits.rename")
        let assigned = try pairs(value["set"], "edits.set")
        do throws(MetadataValueError) {
            for name in removed { edits += try MetadataEdit.removals(name) }
            for (name, others) in renamed { edits.append(try .rename(name, to: others.first ?? "")) }
            for (name, texts) in assigned { edits.append(try .set(name, to: texts)) }
        } catch {
            throw StreamRequestError("\"edits\": \(error)")
        }
        return edits
    }

    /// A string, or an array of strings.
    private static func texts(_ value: JSONValue?, _ key: String) throws(StreamRequestError) -> [String] {
        switch value {
        case nil: return []
        case .string(let text): return [text]
        case .array(let values):
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else {
                    throw StreamRequestError("\"\(key)\": expected strings", found: value)
                }
                texts.append(text)
            }
            return texts
        case .some(let other):
            throw StreamRequestError("\"\(key)\": expected a string or an array of strings", found: other)
        }
    }

    private static func pairs(_ value: JSONValue?, _ key: String) throws(StreamRequestError) -> [(String, [String])] {
        guard let value else { return [] }
        guard case .object(let members) = value else {
            throw StreamRequestError("\"\(key)\": expected an object", found: value)
        }
        var pairs: [(String, [String])] = []
        for (name, value) in members { pairs.append((name, try texts(value, "\(key).\(name)"))) }
        return pairs
    }
}

extension StreamRequestError {
    init(_ expected: String, found: JSONValue) {
        let number = if case .number = found { " \(found.serialized)" } else { "" }
        self.init("\(expected), found \(found.kind)\(number)")
    }
}

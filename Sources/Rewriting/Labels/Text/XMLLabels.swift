internal import UprightBase

/// An XML file of labels in which numbers are replaced.
struct XMLLabels {
    private(set) var text: LabelText
    private let unknown: UnknownMember

    /// - Parameter side: the longer side of the picture, in pixels.
    init(_ bytes: [UInt8], side: Int) {
        text = LabelText(bytes)
        unknown = UnknownMember(side: side)
    }

    // MARK: Elements

    /// The text of an element without the white space around it.
    func string(_ element: LocatedXML?) -> String {
        guard let element else { return "" }
        return String(
            text.text(element.content).drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    func number(_ name: String, in parent: LocatedXML) throws(LabelRefusal) -> LabelNumber {
        guard let element = parent[name], let number = LabelNumber(string(element)) else {
            throw LabelRefusal(
                expected: "a number in \(name) of \(parent.name) at byte \(parent.tag.lowerBound)",
                found: parent[name].map { "\"\(string($0).prefix(40))\"" } ?? "none")
        }
        return number
    }

    func numbers(_ names: [String], in parent: LocatedXML) throws(LabelRefusal) -> [LabelNumber] {
        var numbers: [LabelNumber] = []
        for name in names { numbers.append(try number(name, in: parent)) }
        return numbers
    }

    /// Replaces the texts of an element's children.
    mutating func set(_ names: [String], _ numbers: [LabelNumber], in parent: LocatedXML) {
        for (name, number) in zip(names, numbers) {
            if let element = parent[name] { text.replace(element.content, by: number.description) }
        }
    }

    /// Refuses elements below another that are not known and can have a place in the picture.
    func check(_ element: LocatedXML, _ path: String, knowing known: Set<String>) throws(LabelRefusal) {
        var found: [(path: String, number: Double)] = []
        for child in element.children where !known.contains(child.name) && !UnknownMember.isHarmless(child.name) {
            let childPath = "\(path).\(child.name)"
            if child.children.isEmpty {
                let text = string(child)
                if unknown.holdsPlaces(text) { throw UnknownMember.refusal(childPath) }
                guard let number = Double(text) else { continue }
                if unknown.isPlace(number, named: child.name) { throw UnknownMember.refusal(childPath) }
                found.append((childPath, number))
            } else {
                try check(child, childPath, knowing: known)
            }
        }
        if unknown.arePlaces(found.map(\.number)) { throw UnknownMember.refusal(found[0].path) }
    }

    // MARK: Attributes

    /// Refuses attributes that are not known and can have a place in the picture.
    func check(attributesOf element: LocatedXML, knowing known: Set<String>) throws(LabelRefusal) {
        for (name, value) in element.attributes where !known.contains(name) && !UnknownMember.isHarmless(name) {
            guard unknown.holdsPlaces(value) || Double(value).map({ unknown.isPlace($0, named: name) }) == true else {
                continue
            }
            throw UnknownMember.refusal("\(element.name).\(name) at byte \(element.tag.lowerBound)")
        }
    }

    func numbers(_ names: [String], of element: LocatedXML) throws(LabelRefusal) -> [LabelNumber] {
        var numbers: [LabelNumber] = []
        for name in names {
            guard let number = LabelNumber(element.attributes[name] ?? "") else {
                throw LabelRefusal(
                    expected: "a number as \(name) of \(element.name) at byte \(element.tag.lowerBound)",
                    found: element.attributes[name].map { "\"\($0.prefix(40))\"" } ?? "none")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Replaces attributes, whose values hold no character that has to be escaped.
    mutating func set(_ names: [String], _ values: [String], of element: LocatedXML) {
        for (name, value) in zip(names, values) {
            guard let range = range(ofAttribute: name, in: element.tag) else { continue }
            text.replace(range, by: value)
        }
    }

    mutating func set(_ names: [String], _ numbers: [LabelNumber], of element: LocatedXML) {
        set(names, numbers.map(\.description), of: element)
    }

    /// Where the value of an attribute is in its tag, without the quotes.
    private func range(ofAttribute name: String, in tag: Range<Int>) -> Range<Int>? {
        let bytes = text.bytes
        var at = tag.lowerBound
        // The names are those that the parser found, so the tag is valid.
        while at < tag.upperBound, !Self.isSpace(bytes[at]) { at += 1 }
        while at < tag.upperBound {
            while at < tag.upperBound, Self.isSpace(bytes[at]) { at += 1 }
            let start = at
            while at < tag.upperBound, bytes[at] != UInt8(ascii: "="), !Self.isSpace(bytes[at]) { at += 1 }
            let found = start..<at
            while at < tag.upperBound, ![UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[at]) { at += 1 }
            guard at < tag.upperBound else { return nil }
            let quote = bytes[at]
            let first = at + 1
            at = first
            while at < tag.upperBound, bytes[at] != quote { at += 1 }
            if bytes[found].elementsEqual(name.utf8) { return first..<at }
            at += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

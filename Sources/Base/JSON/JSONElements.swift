/// The elements of an array that is a member of a JSON object, read one at a time, so that a text of some hundred megabytes is
/// never kept as values.
package struct JSONElements {
    private var parser: JSONParser<JSONValue>

    /// Finds the array in the text's member with the given name; nil if the text is an object without such an array.
    package init?(of bytes: [UInt8], in name: String) throws(JSONSyntaxError) {
        parser = JSONParser(bytes, keepsLast: true)
        guard try parser.enter(name) else { return nil }
    }

    /// The next element; nil behind the last one. What follows the array is not looked at.
    package mutating func next() throws(JSONSyntaxError) -> JSONValue? { try parser.element() }
}

internal import UprightBase

/// An element with its place in the text, so that parts of the text can be replaced and every other byte stays.
struct LocatedXML {
    let name: String
    let attributes: [String: String]
    /// The start tag.
    let tag: Range<Int>
    /// What is between the tags.
    fileprivate(set) var content: Range<Int>
    fileprivate(set) var children: [LocatedXML] = []

    /// Parses a document, and returns its root.
    init(parsing bytes: [UInt8]) throws(LabelRefusal) {
        let tree = Tree()
        do throws(XMLFailure) { _ = try XMLReader.read(bytes, encoding: "UTF-8", tree) } catch {
            throw LabelRefusal("they cannot be read as labels in XML: \(error.reason) in line \(error.line)")
        }
        guard let root = tree.root, !tree.isStopped else {
            throw LabelRefusal(
                expected: "labels in XML without a document type, at most \(Tree.depth) levels deep", found: "others")
        }
        self = root
    }

    fileprivate init(_ name: String, _ attributes: [String: String], tag: Range<Int>) {
        (self.name, self.attributes, self.tag) = (name, attributes, tag)
        content = tag.upperBound..<tag.upperBound
    }

    subscript(_ name: String) -> LocatedXML? { children.first { $0.name == name } }

    /// This element and all below it that have a name.
    func all(_ names: Set<String>) -> [LocatedXML] {
        (names.contains(name) ? [self] : []) + children.flatMap { $0.all(names) }
    }

    /// This element or, if it has another name, those below it that have one of them, without what is in these.
    func outermost(_ names: Set<String>) -> [LocatedXML] {
        names.contains(name) ? [self] : children.flatMap { $0.outermost(names) }
    }
}

private final class Tree: XMLHandler {
    static let depth = 64
    var isStopped = false
    private(set) var root: LocatedXML?
    private var open: [LocatedXML] = []

    func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>) {
        let values = Dictionary(attributes.map { ($0.name.local, $0.value) }) { first, _ in first }
        open.append(LocatedXML(name.local, values, tag: tag))
        isStopped = open.count > Self.depth
    }

    func ended(tag: Range<Int>) {
        guard var element = open.popLast() else { return }
        // An element that closes itself ends with its own tag.
        if tag.lowerBound >= element.tag.upperBound { element.content = element.tag.upperBound..<tag.lowerBound }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func characters(_ bytes: UnsafeRawBufferPointer) {}

    func documentType(at offset: Int) { isStopped = true }
}

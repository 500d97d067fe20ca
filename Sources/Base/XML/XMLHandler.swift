/// What is told of a document while it is read.
package protocol XMLHandler: AnyObject {
    /// Whether to read on; asked after each event.
    var isStopped: Bool { get }
    /// An element begins. Attributes are in the tag's order; declarations of namespaces are left out.
    func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>)
    /// The innermost element ends; `tag` is the end tag, or where the element's own tag closes it.
    func ended(tag: Range<Int>)
    /// A run of text, in UTF-8. A text may come in several runs.
    func characters(_ bytes: UnsafeRawBufferPointer)
    /// A document type declaration begins.
    func documentType(at offset: Int)
}

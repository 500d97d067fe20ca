/// Receives the events of a document while it is read.
package protocol XMLHandler: AnyObject {
    /// Whether to stop reading; checked after each event.
    var isStopped: Bool { get }
    /// An element begins. The attributes are in the order of the tag, without namespace declarations.
    func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>)
    /// The innermost element ends. `tag` is the end tag, or the element's own tag if it closes itself.
    func ended(tag: Range<Int>)
    /// A run of text, in UTF-8. One text can arrive in several runs.
    func characters(_ bytes: UnsafeRawBufferPointer)
    /// A document type declaration begins.
    func documentType(at offset: Int)
}

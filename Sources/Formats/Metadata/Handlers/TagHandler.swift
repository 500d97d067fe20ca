/// Reads and writes the value of tags whose bytes only their definition explains: UNDEFINED and vendors' data.
///
/// Register one for a tag in ``TagHandlers``. ``decode(_:in:)`` and ``encode(_:in:)`` must be inverses on what they
/// accept; neither may trap on any bytes.
public protocol TagHandler: Sendable {
    /// The types that the handler reads; the first is the one it writes.
    var supportedTypes: [TIFFFieldType] { get }

    /// The value that bytes hold.
    func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(TagError) -> PropertyValue

    /// The bytes of a value.
    func encode(_ value: PropertyValue, in context: TagContext) throws(TagError) -> [UInt8]

    /// How many bytes ``encode(_:in:)`` makes of a value. By default it encodes and counts.
    func size(of value: PropertyValue, in context: TagContext) throws(TagError) -> Int
}

extension TagHandler {
    /// Encodes and counts.
    public func size(of value: PropertyValue, in context: TagContext) throws(TagError) -> Int {
        try encode(value, in: context).count
    }
}

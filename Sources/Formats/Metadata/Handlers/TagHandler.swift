/// Reads and writes the values of tags with a byte format of their own: UNDEFINED and vendors' data.
///
/// Register a handler for a tag in ``TagHandlers``. ``decode(_:in:)`` and ``encode(_:in:)`` must be inverses for the
/// values that they accept; neither may trap on any bytes.
public protocol TagHandler: Sendable {
    /// The types that the handler reads; it writes the first one.
    var supportedTypes: [TIFFFieldType] { get }

    /// Returns the value of bytes.
    func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue

    /// Returns the bytes of a value.
    func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8]

    /// Returns the number of bytes that ``encode(_:in:)`` creates for a value. The default encodes the value and
    /// counts.
    func size(of value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> Int
}

extension TagHandler {
    /// Encodes the value and counts the bytes.
    public func size(of value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> Int {
        try encode(value, in: context).count
    }
}

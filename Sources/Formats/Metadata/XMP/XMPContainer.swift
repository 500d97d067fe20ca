/// The description of the data after the primary picture in an XMP packet: Google's container directory, and the
/// offset of a micro video.
///
/// Source: Android "Motion Photo format 1.0" and "Ultra HDR image format"; Google "Dynamic Depth 1.0".
package struct XMPContainer: Sendable {
    /// An item of the directory.
    package struct Item: Sendable {
        /// The media type of its data: `image/jpeg`, `video/mp4`.
        package let mime: String
        /// Its purpose: `Primary`, `GainMap`, `MotionPhoto`, `Depth`.
        package let semantic: String
        /// Its length in bytes; 0 if not given, as for the primary picture.
        package let length: Int
        /// The number of bytes between it and the next item.
        package let padding: Int
        package let lengthField: XMPField?
    }

    private static let directories = [
        XMPNamespace.container.uri, XMPNamespace.googleContainer.uri, "http://ns.google.com/photos/dd/1.0/container/",
    ]

    package let packet: XMPPacket
    /// The items in order; the first is the primary picture.
    package let items: [Item]
    /// The distance in bytes from the start of the video to the end of the file.
    package let videoOffset: Int?
    package let videoOffsetFields: [XMPField]

    /// Reads a packet; nil if it is unreadable or describes no data after the picture.
    package init?(parsing bytes: [UInt8]) {
        guard let packet = try? XMPPacket(parsing: bytes) else { return nil }
        self.packet = packet
        items = packet.properties.filter {
            Self.directories.contains($0.name.namespace) && $0.name.local == "Directory"
        }.prefix(1).flatMap { packet.items(of: $0) }.map { Self.item($0, in: packet) }
        videoOffsetFields = packet.properties.filter {
            $0.name.namespace == XMPNamespace.googleCamera.uri && $0.name.local == "MicroVideoOffset"
        }
        videoOffset = videoOffsetFields.first.flatMap { packet.trimmedValue(of: $0) }.flatMap { Int($0) }
        if items.isEmpty, videoOffset == nil { return nil }
    }

    private static func item(_ listItem: XMPField, in packet: XMPPacket) -> Item {
        // The fields are in the list's item, or in a `Container:Item` inside it.
        let own = packet.fields(of: listItem)
        let fields = own + own.filter { $0.name.local == "Item" }.flatMap { packet.fields(of: $0) }
        func field(_ name: String) -> XMPField? {
            fields.first { $0.name.local == name && $0.name.namespace.hasSuffix("/item/") }
        }
        func text(_ name: String) -> String { field(name).flatMap { packet.trimmedValue(of: $0) } ?? "" }
        func length(_ name: String) -> Int { min(max(Int(text(name)) ?? 0, 0), 1 << 40) }
        return Item(
            mime: text("Mime"), semantic: text("Semantic"), length: length("Length"), padding: length("Padding"),
            lengthField: field("Length"))
    }
}

/// Photoshop's image resources as a list: what APP13 holds.
///
/// Source: Adobe Photoshop File Formats Specification, Image Resources Section.
package struct ImageResources: Sendable, Hashable {
    /// One resource.
    package struct Resource: Sendable, Hashable {
        /// The four bytes it begins with, `8BIM` for most.
        package var signature: [UInt8]
        /// Its number: 0x0404 is IPTC.
        package var id: UInt16
        /// Its name with length byte and padding, as it stands.
        package var name: [UInt8]
        /// Its data.
        package var data: [UInt8]

        package init(signature: [UInt8] = Array("8BIM".utf8), id: UInt16, name: [UInt8] = [0, 0], data: [UInt8]) {
            self.signature = signature
            self.id = id
            self.name = name
            self.data = data
        }

        /// The resource as it stands in a block.
        package var serialized: [UInt8] {
            signature + TIFFByteOrder.bigEndian.bytes(UInt64(id), count: 2) + name
                + TIFFByteOrder.bigEndian.bytes(UInt64(data.count), count: 4) + data + (data.count % 2 == 1 ? [0] : [])
        }
    }

    /// The resources in order.
    package var resources: [Resource]
    /// What follows the last resource that could be read.
    package var trailer: [UInt8]

    /// The resources of IPTC.
    package static let iptc: UInt16 = 0x0404
    /// The digest of IPTC that software keeps to see whether others have changed it.
    package static let iptcDigest: UInt16 = 0x0425

    /// Reads a block (what follows `Photoshop 3.0\0`). The inverse of ``serialized``.
    package init(parsing bytes: [UInt8]) {
        resources = []
        var offset = 0
        let order = TIFFByteOrder.bigEndian
        while bytes.count - offset >= 12 {
            let signature = Array(bytes[offset..<offset + 4])
            guard ["8BIM", "PHUT", "AgHg", "DCSR", "MeSa"].contains(where: { signature.elementsEqual($0.utf8) }) else {
                break
            }
            let nameLength = Int(bytes[offset + 6])
            let nameEnd = offset + 6 + (nameLength + 2) / 2 * 2
            guard nameEnd + 4 <= bytes.count else { break }
            let size = Int(order.integer(bytes[nameEnd..<nameEnd + 4]))
            let start = nameEnd + 4
            guard size <= bytes.count - start else { break }
            // The pad byte of an odd last resource may be missing, and then the rest is not written as it was.
            if size % 2 == 1, start + size < bytes.count, bytes[start + size] != 0 { break }
            resources.append(
                Resource(
                    signature: signature, id: UInt16(order.integer(bytes[offset + 4..<offset + 6])),
                    name: Array(bytes[offset + 6..<nameEnd]), data: Array(bytes[start..<start + size])))
            offset = start + size
            if size % 2 == 1 {
                if offset == bytes.count { isUnpadded = true }
                offset = min(offset + 1, bytes.count)
            }
        }
        trailer = Array(bytes[offset...])
    }

    /// Whether the last resource has an odd length and no pad byte.
    private var isUnpadded = false

    /// A block of the given resources.
    package init(_ resources: [Resource]) {
        self.resources = resources
        trailer = []
    }

    /// The block's bytes. The inverse of ``init(parsing:)``.
    package var serialized: [UInt8] {
        let bytes = resources.flatMap(\.serialized) + trailer
        return isUnpadded && resources.last.map { $0.data.count % 2 == 1 } ?? false ? Array(bytes.dropLast()) : bytes
    }
}

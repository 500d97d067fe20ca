/// The records that FotoStation writes at the end of a file.
///
/// Source: exiftool, `FotoStation.pm`.
package enum FotoStationTrailer {
    /// The end of each record, after its tag and its length.
    private static let signature: [UInt8] = [0xA1, 0xB2, 0xC3, 0xD4]
    private static let softEdit = 2

    /// Returns whether the records hold a crop or a rotation, which count in the stored picture.
    package static func hasCrop(_ bytes: [UInt8]) -> Bool {
        let order = TIFFByteOrder.bigEndian
        var end = bytes.count
        while end >= 10, bytes[end - 4..<end].elementsEqual(signature) {
            let tag = Int(order.integer(bytes[end - 10..<end - 8]))
            let size = Int(order.integer(bytes[end - 8..<end - 4]))
            guard size >= 10, size <= end else { return false }
            if tag == softEdit { return true }
            end -= size
        }
        return false
    }
}

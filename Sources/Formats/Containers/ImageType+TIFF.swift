internal import UprightBytes

extension ImageType {
    /// Returns the type of a file that starts like a TIFF: TIFF itself, or one of the camera raw formats built on it.
    static func tiff(_ bytes: [UInt8]) -> ImageType? {
        // 42 is TIFF, 43 BigTIFF.
        let little = [0x2A, 0x2B].contains { bytes.contains([0x49, 0x49, $0, 0x00], at: 0) }
        let big = [0x2A, 0x2B].contains { bytes.contains([0x4D, 0x4D, 0x00, $0], at: 0) }
        guard little || big else { return nil }
        if bytes.contains(Array("CR".utf8), at: 8) { return ImageType(rawValue: "com.canon.cr2-raw-image") }
        return raw(bytes, littleEndian: little) ?? ImageType(rawValue: "public.tiff")
    }

    /// Returns the raw format that the tags of the first directory indicate, if the directory is within the prefix.
    private static func raw(_ bytes: [UInt8], littleEndian: Bool) -> ImageType? {
        func word(_ offset: Int, _ length: Int) -> Int? {
            bytes.bytes(length, at: offset).map { Int(littleEndian ? $0.littleEndianInteger : $0.bigEndianInteger) }
        }
        guard let directory = word(4, 4), let count = word(directory, 2) else { return nil }
        var make = ""
        for index in 0..<min(count, 300) {
            let entry = directory + 2 + 12 * index
            guard let tag = word(entry, 2), let length = word(entry + 4, 4), let value = word(entry + 8, 4) else {
                break
            }
            if tag == 0xC612 { return ImageType(rawValue: "com.adobe.raw-image") }
            if tag == 0x010F, length > 4, value < bytes.count {
                make = String(decoding: bytes[value..<min(bytes.count, value + min(length, 16))], as: UTF8.self)
            }
        }
        // The maker's name alone is not enough, since cameras also write plain TIFF. Raw files have sensor data in
        // SubIFDs.
        guard bytes.hasTag(0x014A, directory: directory, count: count, word: word) else { return nil }
        return switch make.uppercased() {
        case let name where name.hasPrefix("NIKON"): ImageType(rawValue: "com.nikon.raw-image")
        case let name where name.hasPrefix("SONY"): ImageType(rawValue: "com.sony.arw-raw-image")
        default: nil
        }
    }
}

extension [UInt8] {
    fileprivate func hasTag(_ tag: Int, directory: Int, count: Int, word: (Int, Int) -> Int?) -> Bool {
        (0..<Swift.min(count, 300)).contains { word(directory + 2 + 12 * $0, 2) == tag }
    }
}

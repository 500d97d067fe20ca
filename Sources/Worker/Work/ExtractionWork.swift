internal import UprightBase
internal import UprightFormats
package import UprightRewriting

/// Writes a part of a picture's file between two descriptors.
package struct ExtractionWork: Sendable {
    private let part: PicturePart
    private let limits: Limits

    package init(part: PicturePart, limits: Limits) {
        self.part = part
        self.limits = limits
    }

    /// Writes the part of the file open at `source` into the file open at `output`.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> ExtractedPart {
        var answer = ExtractedPart()
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason): answer.reason = reason
        case .bytes(let bytes):
            let found: [UInt8]?
            do throws(ImagePropertiesError) { found = try PartExtraction(of: bytes)[part] } catch {
                answer.reason = "\(error)"
                return answer
            }
            guard let found else {
                answer.reason = "expected \(part.phrase), found none"
                return answer
            }
            try DescriptorWork.write(found, to: output)
            answer.bytes = found.count
            answer.crc32 = CRC32.checksum(found)
        }
        return answer
    }
}

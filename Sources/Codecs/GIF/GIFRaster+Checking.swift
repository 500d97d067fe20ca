package import UprightFormats

extension GIFRaster {
    /// Checks only whether a frame's first pixel can be decoded. Returns what was found instead; nil if it can.
    package static func damageAtStart(_ image: GIFImage, in bytes: [UInt8]) throws(CodecError) -> String? {
        let codeSize = Int(image.minimumCodeSize)
        guard codeSizes.contains(codeSize) else { throw .invalidCodeSize(image.minimumCodeSize) }
        let end = min(image.data.upperBound, image.data.lowerBound + 512)
        let data = GIFSubBlocks.joined(in: bytes, image.data.lowerBound..<end)
        var pixel: UInt8 = 0
        let (count, ending) = withUnsafeMutableBytes(of: &pixel) { output in
            data.withUnsafeBytes { LZWDecoder.decode($0, codeSize: codeSize, into: output) }
        }
        return count == 1 ? nil : ending.description
    }
}

extension LZWDecoder.Ending: CustomStringConvertible {
    /// A readable description of the ending.
    var description: String {
        switch self {
        case .full: "all pixels"
        case .ended: "the end code"
        case .truncated: "the end of the data"
        case .corrupt(let code, let next): "LZW code \(code) where \(next) is the largest"
        }
    }
}

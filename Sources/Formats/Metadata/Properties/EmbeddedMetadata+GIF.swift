extension EmbeddedMetadata {
    /// The blocks of a GIF file, which can hold XMP and an ICC profile.
    public init(of file: GIFFile, in bytes: [UInt8]) {
        self.init()
        for block in file.blocks {
            guard case .application(let application) = block.content else { continue }
            switch application.xmp {
            case .plain(let packet)?: xmp = xmp ?? Array(bytes[packet])
            case .subBlocks?: xmp = xmp ?? GIFSubBlocks.joined(in: bytes, application.data)
            case nil: break
            }
            if application.identifier == "ICCRGBG1012" {
                icc = icc ?? GIFSubBlocks.joined(in: bytes, application.data)
            }
        }
    }
}

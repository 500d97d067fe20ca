package import UprightBase
package import UprightFormats

/// Raw files of cameras that are built like a TIFF file: DNG, NEF, ARW, CR2, ORF, RW2 and others. The orientation in them
/// is how they are turned, so they are passed as they are.
package struct RawFormat: ReadableFormat {
    package let description: FormatDescription

    private init(_ type: String, _ name: String, _ extensions: [String], _ mimeType: String = "image/x-raw") {
        // The tags of the first directory say which one it is (`ImageType.identify`).
        description = FormatDescription(
            type: ImageType(rawValue: type), name: name, filenameExtensions: extensions, mimeTypes: [mimeType],
            signatures: [], animates: false)
    }

    /// The formats, by the types that ImageIO has for them.
    static let all = [
        RawFormat("com.adobe.raw-image", "DNG", ["dng", "gpr"], "image/x-adobe-dng"),
        RawFormat("com.nikon.raw-image", "Nikon raw", ["nef", "nrw"], "image/x-nikon-nef"),
        RawFormat("com.sony.arw-raw-image", "Sony raw", ["arw", "sr2", "srf"], "image/x-sony-arw"),
        RawFormat("com.canon.cr2-raw-image", "Canon raw (CR2)", ["cr2"], "image/x-canon-cr2"),
        RawFormat("com.canon.tif-raw-image", "Canon raw (TIFF)", ["tif"], "image/x-canon-tif"),
        RawFormat("com.olympus.raw-image", "Olympus raw", ["orf", "ori"], "image/x-olympus-orf"),
        RawFormat("com.panasonic.rw2-raw-image", "Panasonic raw", ["rw2", "raw"], "image/x-panasonic-rw2"),
        RawFormat("com.panasonic.raw-image", "Panasonic raw", ["raw"], "image/x-panasonic-raw"),
        RawFormat("com.leica.rwl-raw-image", "Leica raw", ["rwl"], "image/x-leica-rwl"),
        RawFormat("com.leica.raw-image", "Leica raw", ["dng", "raw"], "image/x-leica-raw"),
        RawFormat("com.pentax.raw-image", "Pentax raw", ["pef"], "image/x-pentax-pef"),
        RawFormat("com.samsung.raw-image", "Samsung raw", ["srw"], "image/x-samsung-srw"),
        RawFormat("com.epson.raw-image", "Epson raw", ["erf"], "image/x-epson-erf"),
        RawFormat("com.hasselblad.3fr-raw-image", "Hasselblad raw", ["3fr", "fff"], "image/x-hasselblad-3fr"),
        RawFormat("com.kodak.raw-image", "Kodak raw", ["dcr", "kdc", "k25"], "image/x-kodak-dcr"),
        RawFormat("com.leafamerica.raw-image", "Leaf raw", ["mos", "mef"], "image/x-leaf-mos"),
        RawFormat("com.phaseone.raw-image", "Phase One raw", ["iiq", "tif"], "image/x-phaseone-iiq"),
        RawFormat("com.konicaminolta.raw-image", "Minolta raw", ["mrw"], "image/x-minolta-mrw"),
    ]

    /// Returns the type of raw files with an extension; nil if there is none.
    static func type(filenameExtension: String) -> ImageType? {
        all.first { $0.description.accepts(filenameExtension: filenameExtension) }?.description.type
    }

    package func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties {
        let block = try block(of: file)
        var properties = ContainerProperties(
            metadata: EmbeddedMetadata(
                exif: block.bytes, xmp: block.value(.xmlPacket), icc: block.value(.interColorProfile),
                photoshop: block.value(.imageResources), iptc: block.value(TIFFTag(rawValue: 0x83BB))),
            warnings: [])
        let pictures = RawPicture.all(in: block)
        if let picture = pictures.filter({ !$0.isReduced }).max(by: { $0.area < $1.area })
            ?? pictures.max(by: { $0.area < $1.area })
        {
            properties.picture = .init(size: picture.size, depth: picture.depth, colorModel: picture.colorModel)
        } else {
            properties.pictureError = .structure("no directory gives the size of the picture")
        }
        return properties
    }

    package func preview(of file: FileBytes) -> [UInt8]? {
        do throws(ImagePropertiesError) {
            let block = try block(of: file)
            return RawPicture.previews(in: block).lazy.map { Array(block.bytes[$0]) }.first(where: Self.isShown)
        } catch { return nil }
    }

    /// The file as a block. Olympus and Panasonic have a number of their own in place of TIFF's 42, and otherwise its form.
    private func block(of file: FileBytes) throws(ImagePropertiesError) -> TIFFBlock {
        guard var bytes = file.all else {
            throw .structure("expected a file of at most \(FileBytes.standardBudget) bytes, found \(file.count)")
        }
        guard !bytes.contains([0x2B, 0], at: 2), !bytes.contains([0, 0x2B], at: 2) else {
            throw .structure("expected a TIFF with offsets of 32 bits, found a BigTIFF")
        }
        if bytes.starts(with: Array("\0MRM".utf8)) {
            // Minolta: blocks of a code, a length and a content; the one named TTW is the TIFF block.
            guard let start = Self.minoltaBlock(bytes) else {
                throw .structure("expected the block TTW of a Minolta raw file, found none")
            }
            bytes = Array(bytes[start])
        } else if bytes.count >= 4 {
            let isLittle = bytes[0] == 0x49
            (bytes[2], bytes[3]) = isLittle ? (42, 0) : (0, 42)
        }
        do throws(FormatError) { return try TIFFBlock(parsing: bytes) } catch { throw .structure("\(error)") }
    }

    private static func minoltaBlock(_ bytes: [UInt8]) -> Range<Int>? {
        var offset = 8
        for _ in 0..<16 {
            guard let code = bytes.bytes(4, at: offset), let length = bytes.bigEndian32(at: offset + 4).map({ Int($0) })
            else { return nil }
            let start = offset + 8
            guard length <= bytes.count - start else { return nil }
            if code.elementsEqual("\0TTW".utf8) { return start..<start + length }
            offset = start + length
        }
        return nil
    }

    /// Whether a JPEG can be shown: raw samples are coded without loss and with more bits.
    static func isShown(_ jpeg: [UInt8]) -> Bool {
        do throws(ImagePropertiesError) {
            return try ContainerProperties(jpeg: jpeg).picture?.depth == 8
        } catch { return false }
    }
}

extension TIFFBlock {
    /// The bytes of a tag in the first directory.
    fileprivate func value(_ tag: TIFFTag) -> [UInt8]? {
        entry(tag, in: .primary).flatMap { valueBytes($0) }.map { Array($0) }
    }
}

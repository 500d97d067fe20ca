internal import UprightBase
internal import UprightFormats

/// What a directory of a raw file says of its picture.
struct RawPicture {
    let size: Size
    let depth: Int
    let colorModel: String
    /// Whether it is a smaller copy of another.
    let isReduced: Bool

    var area: Int { size.width.multipliedSaturated(by: size.height) }

    /// The pictures of the directories.
    static func all(in block: TIFFBlock) -> [RawPicture] {
        block.directories.compactMap { directory in
            guard directory.kind.describesPicture else { return nil }
            func number(_ tag: TIFFTag) -> Int? { directory.entry(tag).flatMap { block.integer($0) } }
            let reduced = (number(.newSubfileType) ?? 0) & 1 == 1
            if let width = number(.imageWidth), let height = number(.imageLength), width > 0, height > 0 {
                let model = number(.photometricInterpretation) ?? 2
                return RawPicture(
                    size: Size(width: width, height: height), depth: number(.bitsPerSample) ?? 8,
                    colorModel: model == 0 || model == 1 ? "Gray" : "RGB", isReduced: reduced)
            }
            return directory.kind == .primary ? panasonic(directory, block) : nil
        }
    }

    /// Panasonic's borders of the sensor: top, left, bottom, right (exiftool, PanasonicRaw: 4 to 7).
    private static func panasonic(_ directory: TIFFDirectory, _ block: TIFFBlock) -> RawPicture? {
        func number(_ tag: UInt16) -> Int? {
            directory.entry(TIFFTag(rawValue: tag)).flatMap { block.integer($0) }
        }
        guard let top = number(4), let left = number(5), let bottom = number(6), let right = number(7) else {
            return nil
        }
        let size = Size(width: right.subtractingSaturated(left), height: bottom.subtractingSaturated(top))
        guard size.width > 0, size.height > 0 else { return nil }
        return RawPicture(size: size, depth: number(10) ?? 12, colorModel: "RGB", isReduced: false)
    }

    /// The JPEGs to which directories point, the largest first.
    static func previews(in block: TIFFBlock) -> [Range<Int>] {
        var found: Set<Range<Int>> = []
        for directory in block.directories where directory.kind.describesPicture {
            found.formUnion(block.dataPlaces(of: directory).map(\.range))
            // Panasonic: JpgFromRaw.
            if let value = directory.entry(TIFFTag(rawValue: 0x2E))?.value { found.insert(value) }
        }
        return found.filter { $0.count > 128 && block.bytes[$0].starts(with: JPEGMarker.start) }
            .sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    }
}

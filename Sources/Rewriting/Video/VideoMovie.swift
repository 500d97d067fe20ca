internal import UprightBase
internal import UprightFormats

/// The index of a video: the content of the box `moov`.
struct VideoMovie {
    private(set) var tracks: [VideoTrack] = []
    /// When the video was made, by the clock in its header; it is UTC by the standard.
    private(set) var created: CaptureDate?
    /// In seconds.
    private(set) var duration: Double?
    /// Texts by their keys: those of the box `keys`, and the codes of user data (`©xyz`).
    private(set) var texts: [String: String] = [:]
    /// A JPEG that the camera has put into the user data.
    private(set) var thumbnail: [UInt8]?
    private(set) var xmp: [UInt8]?
    private var locations: [VideoPosition] = []
    private(set) var warnings: [String] = []

    private static let maximumTexts = 1_000

    init(reading index: [UInt8]) {
        let (boxes, end) = ISOBox.boxes(in: 0..<index.count, of: index)
        texts = QuickTimeMetadata(movie: index).texts
        for box in boxes {
            switch box.type {
            case "mvhd": readHeader(box, in: index)
            case "trak":
                tracks.append(VideoTrack(box, in: index))
                // Phones put the lens into the metadata of the track.
                texts.merge(QuickTimeMetadata(movie: index[box.payload]).texts) { first, _ in first }
            case "udta": readUserData(box, in: index)
            case "cmov": warnings.append("the index is compressed (cmov), and is not read")
            default: continue
            }
        }
        if end < index.count {
            warnings.append("expected a box at byte \(end) of the index, found other bytes")
        }
    }

    /// The track that is shown: the first with pictures.
    var picture: VideoTrack? { tracks.first { $0.isVisual && $0.size.width > 0 } }

    private func text(_ keys: String...) -> String? {
        keys.lazy.compactMap { texts[$0] }.map { $0.filter { $0 != "\0" } }.first { !$0.isEmpty }
    }

    var contentIdentifier: String? { text("com.apple.quicktime.content.identifier") }
    var make: String? { text("com.apple.quicktime.make", "com.android.manufacturer", "©mak") }
    var model: String? { text("com.apple.quicktime.model", "com.android.model", "©mod") }
    var software: String? { text("com.apple.quicktime.software", "©swr") }
    var lens: String? {
        text("com.apple.quicktime.camera.lens_model", "com.apple.quicktime.camera.lens_model.eng", "©len")
    }

    /// When the video was recorded: with its zone if a text says it, otherwise the header's time, which is in UTC.
    var date: CaptureDate? {
        let stated = text("com.apple.quicktime.creationdate", "©day").flatMap {
            CaptureDate(text: $0, source: .container)
        }
        guard let stated, stated.precision >= .minute else { return created ?? stated }
        return stated
    }

    /// Where the video was recorded.
    var position: VideoPosition? {
        text("com.apple.quicktime.location.ISO6709", "©xyz").flatMap { VideoPosition(iso6709: $0) } ?? locations.first
    }

    private mutating func readHeader(_ box: ISOBox, in index: [UInt8]) {
        var reader = ISOReader(box, in: index)
        do throws(FormatError) {
            let wide = try reader.versionAndFlags().version == 1 ? 8 : 4
            created = VideoTime.since1904(try reader.integer(wide))
            _ = try reader.integer(wide)
            let scale = try reader.integer(4)
            let length = try reader.bytes(wide)
            // All ones: unknown.
            if scale > 0, length.contains(where: { $0 != 0xFF }) {
                duration = Double(length.bigEndianInteger) / Double(scale)
            }
        } catch { warnings.append(error.description) }
    }

    /// QuickTime File Format, "User data atoms"; 3GPP TS 26.244, 8.8 (`loci`).
    private mutating func readUserData(_ box: ISOBox, in index: [UInt8]) {
        for item in ISOBox.boxes(in: box.payload, of: index).boxes.prefix(Self.maximumTexts) {
            let content = index[item.payload]
            let start = item.range.lowerBound
            if index.count >= start + 8, index[start + 4] == 0xA9 {
                let name = "©" + item.type.dropFirst()
                guard let length = Array(content.prefix(2)).bigEndian16(at: 0), content.count >= 4 else { continue }
                let text = content.dropFirst(4).prefix(Int(length))
                if texts[name] == nil { texts[name] = String(validating: text, as: UTF8.self) }
                continue
            }
            switch item.type {
            case "loci":
                if let location = VideoPosition(loci: Array(content)) { locations.append(location) }
            case "XMP_": xmp = Array(content)
            case "CNTH":
                let inner = ISOBox.boxes(in: item.payload, of: index).boxes.first { $0.type == "CNDA" }
                if let inner, index[inner.payload].starts(with: JPEGMarker.start) {
                    thumbnail = Array(index[inner.payload])
                }
            case "meta":
                let handled = ISOBox.serialized("meta", Array(content))
                texts.merge(QuickTimeMetadata(movie: handled).texts) { first, _ in first }
            default: continue
            }
        }
    }
}

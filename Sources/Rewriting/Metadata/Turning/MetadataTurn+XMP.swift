internal import UprightFormats
internal import UprightBase

extension MetadataTurn {
    /// Turns an XMP packet, standard or extended. In a packet that is not XML, only the orientation is set.
    public func xmp(_ packet: [UInt8]) -> Turned {
        var turned = Turned(bytes: packet)
        do throws(FormatError) {
            var editor = XMPTurnEditor(packet: try XMPPacket(parsing: packet), turn: turn)
            editor.setOrientation(to: label, setsInvalid: setsInvalidOrientations)
            editor.exchangePairs()
            editor.moveSubjects()
            editor.moveRegions()
            editor.movePoints()
            editor.turnThumbnails(with: self)
            let isCropMoved = turn.orientation == .up || editor.moveCrop()
            editor.nameFixedParts(isCropMoved: isCropMoved)
            if !editor.edits.isEmpty { turned.bytes = editor.packet.applying(editor.edits) }
            turned.changes = editor.changes
            turned.warnings = editor.warnings
            turned.needsOriginal = editor.needsOriginal
        } catch {
            turned.warnings.append("xmp: \(error)")
            guard label == .up else { return turned }
            let damaged = DamagedXMP(packet)
            for orientation in damaged.orientations where orientation != 1 {
                turned.changes.append(Change(.xmp("tiff:Orientation"), from: String(orientation), to: "1"))
            }
            guard !turned.changes.isEmpty else { return turned }
            turned.bytes = damaged.neutralized
            turned.warnings.append("xmp: the packet is damaged: only its tiff:Orientation is set")
        }
        return turned
    }
}

/// Collects the edits of one packet.
struct XMPTurnEditor {
    let packet: XMPPacket
    let turn: PictureTurn
    var edits: [XMPEdit] = []
    var changes: [Change] = []
    var warnings: [String] = []
    var needsOriginal = false

    /// Sets a simple field to another value and records the change.
    mutating func set(_ field: XMPField, to value: String, as name: String? = nil) {
        guard let old = packet.trimmedValue(of: field), old != value, let edit = packet.edit(field, to: value) else {
            return
        }
        edits.append(edit)
        changes.append(Change(.xmp(name ?? "\(field.name)"), from: old, to: value))
    }

    /// Returns the whole number in a simple field's text.
    func integer(_ field: XMPField) -> Int? {
        packet.trimmedValue(of: field).flatMap { Int($0) }
    }

    /// Sets `tiff:Orientation`.
    ///
    /// - Parameter setsInvalid: whether numbers outside of 1...8 are set, too.
    mutating func setOrientation(to label: Orientation, setsInvalid: Bool) {
        for field in packet.properties(XMPName(.tiff, "Orientation")) {
            guard let raw = integer(field) else {
                warnings.append("xmp.tiff:Orientation is not a whole number; kept unchanged")
                continue
            }
            guard raw != label.rawValue else { continue }
            guard Orientation(rawValue: raw) != nil || setsInvalid else {
                warnings.append("xmp.tiff:Orientation is \(raw), expected 1 to 8; kept unchanged")
                continue
            }
            set(field, to: String(label.rawValue))
        }
        setOrientationInWords(to: label)
    }

    /// The names of the orientations in `exif:Orientation`, starting with 1.
    private static let words = [
        "top-left", "top-right", "bottom-right", "bottom-left", "left-top", "right-top", "right-bottom", "left-bottom",
    ]

    /// Sets `exif:Orientation`, in words or numbers: no standard defines it and no reader uses it, but older editors wrote it.
    private mutating func setOrientationInWords(to label: Orientation) {
        for field in packet.properties(XMPName(.exif, "Orientation")) {
            guard let text = packet.trimmedValue(of: field) else { continue }
            if let word = Self.words.firstIndex(of: text.lowercased()), word != label.rawValue - 1 {
                set(field, to: Self.words[label.rawValue - 1].capitalizedFirst)
            } else if let raw = Int(text), (1...8).contains(raw), raw != label.rawValue {
                set(field, to: String(label.rawValue))
            }
        }
    }

    mutating func exchangePairs() {
        guard turn.orientation.transposes else { return }
        exchangeSizes(XMPName(.tiff, "ImageWidth"), XMPName(.tiff, "ImageLength"))
        exchangeSizes(XMPName(.exif, "PixelXDimension"), XMPName(.exif, "PixelYDimension"))
        exchangeSubsampling()
        exchange(XMPName(.tiff, "XResolution"), XMPName(.tiff, "YResolution"))
        exchange(XMPName(.exif, "FocalPlaneXResolution"), XMPName(.exif, "FocalPlaneYResolution"))
    }

    /// Pixels per inch in the packet, before the exchange.
    private var density: (x: Double, y: Double)? {
        func number(_ local: String) -> Double? {
            packet.properties(XMPName(.tiff, local)).first.flatMap { packet.trimmedValue(of: $0) }
                .flatMap { Rational($0)?.value ?? Double($0) }
        }
        guard let x = number("XResolution"), let y = number("YResolution") else { return nil }
        return (x, y)
    }

    /// Exchanges the sampling factors of chroma.
    private mutating func exchangeSubsampling() {
        for field in packet.properties(XMPName(.tiff, "YCbCrSubSampling")) {
            let factors = packet.items(of: field)
            if factors.count == 2 { exchange(factors[0], factors[1], as: "tiff:YCbCrSubSampling") }
        }
    }

    /// Exchanges a width and a height if they describe the stored picture.
    private mutating func exchangeSizes(_ width: XMPName, _ height: XMPName) {
        guard let w = packet.properties(width).first.flatMap(integer),
            let h = packet.properties(height).first.flatMap(integer)
        else { return }
        let meaning = turn.liesAsStored(Size(width: w, height: h), density: density)
        guard meaning == true else {
            if w != h, meaning == nil {
                warnings.append("xmp.\(width) and \(height) give \(w)×\(h), not this picture's size; kept unchanged")
            }
            return
        }
        exchange(width, height)
    }

    /// Exchanges the values of two properties if they differ.
    mutating func exchange(_ one: XMPName, _ other: XMPName) {
        for (a, b) in zip(packet.properties(one), packet.properties(other)) { exchange(a, b) }
    }

    /// Exchanges the values of two simple fields if they differ.
    mutating func exchange(_ a: XMPField, _ b: XMPField, as name: String? = nil) {
        guard let first = packet.trimmedValue(of: a), let second = packet.trimmedValue(of: b), first != second else {
            return
        }
        set(a, to: second, as: name.map { "\($0).\(a.name.local)" })
        set(b, to: first, as: name.map { "\($0).\(b.name.local)" })
    }
}

extension String {
    /// `Top-left` for `top-left`.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

internal import UprightBase

/// The data that FLIR's thermal cameras store in APP1 segments: a heap of records, of which the camera's is named.
///
/// Source: ExifTool, "FLIR FFF Tags" and "FLIR CameraInfo Tags".
struct ThermalImage {
    private var parts: [UInt8: ArraySlice<UInt8>] = [:]

    private static let signature = Array("FLIR\0".utf8)

    /// Adds a segment's payload if it is one of FLIR's: signature, version, type, number, last number.
    mutating func add(_ payload: ArraySlice<UInt8>) {
        guard payload.starts(with: Self.signature), payload.count > 8 else { return }
        let number = payload[payload.startIndex + 6]
        if parts[number] == nil { parts[number] = payload.dropFirst(8) }
    }

    /// The names of the camera's values; nil if there are none.
    var properties: [String: PropertyValue]? {
        let bytes = parts.keys.sorted().flatMap { parts[$0] ?? [] }
        guard bytes.starts(with: Array("FFF\0".utf8)), bytes.count >= 64 else { return nil }
        let order: TIFFByteOrder =
            (100..<200).contains(Int(TIFFByteOrder.bigEndian.integer(bytes[20..<24]))) ? .bigEndian : .littleEndian
        let heap = Record(bytes: bytes[...], order: order)
        guard let start = heap.integer(24, 4), let count = heap.integer(28, 4) else { return nil }
        for index in 0..<min(count, 500) {
            let entry = start + 32 * index
            guard let type = heap.integer(entry, 2), let offset = heap.integer(entry + 12, 4),
                let length = heap.integer(entry + 16, 4)
            else { break }
            guard type == 0x20, offset <= bytes.count, length <= bytes.count - offset else { continue }
            return Self.camera(bytes[offset..<offset + length])
        }
        return nil
    }

    private struct Record {
        let bytes: ArraySlice<UInt8>
        let order: TIFFByteOrder

        func integer(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            return Int(order.integer(bytes.dropFirst(offset).prefix(size)))
        }

        func float(_ offset: Int) -> Double? {
            integer(offset, 4).map { Double(Float(bitPattern: UInt32($0))) }.flatMap { $0.isFinite ? $0 : nil }
        }

        func text(_ offset: Int, _ size: Int) -> String? {
            guard offset <= bytes.count - size else { return nil }
            let text = TextEncoding.lenient(bytes.dropFirst(offset).prefix(size).prefix { $0 != 0 })
            return text.isEmpty ? nil : text
        }
    }

    private static func camera(_ bytes: ArraySlice<UInt8>) -> [String: PropertyValue]? {
        // The first number is 2 in the record's own byte order.
        guard let mark = Record(bytes: bytes, order: .bigEndian).integer(0, 2) else { return nil }
        let record = Record(bytes: bytes, order: mark < 256 ? .bigEndian : .littleEndian)
        var found: [String: PropertyValue] = [:]
        for (offset, name) in numbers { found[name] = record.float(offset).map { .real($0) } }
        for (offset, name) in temperatures { found[name] = record.float(offset).map { .real($0 - 273.15) } }
        for (offset, size, name) in texts { found[name] = record.text(offset, size).map { .string($0) } }
        for (offset, name) in counts { found[name] = record.integer(offset, 2).map { .integer($0) } }
        found["PlanckO"] = record.integer(776, 4).map { .integer(Int(Int32(truncatingIfNeeded: $0))) }
        if let humidity = record.float(60) {
            found["RelativeHumidity"] = .real(humidity > 2 ? humidity / 100 : humidity)
        }
        return found.isEmpty ? nil : found
    }

    private static let numbers = [
        (32, "Emissivity"), (36, "ObjectDistance"), (52, "IRWindowTransmission"), (88, "PlanckR1"), (92, "PlanckB"),
        (96, "PlanckF"), (112, "AtmosphericTransAlpha1"), (116, "AtmosphericTransAlpha2"),
        (120, "AtmosphericTransBeta1"), (124, "AtmosphericTransBeta2"), (128, "AtmosphericTransX"),
        (436, "FieldOfView"), (780, "PlanckR2"), (1116, "FocusDistance"),
    ]
    /// Kelvin in the file.
    private static let temperatures = [
        (40, "ReflectedApparentTemperature"), (44, "AtmosphericTemperature"), (48, "IRWindowTemperature"),
        (144, "CameraTemperatureRangeMax"), (148, "CameraTemperatureRangeMin"), (152, "CameraTemperatureMaxClip"),
        (156, "CameraTemperatureMinClip"), (160, "CameraTemperatureMaxWarn"), (164, "CameraTemperatureMinWarn"),
        (168, "CameraTemperatureMaxSaturated"), (172, "CameraTemperatureMinSaturated"),
    ]
    private static let texts = [
        (212, 32, "CameraModel"), (244, 16, "CameraPartNumber"), (260, 16, "CameraSerialNumber"),
        (276, 16, "CameraSoftware"), (368, 32, "LensModel"), (400, 16, "LensPartNumber"),
        (416, 16, "LensSerialNumber"), (492, 16, "FilterModel"), (508, 32, "FilterPartNumber"),
        (540, 32, "FilterSerialNumber"),
    ]
    private static let counts = [
        (784, "RawValueRangeMin"), (786, "RawValueRangeMax"), (824, "RawValueMedian"), (828, "RawValueRange"),
        (912, "FocusStepCount"), (1124, "FrameRate"),
    ]
}

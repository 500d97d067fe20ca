/// Reads the notes of DJI's drones that are a text: `[GimbalDegree(Y,P,R):-1111,-261,0]`, a value behind another.
///
/// Source: ExifTool, "DJI Info Tags".
public struct DJIMakerNote: MakerNoteReader {
    /// Creates a reader of these notes.
    public init() {}

    private static let names = [
        "ae_dbg_info": "AEDebugInfo", "ae_histogram_info": "AEHistogramInfo", "ae_local_histogram": "AELocalHistogram",
        "ae_liveview_histogram_info": "AELiveViewHistogramInfo",
        "ae_liveview_local_histogram": "AELiveViewLocalHistogram", "awb_dbg_info": "AWBDebugInfo",
        "af_dbg_info": "AFDebugInfo", "hiso": "Histogram", "xidiri": "Xidiri", "GimbalDegree(Y,P,R)": "GimbalDegree",
        "FlightDegree(Y,P,R)": "FlightDegree", "adj_dbg_info": "ADJDebugInfo", "sensor_id": "SensorID",
        "FlightSpeed(X,Y,Z)": "FlightSpeed", "hyperlapse_dbg_info": "HyperlapsDebugInfo",
    ]

    /// Returns the note's values by name, or by the camera's name for them, under `{MakerDJI}`.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        var rest = block.bytes[range]
        guard rest.starts(with: "[ae_dbg_info:".utf8) else { return nil }
        var properties: [String: PropertyValue] = [:]
        while rest.first == UInt8(ascii: "["), let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            let name = TextEncoding.lenient(rest[rest.startIndex + 1..<colon])
            // Values are bytes of any kind: only `][` and the end of the note end them.
            var end = colon + 1
            while end < rest.endIndex, rest[end] != UInt8(ascii: "]") || !Self.isEnd(rest[(end + 1)...]) { end += 1 }
            let value = rest[(colon + 1)..<end]
            let isText = value.allSatisfy { (0x20..<0x7F).contains($0) }
            properties[Self.names[name] ?? name] = isText ? .string(TextEncoding.lenient(value)) : .data(Array(value))
            rest = rest[min(end + 1, rest.endIndex)...]
        }
        return MakerNote(key: "{MakerDJI}", properties: properties)
    }

    /// Whether bytes behind a value are another name, or nothing but padding.
    private static func isEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else { return bytes.prefix(16).allSatisfy { $0 == 0 } }
        let name = bytes.dropFirst().prefix(32).prefix { $0 != UInt8(ascii: ":") }
        return (3..<32).contains(name.count) && name.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}

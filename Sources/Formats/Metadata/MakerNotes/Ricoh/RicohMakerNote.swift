/// What the values of a Ricoh note say only together.
enum RicohMakerNote {
    /// A serial number that is text is the camera's own, and is written with its last eight characters apart.
    ///
    /// Source: ExifTool, "Ricoh Tags", SerialNumber and InternalSerialNumber.
    static func finish(_ properties: inout [String: PropertyValue]) {
        guard case .data(let bytes) = properties["InternalSerialNumber"] else { return }
        let isText = bytes.count == 16 && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        guard isText else {
            properties["InternalSerialNumber"] = MakerNoteFormula.hex.value(.undefined(bytes), order: .bigEndian)
            return
        }
        let text = TextEncoding.lenient(bytes[...])
        properties["InternalSerialNumber"] = nil
        properties["SerialNumber"] = .string("(\(text.prefix(8)))\(text.suffix(8))")
    }
}

/// Hand-written metadata with an orientation.
package enum TestMetadata {
    /// Returns a TIFF block whose first IFD has only an orientation (SHORT).
    package static func tiff(_ orientation: Int, bigEndian: Bool = false) -> [UInt8] {
        func word(_ value: Int, _ length: Int) -> [UInt8] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return bigEndian ? bytes.reversed() : bytes
        }
        let head = Array((bigEndian ? "MM" : "II").utf8) + word(42, 2) + word(8, 4)
        let entry = word(0x0112, 2) + word(3, 2) + word(1, 4) + word(orientation, 2) + word(0, 2)
        return head + word(1, 2) + entry + word(0, 4)
    }

    /// Returns an XMP packet with an orientation.
    package static func xmp(_ orientation: Int) -> [UInt8] {
        let text =
            "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>"
            + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''"
            + " xmlns:tiff='http://ns.adobe.com/tiff/1.0/' tiff:Orientation='\(orientation)'/></rdf:RDF></x:xmpmeta>"
            + String(repeating: " ", count: 100) + "<?xpacket end='w'?>"
        return Array(text.utf8)
    }

    /// Returns a profile in hexadecimal, as text chunks contain it.
    package static func rawProfile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        let count = String(bytes.count)
        var text = Array("\n\(name)\n\(String(repeating: " ", count: max(0, 8 - count.count)))\(count)\n".utf8)
        for start in stride(from: 0, to: hex.count, by: 72) {
            text += hex[start..<min(start + 72, hex.count)] + [0x0A]
        }
        return text
    }
}

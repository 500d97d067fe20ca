internal import UprightMetadata

/// The time that the name of a picture's file contains: `IMG_20240506_070809.jpg`, `2024-05-06 07.08.09.jpg`,
/// `PXL_20240506_050809123.jpg`, `1714979289000.jpg`.
enum FileNameTime {
    /// Returns the time in a file's name; nil if there is none. A date alone is no time.
    ///
    /// The names of Pixel phones and numbers of milliseconds are in UTC, others are by local clocks.
    static func time(in name: [UInt8]) -> (time: ExifDateTime, isUTC: Bool)? {
        let bytes = name[...]
        func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && (48...57).contains(bytes[index]) }
        for start in bytes.indices where isDigit(start) && !isDigit(start - 1) {
            var end = start
            while isDigit(end) { end += 1 }
            if end - start == 13, let milliseconds = number(bytes[start..<end]),
                let time = ExifDateTime(secondsSince1970: Double(milliseconds) / 1000),
                (1990...2100).contains(time.year)
            {
                return (time, true)
            }
            if let time = time(bytes, at: start) { return (time, name.starts(with: "PXL_".utf8)) }
        }
        return nil
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        Int(String(decoding: digits, as: UTF8.self))
    }

    /// Reads year, month, day, hour, minute and second with at most a few separators between them.
    private static func time(_ bytes: ArraySlice<UInt8>, at start: Int) -> ExifDateTime? {
        var at = start
        var parts: [Int] = []
        for (index, length) in [4, 2, 2, 2, 2, 2].enumerated() {
            if index > 0 {
                let separators = index == 3 ? 4 : 1
                var skipped = 0
                while bytes.indices.contains(at), skipped < separators, "-_. :Tat".utf8.contains(bytes[at]) {
                    (at, skipped) = (at + 1, skipped + 1)
                }
            }
            guard at + length <= bytes.endIndex, bytes[at..<at + length].allSatisfy({ (48...57).contains($0) }),
                let value = number(bytes[at..<at + length])
            else { return nil }
            parts.append(value)
            at += length
        }
        // Of more digits, three are the milliseconds; any other number is not a time.
        let rest = bytes[at...].prefix { (48...57).contains($0) }
        guard rest.isEmpty || rest.count == 3, (1900...2100).contains(parts[0]) else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return ExifDateTime(
            "\(parts[0]):\(two(parts[1])):\(two(parts[2])) \(two(parts[3])):\(two(parts[4])):\(two(parts[5]))",
            fraction: rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self))
    }
}

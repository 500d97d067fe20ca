extension Track {
    /// Reads the log of a receiver in NMEA 0183 sentences: `RMC` has date, time and position; `GGA` adds the altitude
    /// of the same second.
    ///
    /// Sentences with a wrong checksum or without a fix are left out. Positions before the first date are also left
    /// out, since a time of day alone is not a time.
    package init(parsingNMEA bytes: [UInt8]) throws(GeodataError) {
        var points: [TrackPoint] = []
        var altitudes: [Substring: Double] = [:]
        var isNMEA = false
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            guard let dollar = line.firstIndex(of: UInt8(ascii: "$")) else { continue }
            let sentence = line[line.index(after: dollar)...]
            guard Self.isWhole(sentence) else { continue }
            let body = sentence.prefix { $0 != UInt8(ascii: "*") }
            let fields = String(decoding: body, as: UTF8.self)
                .split(separator: ",", omittingEmptySubsequences: false)
            guard let kind = fields.first?.suffix(3), fields[0].count == 5 else { continue }
            isNMEA = true
            if kind == "GGA", fields.count > 9, fields[6] != "0", let altitude = Double(fields[9]) {
                altitudes = [fields[1]: altitude]
                // The RMC sentence of the same second can come first.
                if let last = points.last, Self.isTime(last.time, fields[1]),
                    let position = Position(
                        latitude: last.position.latitude, longitude: last.position.longitude, altitude: altitude)
                {
                    points[points.count - 1].position = position
                }
            }
            guard kind == "RMC", fields.count > 9, fields[2] == "A", let time = Self.time(fields[9], fields[1]),
                let latitude = Self.degrees(fields[3], fields[4], digits: 2),
                let longitude = Self.degrees(fields[5], fields[6], digits: 3),
                let position = Position(latitude: latitude, longitude: longitude, altitude: altitudes[fields[1]])
            else { continue }
            points.append(TrackPoint(time: time, position: position))
        }
        guard isNMEA else { throw .notATrack(found: "no sentence of NMEA 0183") }
        guard !points.isEmpty else { throw .noFixes }
        self.init(points)
    }

    /// Whether a sentence matches its checksum, if it has one.
    private static func isWhole(_ sentence: ArraySlice<UInt8>) -> Bool {
        guard let star = sentence.firstIndex(of: UInt8(ascii: "*")) else { return true }
        let given = UInt8(
            String(decoding: sentence[sentence.index(after: star)...].prefix(2), as: UTF8.self), radix: 16)
        return given == sentence[..<star].reduce(0, ^)
    }

    /// Parses `ddmm.mmmm` or `dddmm.mmmm` and a hemisphere.
    private static func degrees(_ text: Substring, _ side: Substring, digits: Int) -> Double? {
        guard text.count > digits, let whole = Double(text.prefix(digits)),
            let minutes = Double(text.dropFirst(digits)),
            minutes < 60, ["N", "S", "E", "W"].contains(side)
        else { return nil }
        let value = whole + minutes / 60
        return side == "S" || side == "W" ? -value : value
    }

    /// Parses `ddmmyy` and `hhmmss.sss`, in UTC.
    private static func time(_ date: Substring, _ clock: Substring) -> Double? {
        guard date.count == 6, clock.count >= 6, (date + clock.prefix(6)).allSatisfy(\.isNumber),
            let year = Int(date.suffix(2))
        else { return nil }
        func two(_ text: Substring, _ at: Int) -> Substring { text.dropFirst(at).prefix(2) }
        let century = year >= 80 ? 1900 : 2000
        return Timestamp.seconds(
            "\(century + year)-\(two(date, 2))-\(two(date, 0))T\(two(clock, 0)):\(two(clock, 2)):\(clock.dropFirst(4))Z"
        )
    }

    private static func isTime(_ time: Double, _ clock: Substring) -> Bool {
        guard clock.count >= 6, let hours = Double(clock.prefix(2)), let minutes = Double(clock.dropFirst(2).prefix(2)),
            let seconds = Double(clock.dropFirst(4))
        else { return false }
        return (time - (time / 86_400).rounded(.down) * 86_400 - (hours * 3600 + minutes * 60 + seconds)).magnitude
            < 0.01
    }
}

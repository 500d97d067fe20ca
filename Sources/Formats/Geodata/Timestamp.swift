/// Points in time in the files of tracks.
package enum Timestamp {
    /// Returns a text without the white space around it.
    package static func trimmed(_ text: String) -> Substring {
        var part = text[...]
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return part
    }

    /// Returns the seconds since 1970 of a time such as `2024-05-01T12:00:00.5Z`. An offset (`+02:00`) is applied;
    /// without one, the time is UTC. Nil for other text, and for a date without a time of day.
    package static func seconds(_ text: String) -> Double? {
        guard let date = CaptureDate(text: trimmed(text), source: .container), date.precision >= .minute else {
            return nil
        }
        return date.dateTime.localSeconds - 60 * Double(date.dateTime.offset ?? 0)
    }
}

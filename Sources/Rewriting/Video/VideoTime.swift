internal import UprightFormats

/// The times of videos.
enum VideoTime {
    /// The seconds from the start of 1904, from which the headers count (ISO/IEC 14496-12, section 8.2.2), to that of 1970.
    private static let epoch = 2_082_844_800

    /// Returns the time of a header, in UTC; nil for 0, which means that the camera did not know it.
    static func since1904(_ seconds: Int) -> CaptureDate? {
        guard seconds > 0, seconds < 1 << 40 else { return nil }
        // Some writers count from 1970.
        let since1970 = seconds < epoch ? seconds : seconds - epoch
        return CaptureDate(utc: Double(since1970), source: .container)
    }
}

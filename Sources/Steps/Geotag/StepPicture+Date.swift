internal import UprightBytes
internal import UprightAlbums
internal import UprightPlaces

extension StepPicture {
    /// Sets the time when the picture was taken.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970.
    ///   - zone: the time zone of local clocks, an IANA zone or a fixed offset; nil for UTC.
    mutating func date(_ time: Double, zone: String?) {
        let offset = zone.flatMap { CameraTime.offset(of: $0, at: time) } ?? 0
        let local = (time + Double(offset)).rounded(.down)
        guard let date = CivilDate(seconds: local), (1...9999).contains(date.year) else { return }
        let second = Int(saturating: local - (local / 86_400).rounded(.down) * 86_400)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        captured = "\(date) \(clock.joined(separator: ":"))".replacing("-", with: ":")
        capturedOffset = String(GeotagFinding.offsetText(offset).dropFirst(3))
    }
}

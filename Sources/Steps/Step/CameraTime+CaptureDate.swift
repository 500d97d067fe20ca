package import UprightFormats
package import UprightPlaces

extension CameraTime {
    /// Creates the time of a date that is known to the minute; nil for others.
    package init?(_ date: CaptureDate) {
        guard date.precision >= .minute else { return nil }
        self.init(local: date.dateTime.localSeconds, offset: date.dateTime.offset.map { $0 * 60 })
    }
}

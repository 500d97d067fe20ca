package import UprightFiles
internal import UprightFormats
package import UprightWorker

extension PictureRecord {
    /// Takes over where and when the content was recorded.
    package mutating func takePlaceAndTime(of facts: PictureFacts) {
        (latitude, longitude) = (facts.latitude, facts.longitude)
        (captured, capturedOffset) = (facts.date?.exifText, facts.date?.dateTime.offsetText)
    }
}

/// What a file is to the picture that it was taken with.
package enum MemberKind: String, Sendable, Hashable, CaseIterable {
    /// The camera's raw file of the same exposure.
    case raw
    /// An XMP sidecar.
    case sidecar
    /// Google Takeout's description, or labels in JSON.
    case description
    /// A text: YOLO's labels, or a caption.
    case text
    /// Labels in XML: Pascal VOC.
    case labels
    /// Apple's list of edits.
    case edits
    /// The settings of a raw developer.
    case settings
    /// The video of a Live Photo or a motion photo.
    case video
    /// A camera's small picture of a raw file.
    case thumbnail
    /// A camera's voice memo.
    case memo

    /// Whether such a file is worth something without a picture.
    package var isFileOfItsOwn: Bool {
        switch self {
        case .raw, .video, .memo: true
        case .sidecar, .description, .text, .labels, .edits, .settings, .thumbnail: false
        }
    }

    /// Whether such a file can hold labels, which data sets also keep in a folder of their own.
    package var canBeLabels: Bool { [.description, .text, .labels].contains(self) }

    /// The uniform type identifier of a member with a filename extension in lower case.
    package func type(filenameExtension: String) -> String {
        switch self {
        case .raw: filenameExtension == "dng" ? "com.adobe.raw-image" : "public.camera-raw-image"
        case .sidecar: "com.adobe.xmp"
        case .description: "public.json"
        case .text: "public.plain-text"
        case .labels: "public.xml"
        case .video: filenameExtension == "mov" ? "com.apple.quicktime-movie" : "public.mpeg-4"
        case .thumbnail: "public.jpeg"
        case .memo: "com.microsoft.waveform-audio"
        case .edits, .settings: "public.data"
        }
    }
}

extension ImageType {
    /// The extension, without a dot, that a file of this type is given; nil for types that are never written.
    public var preferredFilenameExtension: String? { filenameExtensions.first }

    /// The extensions, lower-case and without a dot, under which files of this type are found; the preferred one
    /// first. Empty for types that are never written.
    public var filenameExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "jif", "jfi"]
        case .png: ["png", "apng"]
        case .gif: ["gif"]
        default: []
        }
    }

    /// Whether a file of this type may carry the given extension (without a dot, in any case).
    public func accepts(filenameExtension: some StringProtocol) -> Bool {
        filenameExtensions.contains(filenameExtension.lowercased())
    }
}

extension ImageType {
    /// The extension for new files of this type, without a dot; nil for types that are never written.
    public var preferredFilenameExtension: String? { filenameExtensions.first }

    /// The extensions of files of this type, in lower case and without a dot, with the preferred one first. Empty for
    /// types that are never written.
    public var filenameExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "jif", "jfi"]
        case .png: ["png", "apng"]
        case .gif: ["gif"]
        default: []
        }
    }

    /// Whether a file of this type can have the given extension (without a dot, in any case).
    public func accepts(filenameExtension: some StringProtocol) -> Bool {
        filenameExtensions.contains(filenameExtension.lowercased())
    }
}

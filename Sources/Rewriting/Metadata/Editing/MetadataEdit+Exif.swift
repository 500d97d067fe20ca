public import UprightFormats

extension MetadataEdit {
    /// Sets an Exif tag to a value that is checked against the tag's type, count and range.
    ///
    /// - Parameter handlers: the encoders of tags that have a special byte format.
    public static func exif(
        _ tag: TagID, _ value: PropertyValue, handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        try TagValueChecker(tag, handlers: handlers).edit(value)
    }

    /// Sets an Exif tag to an exact value that is checked against the tag's types and count. Tags that are not in the
    /// tables take any value.
    public static func exif(_ tag: TagID, exactly value: MetadataValue) throws(MetadataValueError) -> MetadataEdit {
        try TagValueChecker(tag).check(value)
        return MetadataEdit(.setExif(tag, value))
    }

    /// Removes an Exif tag.
    public static func removeExif(_ tag: TagID) throws(MetadataValueError) -> MetadataEdit {
        if tag.definition?.editability == .structural, tag != TagID(.exif, .makerNote) { throw .notEditable(tag) }
        return MetadataEdit(.removeExif(tag))
    }

    /// Moves an Exif tag's value to another tag, in the same directory or another one.
    public static func renameExif(_ tag: TagID, to new: TagID) throws(MetadataValueError) -> MetadataEdit {
        for one in [tag, new] where one.definition?.editability == .structural { throw .notEditable(one) }
        return MetadataEdit(.renameExif(tag, to: new))
    }
}

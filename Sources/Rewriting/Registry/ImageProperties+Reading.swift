internal import UprightBase
public import UprightFormats

extension ImageProperties {
    /// Reads a file's properties.
    ///
    /// Damage is not an error: the result has all readable properties, ``warnings`` describes the rest, and
    /// ``pictureError`` says why there is no picture.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - handlers: the handlers of tags with a byte format of their own.
    public init(reading bytes: [UInt8], handlers: TagHandlers = .standard) throws(ImagePropertiesError) {
        let type = PictureFormats.identify(bytes)
        if let format = PictureFormats.all.first(where: { $0.description.type == type }) {
            self.init(try format.properties(of: bytes), type: type, handlers: handlers)
        } else if let format = ReadableFormats.other(type) {
            self.init(try format.properties(of: FileBytes(bytes)), type: type, handlers: handlers)
        } else {
            throw .type(type)
        }
    }
}

extension MetadataTurn {
    /// Turns the payload of a JFIF segment, from `JFIF\0` on.
    public func jfif(_ payload: [UInt8]) -> Turned { Turned(bytes: payload) }

    /// Turns the payload of a JFIF extension segment, from `JFXX\0` on.
    public func jfxx(_ payload: [UInt8]) -> Turned { Turned(bytes: payload) }
}

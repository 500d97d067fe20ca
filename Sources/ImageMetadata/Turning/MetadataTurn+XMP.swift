extension MetadataTurn {
    /// Turns an XMP packet.
    public func xmp(_ packet: [UInt8]) -> Turned { Turned(bytes: packet) }
}

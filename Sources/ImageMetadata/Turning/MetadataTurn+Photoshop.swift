extension MetadataTurn {
    /// Turns Photoshop image resources: the blocks that begin with `8BIM`, without `Photoshop 3.0\0` before them.
    public func photoshop(_ resources: [UInt8]) -> Turned { Turned(bytes: resources) }
}

package import UprightRewriting

/// What is done to a file that is delivered beside a picture: a sidecar, or a file of labels, is turned as its picture was, and
/// stripped.
package struct SidecarTurn: Sendable, Hashable, Codable {
    /// The orientation that the picture had as stored, 1...8; 1 if it was not turned.
    package var orientation: Int
    /// The width of the picture as stored, in pixels.
    package var width: Int
    /// The height of the picture as stored, in pixels.
    package var height: Int
    /// The limits for pictures embedded in the sidecar, and for its size.
    package var limits: Limits
    /// The turn by hand that an XMP sidecar adds to its own orientation, 1...8: that of a picture whose pixels stayed.
    package var byHand = 1
    /// A turn by hand that was killed before the sidecar had followed its picture; empty if there was none.
    package var earlier: [SidecarTurn] = []
    /// If the file can hold labels: what it does not say. Nil for an XMP sidecar.
    package var labels: LabelOptions?

    /// The uniform type identifier of the file.
    package var type = "com.adobe.xmp"
    /// The edits of the picture that go into its sidecar.
    package var edits: [MetadataEdit] = []
    /// What is removed; nil if nothing is.
    package var strip: MetadataStrip?

    package init(orientation: Int, width: Int, height: Int, limits: Limits) {
        self.orientation = orientation
        self.width = width
        self.height = height
        self.limits = limits
    }
}

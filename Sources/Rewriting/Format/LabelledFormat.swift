package import UprightBase

/// A format of files whose picture is not turned here, and whose orientation can be set.
package protocol LabelledFormat: ReadableFormat {
    /// Sets the orientation that viewers follow to the one that the file has, and then the turn by hand.
    ///
    /// - Returns: the file; everything else in it has the bytes that it had.
    func labelled(_ bytes: [UInt8], byHand turn: Orientation) throws(PictureRefusal) -> Turned
}

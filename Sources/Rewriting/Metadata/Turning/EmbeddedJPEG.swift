internal import UprightFormats

/// JPEGs whose length something else holds that is not changed.
package enum EmbeddedJPEG {
    /// Returns a JPEG with the given length: fill bytes come before its last marker, where every decoder skips them (ITU-T T.81,
    /// B.1.1.2). A later turn can use their room again.
    ///
    /// - Returns: nil if it is longer already.
    package static func filled(_ jpeg: [UInt8], to length: Int) -> [UInt8]? {
        guard jpeg.count <= length else { return nil }
        let fill = [UInt8](repeating: JPEGMarker.prefix, count: length - jpeg.count)
        guard jpeg.suffix(2).elementsEqual([JPEGMarker.prefix, JPEGMarker.eoi]) else {
            return jpeg + fill.map { _ in 0 }
        }
        return jpeg.dropLast(2) + fill + jpeg.suffix(2)
    }
}

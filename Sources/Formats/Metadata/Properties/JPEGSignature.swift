/// What the payloads of JPEG's application segments begin with.
package enum JPEGSignature {
    /// Exif, in APP1 (Exif 3.0, 4.7.2).
    package static let exif = "Exif\0\0"
    /// An XMP packet, in APP1 (XMP part 3, 1.1.3).
    package static let xmp = "http://ns.adobe.com/xap/1.0/\0"
    /// What some agencies' software makes of it: the first four letters are overwritten.
    package static let overwrittenXMP = "XMP\0://ns.adobe.com/xap/1.0/\0"
    /// A piece of an extended XMP packet, in APP1.
    package static let extendedXMP = "http://ns.adobe.com/xmp/extension/\0"
    /// Photoshop's image resources, in APP13.
    package static let photoshop = "Photoshop 3.0\0"
}

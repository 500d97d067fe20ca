/// The namespaces of metadata with their usual prefixes.
public enum XMPPrefixes {
    /// Returns the usual prefix of a namespace; nil if the namespace is unknown.
    public static func prefix(of uri: String) -> String? { prefixes[uri] }

    /// Returns the namespace of a usual prefix; nil if the prefix is unknown.
    public static func namespace(_ prefix: String) -> XMPNamespace? {
        uris[prefix].map { XMPNamespace(uri: $0, prefix: prefix) }
    }

    private static let prefixes: [String: String] = Dictionary(table.map { ($0.1, $0.0) }) { first, _ in first }
    private static let uris: [String: String] = Dictionary(table) { first, _ in first }

    /// Source: XMP part 1 and 2, IPTC Photo Metadata 2023.2, Exif 3.0 for XMP, MWG 2.0, PLUS 1.2, and vendors'
    /// documents.
    private static let table: [(String, String)] = [
        ("rdf", XMPNamespace.rdf.uri), ("xml", XMPNamespace.xml.uri), ("x", XMPNamespace.meta.uri),
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"),
        ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
        ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
        ("xmpBJ", "http://ns.adobe.com/xap/1.0/bj/"),
        ("xmpTPg", "http://ns.adobe.com/xap/1.0/t/pg/"),
        ("xmpG", "http://ns.adobe.com/xap/1.0/g/"),
        ("xmpGImg", "http://ns.adobe.com/xap/1.0/g/img/"),
        ("xmpNote", "http://ns.adobe.com/xmp/note/"),
        ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
        ("xmpidq", "http://ns.adobe.com/xmp/Identifier/qual/1.0/"),
        ("stRef", "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"),
        ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"),
        ("stVer", "http://ns.adobe.com/xap/1.0/sType/Version#"),
        ("stJob", "http://ns.adobe.com/xap/1.0/sType/Job#"),
        ("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#"),
        ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
        ("stFnt", "http://ns.adobe.com/xap/1.0/sType/Font#"),
        ("stMfs", "http://ns.adobe.com/xap/1.0/sType/ManifestItem#"),
        ("tiff", "http://ns.adobe.com/tiff/1.0/"),
        ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("aux", "http://ns.adobe.com/exif/1.0/aux/"),
        ("exifEX", "http://cipa.jp/exif/1.0/"),
        ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
        ("crss", "http://ns.adobe.com/camera-raw-saved-settings/1.0/"),
        ("crd", "http://ns.adobe.com/camera-raw-defaults/1.0/"),
        ("lr", "http://ns.adobe.com/lightroom/1.0/"),
        ("pdf", "http://ns.adobe.com/pdf/1.3/"),
        ("pdfx", "http://ns.adobe.com/pdfx/1.3/"),
        ("illustrator", "http://ns.adobe.com/illustrator/1.0/"),
        ("creatorAtom", "http://ns.adobe.com/creatorAtom/1.0/"),
        ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"),
        ("hdr_metadata", "http://ns.adobe.com/hdr-metadata/1.0/"),
        ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
        ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
        ("plus", "http://ns.useplus.org/ldf/xmp/1.0/"),
        ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
        ("mwg-kw", "http://www.metadataworkinggroup.com/schemas/keywords/"),
        ("mwg-coll", "http://www.metadataworkinggroup.com/schemas/collections/"),
        ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/"),
        ("MP", "http://ns.microsoft.com/photo/1.2/"),
        ("MPRI", "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"),
        ("MPReg", "http://ns.microsoft.com/photo/1.2/t/Region#"),
        ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
        ("GImage", "http://ns.google.com/photos/1.0/image/"),
        ("GAudio", "http://ns.google.com/photos/1.0/audio/"),
        ("GDepth", "http://ns.google.com/photos/1.0/depthmap/"),
        ("GFocus", "http://ns.google.com/photos/1.0/focus/"),
        ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
        ("GCreations", "http://ns.google.com/photos/1.0/creations/"),
        ("Container", "http://ns.google.com/photos/1.0/container/"),
        ("Item", "http://ns.google.com/photos/1.0/container/item/"),
        ("Device", "http://ns.google.com/photos/dd/1.0/device/"),
        ("apple-fi", "http://ns.apple.com/faceinfo/1.0/"),
        ("HDRGainMap", "http://ns.apple.com/HDRGainMap/1.0/"),
        ("apdi", "http://ns.apple.com/pixeldatainfo/1.0/"),
        ("digiKam", "http://www.digikam.org/ns/1.0/"),
        ("kipi", "http://www.digikam.org/ns/kipi/1.0/"),
        ("acdsee", "http://ns.acdsee.com/iptc/1.0/"),
        ("mediapro", "http://ns.iview-multimedia.com/mediapro/1.0/"),
        ("expressionmedia", "http://ns.microsoft.com/expressionmedia/1.0/"),
        ("photomech", "http://ns.camerabits.com/photomechanic/1.0/"),
        ("GIMP", "http://www.gimp.org/xmp/"),
        ("darktable", "http://darktable.sf.net/"),
        ("cc", "http://creativecommons.org/ns#"),
        ("dwc", "http://rs.tdwg.org/dwc/index.htm"),
        ("prism", "http://prismstandard.org/namespaces/basic/2.0/"),
        ("drone-dji", "http://www.dji.com/drone-dji/1.0/"),
        ("Camera", "http://pix4d.com/camera/1.0/"),
    ]
}

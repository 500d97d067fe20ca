/// The namespaces of properties that are read or written, with their usual prefixes.
public struct XMPNamespace: Sendable, Hashable {
    /// The URI that identifies the namespace.
    public let uri: String
    /// The usual prefix.
    public let prefix: String

    /// Creates a namespace.
    public init(uri: String, prefix: String) {
        self.uri = uri
        self.prefix = prefix
    }

    /// RDF.
    public static let rdf = XMPNamespace(uri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", prefix: "rdf")
    /// XML: `xml:lang`.
    public static let xml = XMPNamespace(uri: "http://www.w3.org/XML/1998/namespace", prefix: "xml")
    /// The packet's root element, `x:xmpmeta`.
    public static let meta = XMPNamespace(uri: "adobe:ns:meta/", prefix: "x")
    /// XMP basic.
    public static let xmp = XMPNamespace(uri: "http://ns.adobe.com/xap/1.0/", prefix: "xmp")
    /// The reference to Extended XMP.
    public static let note = XMPNamespace(uri: "http://ns.adobe.com/xmp/note/", prefix: "xmpNote")
    /// TIFF properties.
    public static let tiff = XMPNamespace(uri: "http://ns.adobe.com/tiff/1.0/", prefix: "tiff")
    /// Exif properties.
    public static let exif = XMPNamespace(uri: "http://ns.adobe.com/exif/1.0/", prefix: "exif")
    /// Exif 2.21 and later.
    public static let exifEX = XMPNamespace(uri: "http://cipa.jp/exif/1.0/", prefix: "exifEX")
    /// What Camera Raw adds to Exif: the lens, serial numbers.
    package static let aux = XMPNamespace(uri: "http://ns.adobe.com/exif/1.0/aux/", prefix: "aux")
    /// Metadata Working Group regions.
    public static let mwgRegions = XMPNamespace(
        uri: "http://www.metadataworkinggroup.com/schemas/regions/", prefix: "mwg-rs")
    /// The fields of a region's area.
    public static let area = XMPNamespace(uri: "http://ns.adobe.com/xmp/sType/Area#", prefix: "stArea")
    /// The fields of dimensions.
    public static let dimensions = XMPNamespace(
        uri: "http://ns.adobe.com/xap/1.0/sType/Dimensions#", prefix: "stDim")
    /// Microsoft Photo.
    public static let microsoftPhoto = XMPNamespace(uri: "http://ns.microsoft.com/photo/1.2/", prefix: "MP")
    /// Microsoft Photo, region list.
    public static let microsoftRegionInfo = XMPNamespace(
        uri: "http://ns.microsoft.com/photo/1.2/t/RegionInfo#", prefix: "MPRI")
    /// Microsoft Photo, single region.
    public static let microsoftRegion = XMPNamespace(
        uri: "http://ns.microsoft.com/photo/1.2/t/Region#", prefix: "MPReg")
    /// ACDSee regions.
    public static let acdseeRegions = XMPNamespace(uri: "http://ns.acdsee.com/regions/", prefix: "acdsee-rs")
    /// The fields of an ACDSee region's area.
    public static let acdseeArea = XMPNamespace(uri: "http://ns.acdsee.com/sType/Area#", prefix: "acdsee-stArea")
    /// The fields of ACDSee dimensions.
    public static let acdseeDimensions = XMPNamespace(
        uri: "http://ns.acdsee.com/sType/Dimensions#", prefix: "acdsee-stDim")
    /// IPTC Extension.
    public static let iptcExtension = XMPNamespace(
        uri: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", prefix: "Iptc4xmpExt")
    /// Thumbnails.
    public static let thumbnail = XMPNamespace(uri: "http://ns.adobe.com/xap/1.0/g/img/", prefix: "xmpGImg")
    /// Camera Raw settings.
    public static let cameraRaw = XMPNamespace(uri: "http://ns.adobe.com/camera-raw-settings/1.0/", prefix: "crs")
    /// Google camera: motion photos.
    public static let googleCamera = XMPNamespace(uri: "http://ns.google.com/photos/1.0/camera/", prefix: "GCamera")
    /// Google container: the data after the primary picture.
    public static let container = XMPNamespace(
        uri: "http://ns.google.com/photos/1.0/container/", prefix: "Container")
    /// An item of a Google container.
    public static let containerItem = XMPNamespace(
        uri: "http://ns.google.com/photos/1.0/container/item/", prefix: "Item")
    /// The older Google container.
    public static let googleContainer = XMPNamespace(
        uri: "http://ns.google.com/photos/1.0/gcontainer/", prefix: "GContainer")
    /// Google depth map.
    public static let googleDepth = XMPNamespace(
        uri: "http://ns.google.com/photos/1.0/depthmap/", prefix: "GDepth")
    /// Google image.
    public static let googleImage = XMPNamespace(uri: "http://ns.google.com/photos/1.0/image/", prefix: "GImage")
    /// Google panorama.
    public static let googlePanorama = XMPNamespace(
        uri: "http://ns.google.com/photos/1.0/panorama/", prefix: "GPano")
    /// Dynamic depth, the device of a container.
    public static let dynamicDepth = XMPNamespace(
        uri: "http://ns.google.com/photos/dd/1.0/device/", prefix: "Device")
    /// Adobe gain map properties, used by Ultra HDR.
    public static let gainMap = XMPNamespace(uri: "http://ns.adobe.com/hdr-gain-map/1.0/", prefix: "hdrgm")
    /// Apple gain map properties.
    public static let appleGainMap = XMPNamespace(
        uri: "http://ns.apple.com/HDRGainMap/1.0/", prefix: "HDRGainMap")

    /// Apple face detection, in the extensions of a region.
    public static let appleFaceInfo = XMPNamespace(uri: "http://ns.apple.com/faceinfo/1.0/", prefix: "apple-fi")
    /// Apple adjustments.
    public static let appleAdjustments = XMPNamespace(
        uri: "http://ns.apple.com/adjustment-settings/1.0/", prefix: "aas")
    /// Photo Mechanic.
    public static let photoMechanic = XMPNamespace(
        uri: "http://ns.camerabits.com/photomechanic/1.0/", prefix: "photomechanic")
    /// Google camera: the focal point of a lens blur.
    public static let googleFocus = XMPNamespace(uri: "http://ns.google.com/photos/1.0/focus/", prefix: "GFocus")
    /// DJI drones.
    public static let djiDrone = XMPNamespace(uri: "http://www.dji.com/drone-dji/1.0/", prefix: "drone-dji")
    /// Pix4D: the model of a camera.
    package static let pix4D = XMPNamespace(uri: "http://pix4d.com/camera/1.0/", prefix: "Camera")
    /// Apple: how a depth map was taken.
    package static let appleDepth = XMPNamespace(uri: "http://ns.apple.com/depthData/1.0/", prefix: "depthData")
    /// Apple: how a depth map is used.
    package static let appleDepthEffect = XMPNamespace(
        uri: "http://ns.apple.com/depthBlurEffect/1.0/", prefix: "depthBlurEffect")
    /// Xiaomi: what follows the picture.
    package static let xiaomiCamera = XMPNamespace(uri: "http://ns.xiaomi.com/photos/1.0/camera/", prefix: "MiCamera")

    private static let known: [XMPNamespace] = [
        rdf, xml, meta, xmp, note, tiff, exif, exifEX, mwgRegions, area, dimensions, microsoftPhoto,
        microsoftRegionInfo, microsoftRegion, acdseeRegions, acdseeArea, acdseeDimensions, iptcExtension, thumbnail,
        cameraRaw, googleCamera, container, containerItem, googleContainer, googleDepth, googleImage, googlePanorama,
        dynamicDepth, gainMap, appleGainMap, appleFaceInfo, appleAdjustments, photoMechanic, googleFocus, djiDrone,
        pix4D, appleDepth, appleDepthEffect, xiaomiCamera,
    ]

    /// Returns the usual prefix of the namespace with the given URI; nil if it is unknown.
    public static func prefix(of uri: String) -> String? { known.first { $0.uri == uri }?.prefix }
}

internal import UprightBase
package import UprightFormats

/// A part of a file that has the geometry of the picture and cannot be turned with it.
///
/// It is kept as it is, a warning names it, and the original is worth keeping
/// (`NormalizationReport.needsOriginal`). ``all`` is the one table for all formats.
package struct FixedPart: Sendable {
    /// Where a part is found, with the identifier that its maker gives it.
    package enum Location: Sendable {
        /// A JPEG segment: its marker, and how its payload begins.
        case segment(UInt8, String)
        /// A JPEG segment without an identifier: its marker, and what the tag `Make` holds.
        case unmarkedSegment(UInt8, make: String)
        /// Properties of XMP: a namespace, and patterns of local names, in which `*` stands for any text.
        case properties(XMPNamespace, [String])
        /// A resource of Photoshop.
        case resource(UInt16)
        /// A chunk of PNG.
        case chunk(String)
        /// A record of Samsung's trailer, by a pattern.
        case record(String)
        /// Bytes behind a JPEG that begin a maker's data.
        case trailer(String)
        /// Images of a multi-picture index, by their type, which belong together by their geometry.
        case views(UInt32)
        /// The crop in FotoStation's trailer.
        case fotoStation
    }

    package let location: Location
    /// What it is, with its identifier: `a thermal image (FLIR in APP1)`.
    package let name: String
    /// The markers of further segments that belong to it and have no identifiers.
    package var further: ClosedRange<UInt8>?
    /// Whether a property counts only if it is neither empty nor 0.
    var onlyIfSet = false
    /// A property without which the part has no meaning.
    var beside: XMPName?

    init(
        _ location: Location, _ name: String, further: ClosedRange<UInt8>? = nil, onlyIfSet: Bool = false,
        beside: XMPName? = nil
    ) {
        (self.location, self.name) = (location, name)
        (self.further, self.onlyIfSet, self.beside) = (further, onlyIfSet, beside)
    }

    package var warning: String { Self.warning(name) }

    package static func warning(_ name: String) -> String {
        "\(name) cannot be turned with the picture; kept unchanged"
    }

    /// The most bytes of unknown segments with one marker that are not named: more can be a grid of samples.
    package static let unknownLimit = 4096

    /// The table.
    package static let all: [FixedPart] = segments + properties + chunks + others

    /// Sources: exiftool, `JPEG.pm`, `FLIR.pm`, `DJI.pm`, `InfiRay.pm`, `Scalado.pm`; JPEG-HDR (Ward, Simmons 2004); JPS (VRex).
    private static let segments = [
        FixedPart(.segment(0xE1, "FLIR\0"), "a thermal image (FLIR in APP1)"),
        FixedPart(.segment(0xE2, "IJPEG\0"), "InfiRay's thermal image (IJPEG in APP2)", further: 0xE3...0xE9),
        FixedPart(
            .unmarkedSegment(0xE3, make: "DJI"), "DJI's thermal image (a grid of samples in APP3)", further: 0xE4...0xE7
        ),
        FixedPart(.segment(0xE2, "FPXR\0"), "a FlashPix stream (FPXR in APP2), which can hold pictures,"),
        FixedPart(.segment(0xE3, "_JPSJPS_"), "the layout of a stereo picture (JPS in APP3)"),
        FixedPart(.segment(0xE4, "SCALADO\0"), "an index of the coded picture (SCALADO in APP4)"),
        FixedPart(.segment(0xE6, "NITF\0"), "the layout of blocks (NITF in APP6)"),
        FixedPart(.segment(0xE8, "SPIFF\0"), "the size in a SPIFF header (SPIFF in APP8)"),
        FixedPart(.segment(0xEB, "HDR_RI"), "the ratio image of JPEG-HDR (HDR_RI in APP11)"),
    ]

    private static let properties = [
        FixedPart(.properties(.cameraRaw, ["HasCrop"]), "a Camera Raw crop (crs:HasCrop)"),
        FixedPart(
            .properties(.cameraRaw, ["*Corrections", "RetouchAreas", "RetouchInfo", "RedEyeInfo"]),
            "local Camera Raw settings"),
        FixedPart(
            .properties(.photoMechanic, ["Crop*"]), "a Photo Mechanic crop (photomechanic:Crop…)", onlyIfSet: true),
        FixedPart(
            .properties(.appleAdjustments, ["Crop*"]), "a crop in Apple's adjustments (aas:Crop…)", onlyIfSet: true),
        FixedPart(.properties(.djiDrone, ["Dewarp*"]), "the lens calibration of a drone"),
        FixedPart(
            .properties(.djiDrone, ["GimbalRollDegree"]),
            "the roll of the camera beside its optical centre, which is moved,",
            beside: XMPName(.djiDrone, "CalibratedOpticalCenterX")),
        FixedPart(
            .properties(
                .pix4D,
                [
                    "PrincipalPoint*", "PerspectiveDistortion", "FisheyeAffineMatrix", "FisheyePolynomial",
                    "VignettingCenter", "VignettingPolynomial2D*", "Roll", "RigRelatives",
                ]), "the camera model of Pix4D"),
        FixedPart(.properties(.googleDepth, ["*"]), "a depth map (GDepth)"),
        FixedPart(.properties(.googleImage, ["*"]), "an embedded image (GImage)"),
        FixedPart(.properties(.googlePanorama, ["CroppedArea*", "Pose*"]), "a panorama crop or pose (GPano)"),
        FixedPart(.properties(.dynamicDepth, ["*"]), "dynamic depth (Device)"),
        FixedPart(.properties(.appleDepth, ["*"]), "the calibration of Apple's depth map (depthData)"),
        FixedPart(.properties(.appleDepthEffect, ["*"]), "the focus of Apple's depth effect (depthBlurEffect)"),
        FixedPart(.properties(.xiaomiCamera, ["XMPMeta"]), "Xiaomi's depth map (MiCamera:XMPMeta)"),
    ]

    private static let chunks =
        [
            FixedPart(.chunk("npTc"), "stretchable slices (nine-patch)"),
            FixedPart(.chunk("npLb"), "layout bounds (nine-patch)"),
            FixedPart(.chunk("npOl"), "an outline (nine-patch)"),
            FixedPart(.chunk("sTER"), "two stereo pictures side by side"),
            FixedPart(.chunk("gIFt"), "a GIF's plain text"),
            FixedPart(.chunk("caBX"), "content credentials that sign the pixels"),
            FixedPart(.chunk("dSIG"), "a signature of the file"), FixedPart(.chunk("fRAc"), "fractal parameters"),
            FixedPart(.chunk("prVW"), "a preview (Fireworks)"),
        ] + ["mkBF", "mkBS", "mkBT", "mkTS"].map { FixedPart(.chunk($0), "layers and slices (Fireworks)") }

    private static let others = [
        FixedPart(.resource(PhotoshopResources.slices), "slices"),
        FixedPart(.record("*DepthMap*"), "a depth map"), FixedPart(.record("DualShot_*"), "a picture of a pair"),
        FixedPart(.record("FocusShot_*"), "a picture or map of focus"),
        FixedPart(.record("PhotoEditor_Re_Edit_Data"), "the crop of an editor"),
        FixedPart(.trailer("edof\0"), "Huawei's depth map (edof behind the picture)"),
        FixedPart(.views(0x02_0001), "the order of a panorama's frames (MPF)"),
        FixedPart(.views(0x02_0002), "the direction between stereo frames (MPF)"),
        FixedPart(.fotoStation, "a crop (FotoStation's trailer)"),
    ]

    /// Whether a text matches a pattern, in which `*` at the beginning or the end stands for any text.
    package static func matches(_ text: String, _ pattern: String) -> Bool {
        // By bytes: the search for text in text links regular expressions, which are a tenth of the worker's program.
        let (bytes, wanted) = (Array(text.utf8), Array(pattern.utf8.filter { $0 != UInt8(ascii: "*") }))
        switch (pattern.hasPrefix("*"), pattern.hasSuffix("*")) {
        case (false, false): return bytes == wanted
        case (false, true): return bytes.starts(with: wanted)
        case (true, false): return bytes.count >= wanted.count && bytes.suffix(wanted.count).elementsEqual(wanted)
        case (true, true): return wanted.isEmpty || bytes.firstOffset(of: wanted) != nil
        }
    }
}

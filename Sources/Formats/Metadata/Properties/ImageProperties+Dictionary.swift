internal import UprightBase

extension ImageProperties {
    /// The properties with ImageIO's keys: `PixelWidth`, `{Exif}`, `{GPS}`, …
    ///
    /// ImageIO lacks `{XMP}` (properties by name with prefix), `{Thumbnail}` (IFD1), `{Interoperability}`, `{ICC}`, `{MPF}`,
    /// `{JFXX}` and `{FLIR}`. Tags
    /// without a name have their decimal number as key.
    public var dictionary: [String: PropertyValue] {
        var dictionary = containerProperties
        let note = exifMetadata?.makerNote(handlers: handlers)
        dictionary.merge(exifMetadata?.dictionaries(handlers: handlers, note) ?? [:]) { _, exif in exif }
        if let xmp {
            dictionary["{XMP}"] = .dictionary(xmp.dictionary)
        }
        let auxiliary = self.auxiliary(note)
        if !auxiliary.isEmpty { dictionary["{ExifAux}"] = .dictionary(auxiliary) }
        if let iptc { dictionary["{IPTC}"] = .dictionary(iptc.properties) }
        if let photoshop = metadata.photoshop {
            dictionary["{8BIM}"] = .dictionary(PhotoshopResources(parsing: photoshop).properties)
        }
        if let size {
            dictionary["PixelWidth"] = .integer(size.width)
            dictionary["PixelHeight"] = .integer(size.height)
        }
        dictionary["Depth"] = depth.map { .integer($0) }
        dictionary["ColorModel"] = colorModel.map { .string($0) }
        if let hasAlpha { dictionary["HasAlpha"] = .boolean(hasAlpha) }
        if let name = profile?.name { dictionary["ProfileName"] = .string(name) }
        if let icc = metadata.icc.flatMap({ ICCProfile.properties(of: $0) }) { dictionary["{ICC}"] = .dictionary(icc) }
        if let orientation { dictionary["Orientation"] = .integer(orientation.rawValue) }
        if let (x, y) = dotsPerInch {
            dictionary["DPIWidth"] = .real(x)
            dictionary["DPIHeight"] = .real(y)
        }
        return dictionary
    }

    /// Pixels per inch, across and down: from IFD0, otherwise from JFIF or `pHYs`.
    public var dotsPerInch: (x: Double, y: Double)? {
        if let inches = tiff.resolutionUnitInInches, let x = tiff.xResolution, let y = tiff.yResolution, x > 0, y > 0,
            x.isFinite, y.isFinite
        {
            return (x / inches, y / inches)
        }
        if let jfif = containerProperties["{JFIF}"], let unit = jfif["DensityUnit"]?.integer, unit == 1 || unit == 2,
            let x = jfif["XDensity"]?.number, let y = jfif["YDensity"]?.number, x > 0, y > 0
        {
            return unit == 1 ? (x, y) : (x * 2.54, y * 2.54)
        }
        if let png = containerProperties["{PNG}"], let x = png["XPixelsPerMeter"]?.number,
            let y = png["YPixelsPerMeter"]?.number, png["PixelUnits"]?.integer == 1, x > 0, y > 0
        {
            return (x * 0.0254, y * 0.0254)
        }
        return nil
    }
}

import Testing
import UprightFormats
import UprightRewriting
import UprightBase

/// Where regions lie once the picture is turned, computed here without the product's transforms.
///
/// The face is at one place of the picture as it is shown; each orientation stores it elsewhere.
@Suite("Regions stay on what they mark")
struct RegionTurnTests {
    /// The stored picture.
    static let size = Size(width: 300, height: 200)

    /// A rectangle by its centre and its sides, as fractions.
    struct Area: Equatable {
        var x, y, w, h: Double
    }

    /// Where the face is shown.
    static let face = Area(x: 0.25, y: 0.4, w: 0.1, h: 0.2)

    /// Where a point of the shown picture is stored.
    static func stored(_ x: Double, _ y: Double, _ orientation: Orientation) -> (x: Double, y: Double) {
        switch orientation {
        case .up: (x, y)
        case .upMirrored: (1 - x, y)
        case .down: (1 - x, 1 - y)
        case .downMirrored: (x, 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, 1 - x)
        case .rightMirrored: (1 - y, 1 - x)
        case .left: (1 - y, x)
        }
    }

    static func stored(_ orientation: Orientation) -> Area {
        let (x, y) = stored(face.x, face.y, orientation)
        let transposes = orientation.rawValue > 4
        return Area(x: x, y: y, w: transposes ? face.h : face.w, h: transposes ? face.w : face.h)
    }

    static func turned(_ description: String, _ orientation: Orientation) -> (text: String, turned: Turned) {
        let turn = MetadataTurn(PictureTurn(orientation, of: size)) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg)
        }
        let turned = turn.xmp(XMPRecipe.packet(description))
        return (String(decoding: turned.bytes, as: UTF8.self), turned)
    }

    /// The numbers of the attributes with a name, in order.
    static func values(_ name: String, in text: String) -> [Double] {
        text.split(separator: " \(name)=\"", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "\"").first.flatMap { Double($0) }
        }
    }

    static func area(_ prefix: String, in text: String) -> Area {
        func value(_ name: String) -> Double { values("\(prefix):\(name)", in: text).first ?? .nan }
        return Area(x: value("x"), y: value("y"), w: value("w"), h: value("h"))
    }

    static func isNear(_ one: Area, _ other: Area) -> Bool {
        zip([one.x, one.y, one.w, one.h], [other.x, other.y, other.w, other.h]).allSatisfy {
            ($0 - $1).magnitude < 1e-6
        }
    }

    /// Which dimensions a program writes.
    enum Dimensions: CaseIterable {
        case stored, displayed, larger, largerDisplayed, absent
    }

    static func dimensions(_ kind: Dimensions, _ orientation: Orientation) -> (width: Int, height: Int)? {
        let transposes = orientation.rawValue > 4
        return switch kind {
        case .stored: (300, 200)
        case .displayed: transposes ? (200, 300) : (300, 200)
        case .larger: (6_000, 4_000)
        case .largerDisplayed: transposes ? (4_000, 6_000) : (6_000, 4_000)
        case .absent: nil
        }
    }

    static func regions(
        _ schema: (regions: String, area: String, dimensions: String, areaName: String), _ area: Area,
        _ size: (width: Int, height: Int)?, unit: String = "normalized", further: String = ""
    ) -> String {
        let (rs, st, dim, name) = schema
        let uris = [
            "mwg-rs": "",
            "acdsee-rs":
                """
            xmlns:acdsee-rs="http://ns.acdsee.com/regions/" xmlns:acdsee-stArea="http://ns.acdsee.com/sType/Area#"
            xmlns:acdsee-stDim="http://ns.acdsee.com/sType/Dimensions#"
            """,
        ]
        let applied = size.map {
            "<\(rs):AppliedToDimensions \(dim):w=\"\($0.width)\" \(dim):h=\"\($0.height)\" \(dim):unit=\"pixel\"/>"
        }
        return """
            <rdf:Description rdf:about="" \(uris[rs] ?? "")><\(rs):Regions rdf:parseType="Resource">\(applied ?? "")
            <\(rs):RegionList><rdf:Bag><rdf:li><rdf:Description \(rs):Type="Face" \(further)>
            <\(rs):\(name) \(st):x="\(area.x)" \(st):y="\(area.y)" \(st):w="\(area.w)" \(st):h="\(area.h)"
              \(st):unit="\(unit)"/></rdf:Description></rdf:li></rdf:Bag></\(rs):RegionList></\(rs):Regions>
            </rdf:Description>
            """
    }

    static let mwg = (regions: "mwg-rs", area: "stArea", dimensions: "stDim", areaName: "Area")
    static let acdsee = (
        regions: "acdsee-rs", area: "acdsee-stArea", dimensions: "acdsee-stDim", areaName: "DLYArea"
    )

    @Test(
        "Coordinates are those of the stored picture, whatever the dimensions are; only stored ones are exchanged",
        arguments: Orientation.allCases, Dimensions.allCases)
    func facesStay(orientation: Orientation, kind: Dimensions) {
        let size = Self.dimensions(kind, orientation)
        let shown =
            switch kind {
            case .larger, .largerDisplayed: Self.dimensions(.largerDisplayed, orientation)
            case .stored, .displayed: Self.dimensions(.displayed, orientation)
            case .absent: (width: Int, height: Int)?.none
            }
        for schema in [Self.mwg, Self.acdsee] {
            let (text, turned) = Self.turned(Self.regions(schema, Self.stored(orientation), size), orientation)
            let found = Self.area(schema.area, in: text)
            #expect(Self.isNear(found, Self.face), "\(schema.regions) \(orientation) \(kind): \(found)")
            #expect(Self.values("\(schema.dimensions):w", in: text).first == shown.map { Double($0.width) })
            #expect(Self.values("\(schema.dimensions):h", in: text).first == shown.map { Double($0.height) })
            #expect(turned.warnings == [])
        }
    }

    @Test("Positions in pixels count in the stored picture", arguments: Orientation.allCases, [false, true])
    func pixels(orientation: Orientation, isDisplayed: Bool) {
        func scaled(_ area: Area, _ width: Double, _ height: Double) -> Area {
            Area(x: area.x * width, y: area.y * height, w: area.w * width, h: area.h * height)
        }
        let stored = scaled(Self.stored(orientation), 300, 200)
        let size = Self.dimensions(isDisplayed ? .displayed : .stored, orientation)
        let (text, _) = Self.turned(Self.regions(Self.mwg, stored, size, unit: "pixel"), orientation)
        let transposes = orientation.rawValue > 4
        let shown = scaled(Self.face, transposes ? 200 : 300, transposes ? 300 : 200)
        #expect(Self.isNear(Self.area("stArea", in: text), shown))
    }

    @Test(
        "The rotation of a region turns with the picture",
        arguments: [
            (Orientation.up, "0.00000", "0.00000"), (.right, "-1.57080", "0.00000"), (.left, "1.5708", "0.00000"),
            (.down, "3.14159", "0.00000"), (.down, "-3.14159", "0.00000"), (.right, "0.00000", "1.57080"),
            (.left, "0", "-1.57080"), (.down, "0.5", "-2.64159"), (.upMirrored, "0.25000", "-0.25000"),
            (.downMirrored, "0.25000", "2.89159"), (.leftMirrored, "-1.57080", "0.00000"),
            (.rightMirrored, "1.57080", "0.00000"),
        ])
    func rotation(orientation: Orientation, stored: String, shown: String) throws {
        let region = Self.regions(Self.mwg, Self.face, nil, further: "mwg-rs:Rotation=\"\(stored)\"")
        let (text, turned) = Self.turned(region, orientation)
        let found = try #require(Self.values("mwg-rs:Rotation", in: text).first)
        #expect((found - (Double(shown) ?? .nan)).magnitude < 1e-5, "\(found)")
        #expect(turned.warnings == [] && !turned.needsOriginal)
    }

    @Test("A rotation that is no number is named")
    func unreadableRotation() {
        let region = Self.regions(Self.mwg, Self.face, nil, further: "mwg-rs:Rotation=\"half\"")
        let turned = Self.turned(region, .right).turned
        #expect(turned.needsOriginal && turned.warnings.contains { $0.contains("mwg-rs:Rotation") })
    }

    @Test("Microsoft's rectangles stay, by their corner", arguments: Orientation.allCases)
    func microsoft(orientation: Orientation) throws {
        let area = Self.stored(orientation)
        let corner = "\(area.x - area.w / 2), \(area.y - area.h / 2), \(area.w), \(area.h)"
        let (text, _) = Self.turned(
            """
            <rdf:Description><MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
            <rdf:li MPReg:Rectangle="\(corner)"/></rdf:Bag></MPRI:Regions></MP:RegionInfo></rdf:Description>
            """, orientation)
        let found = try #require(text.split(separator: "MPReg:Rectangle=\"").last?.split(separator: "\"").first)
        let n = found.split(separator: ",").compactMap { Double($0.split(separator: " ").joined()) }
        try #require(n.count == 4)
        #expect(Self.isNear(Area(x: n[0] + n[2] / 2, y: n[1] + n[3] / 2, w: n[2], h: n[3]), Self.face))
    }

    static let polygon = [(0.1, 0.2), (0.4, 0.25), (0.3, 0.9)]

    /// IPTC's regions: a rectangle by its corner, a circle, and a polygon, as shares of the sides or in pixels.
    static func imageRegions(_ orientation: Orientation, isPixel: Bool) -> String {
        let (width, height) = isPixel ? (300.0, 200.0) : (1, 1)
        let unit = isPixel ? "pixel" : "relative"
        let area = stored(orientation)
        // The radius is a share of the width of the picture: 30 pixels of it.
        let radius = isPixel ? 30.0 : 0.1
        let vertices = polygon.map { point in
            let (x, y) = stored(point.0, point.1, orientation)
            return "<rdf:li Iptc4xmpExt:rbX=\"\(x * width)\" Iptc4xmpExt:rbY=\"\(y * height)\"/>"
        }
        let boundaries = [
            """
            Iptc4xmpExt:rbShape="rectangle" Iptc4xmpExt:rbUnit="\(unit)" Iptc4xmpExt:rbX="\((area.x - area.w / 2) * width)"
            Iptc4xmpExt:rbY="\((area.y - area.h / 2) * height)" Iptc4xmpExt:rbW="\(area.w * width)"
             Iptc4xmpExt:rbH="\(area.h * height)"/>
            """,
            """
            Iptc4xmpExt:rbShape="circle" Iptc4xmpExt:rbUnit="\(unit)" Iptc4xmpExt:rbX="\(area.x * width)"
             Iptc4xmpExt:rbY="\(area.y * height)" Iptc4xmpExt:rbRx="\(radius)"/>
            """,
            """
            Iptc4xmpExt:rbShape="polygon" Iptc4xmpExt:rbUnit="\(unit)"><Iptc4xmpExt:rbVertices><rdf:Seq>
            \(vertices.joined())</rdf:Seq></Iptc4xmpExt:rbVertices></Iptc4xmpExt:RegionBoundary>
            """,
        ]
        let items = boundaries.map {
            "<rdf:li rdf:parseType=\"Resource\"><Iptc4xmpExt:RegionBoundary \($0)</rdf:li>"
        }
        return """
            <rdf:Description xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:ImageRegion>
            <rdf:Bag>\(items.joined())</rdf:Bag></Iptc4xmpExt:ImageRegion></rdf:Description>
            """.replacing("\nIptc4xmpExt", with: " Iptc4xmpExt")
    }

    @Test("IPTC's rectangles, circles and polygons stay", arguments: Orientation.allCases, [false, true])
    func imageRegions(orientation: Orientation, isPixel: Bool) throws {
        let (text, turned) = Self.turned(Self.imageRegions(orientation, isPixel: isPixel), orientation)
        #expect(turned.warnings == [])
        let transposes = orientation.rawValue > 4
        let shown = transposes ? (200.0, 300.0) : (300, 200)
        let (width, height) = isPixel ? shown : (1, 1)
        func values(_ name: String) -> [Double] { Self.values("Iptc4xmpExt:\(name)", in: text) }
        let (x, y) = (values("rbX").map { $0 / width }, values("rbY").map { $0 / height })
        try #require(x.count == 5 && y.count == 5)
        let (w, h) = ((values("rbW").first ?? .nan) / width, (values("rbH").first ?? .nan) / height)
        #expect(Self.isNear(Area(x: x[0] + w / 2, y: y[0] + h / 2, w: w, h: h), Self.face))
        #expect(Self.isNear(Area(x: x[1], y: y[1], w: 0, h: 0), Area(x: 0.25, y: 0.4, w: 0, h: 0)))
        // Still 30 pixels.
        let radius = try #require(values("rbRx").first) * (isPixel ? 1 : shown.0)
        #expect((radius - 30).magnitude < 1e-4, "\(radius)")
        for (place, point) in Self.polygon.enumerated() {
            #expect((x[2 + place] - point.0).magnitude < 1e-6 && (y[2 + place] - point.1).magnitude < 1e-6)
        }
    }
}

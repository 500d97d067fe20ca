/// XMP packets with the same contents in the two forms that RDF allows.
enum XMPRecipe {
    static let namespaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
        xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
        xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#"
        """

    static func packet(_ description: String, padding: Int = 400) -> [UInt8] {
        let text = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- a comment > with signs -->
            <rdf:RDF \(namespaces)>\(description)</rdf:RDF>
            </x:xmpmeta>
            """
        return Array((text + "\n" + String(repeating: " ", count: padding) + "\n<?xpacket end=\"w\"?>").utf8)
    }

    /// Returns a packet that uses attributes as far as possible.
    static func attributes(orientation: Int, width: Int = 60, height: Int = 40) -> [UInt8] {
        packet(
            """
            <rdf:Description rdf:about='' tiff:Orientation = '\(orientation)' tiff:ImageWidth="\(width)"
              tiff:ImageLength="\(height)" exif:PixelXDimension="\(width)" exif:PixelYDimension="\(height)"
              tiff:XResolution="300/1" tiff:YResolution="150/1" dc:format='a &lt; "b" &#x26; c'>
            <exif:SubjectArea><rdf:Seq><rdf:li>10</rdf:li><rdf:li>5</rdf:li><rdf:li>8</rdf:li><rdf:li>4</rdf:li>
            </rdf:Seq></exif:SubjectArea>
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="\(width)"
              stDim:h="\(height)" stDim:unit="pixel"/><mwg-rs:RegionList><rdf:Bag>
              <rdf:li><rdf:Description mwg-rs:Name="A" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.25" stArea:y="0.125"
                stArea:w="0.1" stArea:h="0.05" stArea:unit="normalized"/></rdf:Description></rdf:li>
              <rdf:li rdf:parseType="Resource"><mwg-rs:Area stArea:x="0.75" stArea:y="0.5" stArea:d="0.1"/></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
              <rdf:li MPReg:Rectangle="0.125, 0.250, 0.500, 0.125" MPReg:PersonDisplayName="B"/>
            </rdf:Bag></MPRI:Regions></MP:RegionInfo></rdf:Description>
            """)
    }

    /// Returns a packet that uses only elements.
    static func elements(orientation: Int, width: Int = 60, height: Int = 40) -> [UInt8] {
        packet(
            """
            <rdf:Description rdf:about="">
            <tiff:Orientation>
              \(orientation)
            </tiff:Orientation><tiff:ImageWidth>\(width)</tiff:ImageWidth><tiff:ImageLength>\(height)</tiff:ImageLength>
            <exif:PixelXDimension>\(width)</exif:PixelXDimension><exif:PixelYDimension>\(height)</exif:PixelYDimension>
            </rdf:Description><rdf:Description><tiff:XResolution>300/1</tiff:XResolution>
            <tiff:YResolution>150/1</tiff:YResolution>
            <exif:SubjectArea><rdf:Seq><rdf:li>10</rdf:li><rdf:li>5</rdf:li><rdf:li>8</rdf:li><rdf:li>4</rdf:li>
            </rdf:Seq></exif:SubjectArea>
            <mwg-rs:Regions><rdf:Description><mwg-rs:AppliedToDimensions><rdf:Description><stDim:w>\(width)</stDim:w>
              <stDim:h>\(height)</stDim:h></rdf:Description></mwg-rs:AppliedToDimensions><mwg-rs:RegionList><rdf:Seq>
              <rdf:li rdf:parseType="Resource"><mwg-rs:Area rdf:parseType="Resource"><stArea:x>0.25</stArea:x>
                <stArea:y>0.125</stArea:y><stArea:w>0.1</stArea:w><stArea:h>0.05</stArea:h></mwg-rs:Area></rdf:li>
            </rdf:Seq></mwg-rs:RegionList></rdf:Description></mwg-rs:Regions>
            <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag><rdf:li><rdf:Description>
              <MPReg:Rectangle>0.125, 0.250, 0.500, 0.125</MPReg:Rectangle></rdf:Description></rdf:li>
            </rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo></rdf:Description>
            """)
    }
}

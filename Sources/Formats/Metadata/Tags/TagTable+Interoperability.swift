extension TagTable {
    /// The tags of the interoperability IFD (Exif 3.0, table 20; DCF 2.0).
    public static let interoperability: [TagDefinition] = [
        TagDefinition(0x0001, "InteroperabilityIndex", [.ascii], .any, aliases: ["InteropIndex"]),
        TagDefinition(0x0002, "InteroperabilityVersion", [.undefined], .exactly(4), aliases: ["InteropVersion"]),
        TagDefinition(0x1000, "RelatedImageFileFormat", [.ascii], .any),
        TagDefinition(0x1001, "RelatedImageWidth", [.short, .long]),
        TagDefinition(0x1002, "RelatedImageLength", [.short, .long], aliases: ["RelatedImageHeight"]),
    ]
}

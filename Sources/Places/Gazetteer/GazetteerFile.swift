internal import CUprightDeflate
internal import CUprightGazetteer
package import UprightFormats

/// The sections of a gazetteer file, inflated on demand.
///
/// The file begins with `UPRGAZ01` and the number of sections; for each section follow its tag (4 bytes), its
/// offset in the file, its packed length and its length; then come the sections, each packed with zlib. All of
/// these numbers have 32 bits and are little-endian.
///
/// "Numbers" are LEB128; "signed" numbers have the sign in the lowest bit (zigzag); "differences" are signed, each
/// relative to the previous number. Tables are UTF-8 lines of tab-separated fields. Regions, counties and polygons
/// are numbered from 1; 0 is none. Places are ordered as the leaves of a balanced tree over their unit vectors:
/// leaf *i* of 2^14 covers the places *n·i/2^14* to *n·(i+1)/2^14*.
///
/// - `META`: table: format, version, counts, sources with licence and SHA-256, the attribution line
/// - `CTRY`: table: ISO 3166-1 code, name; countries are numbered from 0
/// - `ZONE`: table: IANA time zones, from 0
/// - `REGN`: table: GeoNames code, ISO 3166-2 code, name, time zone
/// - `CNTY`: table: names of counties (admin-2)
/// - `CLAT CLON`: differences: latitude, longitude of the places in 1e-5 degrees
/// - `CPOP`: numbers: population
/// - `CREG CCTY CZON`: differences: region, county, time zone
/// - `CFLG`: one bit per place, lowest first: whether it is a section of a larger place
/// - `CNAM`: names, each after its length in one byte
/// - `CBIG`: numbers: the places of 50,000 people or more that are not sections, in the order of a tree of depth 10
/// - `POLY`: numbers: count; per polygon: country, region, number of arcs, then the arcs (each minus the previous
///   one)
/// - `ABOX`: numbers: count of arcs; per arc: points, 1 for a coast, packed length, west and south edge (signed,
///   relative to the previous arc), width, height, latitude of its first and last point above the south edge
/// - `ARCS`: the points of the arcs in 1e-4 degrees: signed differences, the first from the south-west corner
/// - `GRID`: runs (value, length) over cells of a quarter of a degree, from the south-west corner eastward: 0 sea,
///   below 0x8000 a polygon, otherwise 0x8000 + a list
/// - `CAND`: numbers: count of lists; per list: the number of polygons that can contain a point of the cell, the
///   number of other polygons nearby, then both
/// - `DIVN`: table: the prefectures of mainland China: region, name, position in 1e-3 degrees, names as `zh=北京`
/// - `DPRE`: numbers: the count of counties' seats of each prefecture; `DLAT`, `DLON`: differences: the seats' positions in 1e-3 degrees
/// - K*xx*: table: ISO 3166-1 code, the country's name in the language *xx*
/// - L*xx*: table: region, its name in the language *xx*
/// - N*xx*: table: place (relative to the previous place), its name in the language *xx*
package struct GazetteerFile: Sendable {
    private enum Storage: Sendable {
        /// In the read-only pages of the program.
        case embedded
        case bytes([UInt8])
    }

    private let storage: Storage
    private let sections: [String: (offset: Int, packed: Int, count: Int)]
    /// The tags of the sections, in the file's order.
    package let tags: [String]

    package init(parsing bytes: [UInt8]) throws(GeodataError) {
        try self.init(.bytes(bytes))
    }

    /// Returns the built-in file.
    package static func embedded() throws(GeodataError) -> GazetteerFile {
        try GazetteerFile(.embedded)
    }

    private init(_ storage: Storage) throws(GeodataError) {
        self.storage = storage
        let (parsed, tags) = try Self.withBytes(of: storage) { bytes throws(GeodataError) in
            guard bytes.count >= 12, bytes.prefix(8).elementsEqual("UPRGAZ01".utf8) else { throw .notAGazetteer }
            func word(_ at: Int) -> Int {
                Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
            }
            let count = word(8)
            guard count <= 4096, bytes.count >= 12 + 16 * count else { throw .corrupt(section: "table", offset: 8) }
            var sections: [String: (offset: Int, packed: Int, count: Int)] = [:]
            var tags: [String] = []
            for index in 0..<count {
                let at = 12 + 16 * index
                let tag = String(decoding: bytes[at..<at + 4], as: UTF8.self)
                let section = (offset: word(at + 4), packed: word(at + 8), count: word(at + 12))
                guard section.offset + section.packed <= bytes.count, section.count <= 1 << 28 else {
                    throw .corrupt(section: "table", offset: at)
                }
                sections[tag] = section
                tags.append(tag)
            }
            return (sections, tags)
        }
        sections = parsed
        self.tags = tags
    }

    private static func withBytes<Result>(
        of storage: Storage, _ body: (UnsafeRawBufferPointer) throws(GeodataError) -> Result
    ) throws(GeodataError) -> Result {
        switch storage {
        case .embedded:
            return try body(UnsafeRawBufferPointer(start: cgazetteer_bytes(), count: cgazetteer_count()))
        case .bytes(let bytes):
            var result: Swift.Result<Result, GeodataError>?
            bytes.withUnsafeBytes { pointer in
                do throws(GeodataError) { result = .success(try body(pointer)) } catch { result = .failure(error) }
            }
            guard let result else { throw .notAGazetteer }
            return try result.get()
        }
    }

    /// Returns a section's bytes; nil if the file has no section with that tag.
    package func optional(_ tag: String) throws(GeodataError) -> [UInt8]? {
        guard let section = sections[tag] else { return nil }
        let inflated: [UInt8]? = try Self.withBytes(of: storage) { bytes throws(GeodataError) in
            guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
            defer { libdeflate_free_decompressor(decompressor) }
            var status = LIBDEFLATE_SUCCESS
            let result = [UInt8](unsafeUninitializedCapacity: section.count) { buffer, count in
                status = libdeflate_zlib_decompress(
                    decompressor, bytes.baseAddress.map { $0 + section.offset }, section.packed, buffer.baseAddress,
                    section.count, nil)
                count = status == LIBDEFLATE_SUCCESS ? section.count : 0
            }
            return status == LIBDEFLATE_SUCCESS ? result : nil
        }
        guard let inflated else { throw .corrupt(section: tag, offset: section.offset) }
        return inflated
    }

    /// Returns a required section's bytes.
    package func section(_ tag: String) throws(GeodataError) -> [UInt8] {
        guard let bytes = try optional(tag) else { throw .missing(section: tag) }
        return bytes
    }

    /// Returns a section of lines with tab-separated fields.
    package func table(_ tag: String) throws(GeodataError) -> [[String]] {
        let bytes = try section(tag)
        return bytes.isEmpty
            ? []
            : bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
            }
    }
}

package import UprightConfiguration
package import UprightFiles

/// The file with the tiles of the map (`gallery.tiles`): a PMTiles archive of version 3. Browsers read it.
package enum TileArchive {
    private static let start = Array("PMTiles".utf8) + [3]

    package static func open(_ path: String) throws(SettingFault) -> OpenFile {
        let (key, expected) = ("gallery.tiles", "a PMTiles archive of version 3")
        do throws(FileError) {
            let file = try FileStore.open(RawPath(path))
            if try file.read(start.count, at: 0) == start { return file }
        } catch { throw SettingFault(key, expected: expected, error) }
        throw SettingFault(key, expected: expected, found: "another file, \(path)")
    }
}

internal import UprightBase
internal import UprightFormats

extension GazetteerFile {
    /// Returns the names in a section whose tag starts with N, by the place's number.
    func names(in tag: String) throws(GeodataError) -> [Int: String] {
        var number = 0
        var names: [Int: String] = [:]
        for fields in try table(tag) where fields.count == 2 {
            number = number.addingSaturated(Int(fields[0]) ?? 0)
            names[number] = fields[1]
        }
        return names
    }
}

internal import UprightRewriting

/// What is shown instead of a film or a raw file that holds no preview: its kind in words.
enum Placeholder {
    /// An SVG for a file that cannot be shown.
    static let nothing = Array(
        ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 480' width='640' height='480'>"
            + "<rect width='640' height='480' fill='#3a3a3a'/><path d='M260 180l120 120m0-120L260 300' "
            + "stroke='#c8c8c8' stroke-width='20' stroke-linecap='round'/></svg>").utf8)

    /// Returns an SVG for files of a format.
    static func picture(of format: FormatDescription) -> [UInt8] {
        let ending = (format.filenameExtensions.first ?? "").uppercased()
        let sign = ReadableFormats.isFilm(format.type) ? "<path d='M280 130v100l90-50z' fill='#c8c8c8'/>" : ""
        let svg =
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 480' width='640' height='480'>"
            + "<rect width='640' height='480' fill='#3a3a3a'/>\(sign)<text x='320' y='320' fill='#f0f0f0' "
            + "font-family='sans-serif' font-size='64' text-anchor='middle'>\(ending)</text></svg>"
        return Array(svg.utf8)
    }
}

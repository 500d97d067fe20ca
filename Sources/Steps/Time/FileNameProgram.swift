/// A program whose names of files are known by how they begin.
///
/// Other programs' names are read as they are written: Android's and Samsung's cameras (`IMG_`, `VID_`, `MVIMG_`, a bare
/// date), WhatsApp (`IMG-…-WA0000`, the day on which it was received), Signal, Telegram, screenshots and scanners use local
/// time; Instaloader says `_UTC`.
struct FileNameProgram: Sendable {
    /// How the names begin, in lowercase.
    let prefix: String
    /// Whether its times are in UTC.
    let isUTC: Bool

    /// Pixel phones, and those that name by milliseconds: Facebook, WeChat, LINE.
    private static let all = [
        FileNameProgram(prefix: "pxl_", isUTC: true), FileNameProgram(prefix: "fb_img_", isUTC: true),
        FileNameProgram(prefix: "mmexport", isUTC: true), FileNameProgram(prefix: "wx_camera_", isUTC: true),
        FileNameProgram(prefix: "micromsg.", isUTC: true), FileNameProgram(prefix: "line_", isUTC: false),
    ]

    /// Returns the program that has given a name; nil if its names do not differ from those of others.
    static func of(_ name: String) -> FileNameProgram? {
        let lowered = name.lowercased()
        return all.first { lowered.hasPrefix($0.prefix) }
    }
}

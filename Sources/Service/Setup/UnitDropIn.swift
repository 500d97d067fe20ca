/// The drop-ins that give the units access to the folders that were set up.
enum UnitDropIn {
    private static let heading =
        "# Written by upright setup, which removes it, too; write your own settings into another file.\n"

    /// Whether the unit hides a path (`ProtectHome=tmpfs`), so that it has to be bound into the unit's view.
    static func isHidden(_ path: String) -> Bool {
        ["/home/", "/root/", "/run/user/"].contains { (path + "/").hasPrefix($0) }
    }

    /// The drop-in of the daemon; nil if it needs none.
    static func text(writing paths: [String]) -> String? {
        lines(
            paths.filter { !isHidden($0) }.map { "ReadWritePaths=\(quoted("-" + $0))" }
                + paths.filter(isHidden).map { "BindPaths=\(bound($0))" })
    }

    /// The drop-in of the gallery, which reads only; nil if it needs none.
    static func text(reading paths: [String]) -> String? {
        lines(paths.filter(isHidden).map { "BindReadOnlyPaths=\(bound($0))" })
    }

    private static func lines(_ settings: [String]) -> String? {
        var seen: Set<String> = []
        let own = settings.filter { seen.insert($0).inserted }
        return own.isEmpty ? nil : heading + "[Service]\n" + own.joined(separator: "\n") + "\n"
    }

    /// A path as systemd.syntax(7) quotes it; `%` begins a specifier.
    private static func quoted(_ path: String) -> String {
        var text = ""
        for character in path {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "%": text += "%%"
            default: text.append(character)
            }
        }
        return "\"\(text)\""
    }

    /// A path that may be missing, so that the service starts and reports it; a colon separates the two paths of a binding (systemd.exec(5)).
    private static func bound(_ path: String) -> String {
        quoted("-" + path).replacing(":", with: "\\:")
    }
}

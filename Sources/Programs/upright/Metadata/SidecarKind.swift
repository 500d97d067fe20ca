internal import ArgumentParser

/// What is written beside a picture instead of into it.
enum SidecarKind: String, WordArgument {
    case xmp
}

/// Whether edits go beside the pictures.
struct SidecarOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Leave the pictures as they are, and write into their XMP sidecars: into a.jpg.xmp or a.xmp if there is one, \
            otherwise into a new a.jpg.xmp, with the XMP that the picture has.
            """,
            valueName: "kind"))
    var sidecar: SidecarKind?
}

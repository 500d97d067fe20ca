internal import UprightFiles

extension PictureJob {
    /// The path of the recorded output. If it is not there, the one to which a process that was killed was about to move it
    /// (``PictureEngine/announceMoves(of:_:_:)``). Blocks.
    var presentOutput: RawPath? {
        guard let previous, let output = previous.output, !FileStore.exists(output) else { return previous?.output }
        let (root, own) = (folder.output, previous.type)
        return previous.copies.map(\.output).first {
            // A sidecar beside a picture is a copy, too.
            $0.relative(to: root) != nil && ($0.name.suffix(4) != Array(".xmp".utf8)[...] || own == "com.adobe.xmp")
                && FileStore.exists($0)
        } ?? output
    }
}

internal import UprightBase
internal import UprightCodecs
package import UprightFormats

extension GIFFormat {
    package func animation(in bytes: [UInt8]) throws(FormatError) -> CodedAnimation? {
        let file = try GIFFile(parsing: bytes)
        var control: GIFGraphicControl?
        var frames: [CodedFrame] = []
        for block in file.blocks {
            switch block.content {
            case .graphicControl(let found): control = found
            case .image(let image):
                frames.append(frame(image, control, of: file, in: bytes))
                control = nil
            default: break
            }
        }
        guard frames.count > 1 else { return nil }
        return CodedAnimation(size: file.canvas, frames: frames)
    }

    private func frame(
        _ image: GIFImage, _ control: GIFGraphicControl?, of file: GIFFile, in bytes: [UInt8]
    ) -> CodedFrame {
        CodedFrame(
            rect: image.rect, duration: Double(control?.delay ?? 0) / 100, replaces: false,
            end: [2: .cleared, 3: .restored, 4: .restored][control?.disposal] ?? .stays
        ) { () throws(CodecError) in
            try GIFRaster.rgba(of: image, in: file, bytes, transparent: control?.transparentIndex)
        }
    }
}

internal import UprightBase
internal import UprightCodecs
package import UprightFormats

extension PNGFormat {
    /// The frames of an animation. The default image is one of them only if a frame control comes before it.
    package func animation(in bytes: [UInt8]) throws(FormatError) -> CodedAnimation? {
        let file = try PNGFile(parsing: bytes)
        let pictures = PNGFrames(of: file, in: bytes)
        guard file.chunks.contains(where: { $0.type == .animationControl }), pictures.obstacle == nil,
            let start = pictures.image.chunks.first
        else { return nil }
        let controls = pictures.controls.sorted { $0.key < $1.key }
        let isFirst = controls.first.map { $0.key < start } ?? false
        let shown = (isFirst ? [pictures.image] : []) + pictures.others
        guard shown.count > 1, shown.count == controls.count else { return nil }
        func data(_ type: PNGChunkType) -> [UInt8] {
            file.chunks.first { $0.type == type }.map { Array(bytes[$0.data]) } ?? []
        }
        let (header, palette, transparency) = (file.header, data(.plte), data(PNGChunkType("tRNS")))
        let frames = zip(shown, controls).map { picture, control in
            let timing = control.value.timing.map(Int.init)
            let unit = timing[2] << 8 | timing[3]
            return CodedFrame(
                rect: control.value.rect,
                // A denominator of 0 means 100.
                duration: Double(timing[0] << 8 | timing[1]) / Double(unit == 0 ? 100 : unit),
                replaces: timing[5] == 0, end: [1: .cleared, 2: .restored][timing[4]] ?? .stays
            ) { () throws(CodecError) in
                try PNGRaster.decode(
                    picture.joined(in: bytes), size: picture.size, bitsPerPixel: header.bitsPerPixel,
                    isInterlaced: header.isInterlaced
                ).picture().rgba(header.colorType, palette: palette, transparency: transparency)
            }
        }
        return CodedAnimation(size: header.size, frames: frames)
    }
}

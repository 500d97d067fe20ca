internal import UprightBase
internal import UprightFormats

/// The pictures of a PNG file: the default image and, in an animation, the frames with their controls.
struct PNGFrames {
    /// The default image: everything in `IDAT`.
    private(set) var image: PNGFrame
    /// The animation's other frames, in the order of the file.
    private(set) var others: [PNGFrame] = []
    /// The frame controls, by chunk index.
    private(set) var controls: [Int: PNGFrameControl] = [:]
    /// Warnings about faults in the animation that readers tolerate.
    private(set) var warnings: [String] = []
    /// Why the animation's frames cannot be turned; nil if they can.
    private(set) var obstacle: String?

    /// All pictures that have data, in the order of the file's chunks.
    var all: [PNGFrame] { ([image] + others).filter { !$0.chunks.isEmpty } }

    /// Groups a file's image data chunks into pictures.
    init(of file: PNGFile, in source: [UInt8]) {
        image = PNGFrame(chunks: [], stream: [], size: file.header.size)
        var expected: UInt32 = 0
        var isOrdered = true
        for (index, chunk) in file.chunks.enumerated() {
            switch chunk.type {
            case .idat:
                if let last = image.chunks.last, index != last + 1, warnings.isEmpty {
                    warnings.append("the IDAT chunk at byte \(chunk.range.lowerBound) does not follow another IDAT")
                }
                image.chunks.append(index)
                image.stream.append(chunk.data)
            case .frameControl:
                guard let control = PNGFrameControl(parsing: source, in: chunk.data) else {
                    obstruct("expected 26 bytes in fcTL at byte \(chunk.range.lowerBound), found \(chunk.data.count)")
                    continue
                }
                add(control, index, in: file, at: chunk.range.lowerBound)
                isOrdered = isOrdered && control.sequenceNumber == expected
                expected &+= 1
            case .frameData:
                let number = source.bigEndian32(at: chunk.data.lowerBound)
                isOrdered = isOrdered && number == expected
                expected &+= 1
                guard chunk.data.count >= 4, !others.isEmpty else {
                    obstruct("fdAT at byte \(chunk.range.lowerBound) does not belong to a frame")
                    continue
                }
                others[others.count - 1].chunks.append(index)
                others[others.count - 1].stream.append(chunk.data.lowerBound + 4..<chunk.data.upperBound)
            default:
                break
            }
        }
        if !isOrdered { warnings.append("the animation's sequence numbers are not 0, 1, 2 … in file order") }
        checkCount(file, in: source)
    }

    private mutating func add(_ control: PNGFrameControl, _ index: Int, in file: PNGFile, at offset: Int) {
        let rect = control.rect
        let canvas = file.header.size
        guard rect.width > 0, rect.height > 0, rect.x + rect.width <= canvas.width,
            rect.y + rect.height <= canvas.height
        else {
            obstruct(
                "expected fcTL at byte \(offset) to be within \(canvas.width)×\(canvas.height), found "
                    + "\(rect.width)×\(rect.height) at \(rect.x),\(rect.y)")
            return
        }
        controls[index] = control
        if image.chunks.isEmpty {
            if rect.size != canvas { obstruct("fcTL at byte \(offset) gives the default image a size unlike IHDR's") }
        } else {
            others.append(PNGFrame(chunks: [], stream: [], size: rect.size))
        }
    }

    private mutating func obstruct(_ reason: String) { obstacle = obstacle ?? reason }

    private mutating func checkCount(_ file: PNGFile, in source: [UInt8]) {
        guard let control = file.chunks.first(where: { $0.type == .animationControl }),
            let count = source.bigEndian32(at: control.data.lowerBound), control.data.count == 8
        else {
            if !controls.isEmpty { warnings.append("fcTL without acTL: readers show only the default image") }
            return
        }
        if Int(count) != controls.count {
            warnings.append("acTL declares \(count) frames, but the file has \(controls.count)")
        }
    }
}

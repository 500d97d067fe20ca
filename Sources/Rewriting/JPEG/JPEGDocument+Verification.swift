internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension JPEGDocument {
    package func verify(_ output: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        guard let assembled else { return }
        if let difference = image?.difference { throw .verification(difference) }
        let (output, picture, orientation) = (assembled.bytes, source, turn)
        let file: JPEGFile
        do {
            file = try JPEGFile(parsing: output)
        } catch {
            throw .verification("\(error)")
        }
        try verifyStructure(file, of: picture, orientation: orientation)
        do throws(FormatError) {
            try JPEGStructureCheck(rewrite: rewrite, assembled: assembled, file: file).check()
        } catch {
            throw .verification(error.description)
        }
        guard options.verification == .pixels, picture.reasonNotToTurn == nil else { return }
        let difference: String?
        if picture.file.frameHeader.process == .lossless {
            if let found = try picture.losslessDifference(from: file, in: output, turnedBy: orientation) {
                throw .verification(found)
            }
            return
        }
        do {
            let turned = try JPEGCoefficients.decoding(file, in: output).picture
            var (source, warnings) = try JPEGCoefficients.decoding(picture.file, in: picture.bytes)
            var coding = JPEGCoding(of: picture.file, in: picture.bytes)
            let shown = try picture.displayedSamples(
                &source, as: &coding, turnedBy: orientation, isDamaged: !warnings.isEmpty)
            if image?.isLimited == true {
                let geometries = source.geometries(orientation)
                _ = source.clampCoefficients(of: geometries.indices.filter { geometries[$0].isExact })
            }
            difference = try source.difference(from: turned, turnedBy: orientation, showing: shown.samples)
        } catch {
            throw .verification("\(error)")
        }
        if let difference { throw .verification(difference) }
    }

    private func verifyStructure(
        _ file: JPEGFile, of picture: JPEGSource, orientation: Orientation
    ) throws(PictureRefusal) {
        let (new, old) = (file.frameHeader, picture.file.frameHeader)
        let size = old.size.turned(by: orientation)
        guard new.size == size else {
            throw .verification(
                "expected \(size.width)×\(size.height) pixels, found \(new.size.width)×\(new.size.height)")
        }
        let components = old.components.map { component in
            (
                component.id, orientation.transposes ? component.vertical : component.horizontal,
                orientation.transposes ? component.horizontal : component.vertical
            )
        }
        guard new.marker == old.marker, new.precision == old.precision, new.components.count == components.count,
            zip(new.components, components).allSatisfy({ ($0.id, $0.horizontal, $0.vertical) == $1 })
        else { throw .verification("the frame header differs") }
    }
}

internal import UprightBase
internal import UprightRewriting
internal import UprightFormats

/// Edits the metadata of a file between two descriptors, and leaves its picture as it is, even if that cannot be decoded.
struct EditWork {
    let edits: [MetadataEdit]
    let limits: Limits

    /// Writes the edited file open at `source` into the file open at `output`, if the edits change its bytes.
    func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let editor = MetadataEditor(edits)
        if !editor.needsWholeFile, let large = try DescriptorWork.largeFile(at: source, limits) {
            return try perform(large, editor, output: output)
        }
        let bytes: [UInt8]
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason):
            answer.reason = reason
            return answer
        case .bytes(let read): bytes = read
        }
        return try perform(on: bytes, output) { (bytes) throws(MetadataEditError) in try editor.edited(bytes) }
    }

    /// Writes a sidecar into the file open at `output`: the one that is open at `source`, or the XMP of the picture that is open
    /// there, with the edits of the picture made, if they change it.
    func performOnSidecar(source: Int32, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let bytes: [UInt8]
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason):
            answer.reason = reason
            return answer
        case .bytes(let read): bytes = PictureFormats.format(of: read) == nil ? read : Self.packet(of: read)
        }
        guard bytes.count <= SidecarFormat.largestSize else {
            answer.reason =
                "expected a sidecar of at most \(SidecarFormat.largestSize >> 20) MiB, found \(bytes.count) bytes"
            return answer
        }
        let editor = MetadataEditor(edits)
        return try perform(on: bytes, output) { (bytes) throws(MetadataEditError) in
            try editor.edited(sidecar: bytes.isEmpty ? nil : bytes)
        }
    }

    /// The XMP packet of a picture; empty if it has none that can be read.
    private static func packet(of picture: [UInt8]) -> [UInt8] {
        do throws(ImagePropertiesError) { return try PartExtraction(of: picture)[.xmp] ?? [] } catch { return [] }
    }

    /// Edits bytes, and writes them if that changes them and a second time would change nothing.
    private func perform(
        on bytes: [UInt8], _ output: Int32, _ edit: ([UInt8]) throws(MetadataEditError) -> EditedFile
    ) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let edited: EditedFile
        do throws(MetadataEditError) {
            edited = try edit(bytes)
            answer.warnings = edited.warnings
            let left = edited.changes.isEmpty ? [] : try edit(edited.bytes).changes
            guard left.isEmpty else {
                answer.reason = Self.reason(left)
                return answer
            }
        } catch {
            answer.reason = "\(error)"
            return answer
        }
        answer.changes = edited.changes
        guard edited.bytes != bytes else { return answer }
        try DescriptorWork.write(edited.bytes, to: output)
        answer.bytes = edited.bytes.count
        answer.crc32 = CRC32.checksum(edited.bytes)
        return answer
    }

    /// Edits a large file, which is not held in memory.
    private func perform(
        _ large: LargeFile, _ editor: MetadataEditor, output: Int32
    ) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let edited: (patch: PicturePatch?, warnings: [String])
        do throws(MetadataEditError) { edited = try editor.patch(large.bytes, as: large.format) } catch {
            answer.reason = "\(error)"
            return answer
        }
        answer.warnings = edited.warnings
        guard let patch = edited.patch else { return answer }
        let written = try large.write(patch, to: output)
        let (bytes, fault) = try large.check(patch, in: output, count: written.bytes)
        answer.reason = fault
        guard fault == nil else { return answer }
        do throws(MetadataEditError) {
            let left = try editor.patch(bytes, as: large.format).patch?.changes ?? []
            if !left.isEmpty { answer.reason = Self.reason(left) }
        } catch {
            answer.reason = "\(error)"
        }
        guard answer.reason == nil else { return answer }
        answer.changes = patch.changes
        (answer.bytes, answer.crc32) = (written.bytes, written.crc32)
        return answer
    }

    /// The reason for refusing edits of which some would be made again.
    private static func reason(_ left: [Change]) -> String {
        "the edited file does not read back as requested (\(left.map(\.what).joined(separator: ", "))): it was not written"
    }
}

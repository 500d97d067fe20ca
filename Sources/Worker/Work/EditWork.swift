internal import UprightDigests
internal import UprightEditing
internal import UprightRewriting

/// Edits the metadata of a file between two descriptors, and leaves its picture as it is, even if that cannot be decoded.
struct EditWork {
    let edits: [MetadataEdit]
    let limits: Limits

    /// Writes the edited file open at `source` into the file open at `output`, if the edits change its bytes.
    func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let bytes: [UInt8]
        switch try DescriptorWork.picture(at: source, limits) {
        case .refused(let reason):
            answer.reason = reason
            return answer
        case .bytes(let read): bytes = read
        }
        let editor = MetadataEditor(edits)
        let edited: EditedFile
        do throws(MetadataEditError) {
            edited = try editor.edited(bytes)
            answer.warnings = edited.warnings
            let left = edited.changes.isEmpty ? [] : try editor.edited(edited.bytes).changes
            guard left.isEmpty else {
                answer.reason =
                    "the edited file does not read back as requested (\(left.map(\.what).joined(separator: ", "))): it "
                    + "was not written"
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
}

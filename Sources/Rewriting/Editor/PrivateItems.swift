internal import UprightFormats

/// What a file would give away if it were published.
package enum PrivateItems {
    /// Returns what the profile ``StripProfile/private`` would remove from a file, with the values, and what it could not
    /// remove. Empty for a file that can be published, and for one that is no picture of a known format.
    package static func all(in bytes: [UInt8]) -> [Change] {
        guard let format = PictureFormats.format(of: bytes) else { return [] }
        let editor = MetadataEditor([.strip(MetadataStrip(.private, places: true, onUnknown: nil))])
        return items(in: bytes, editor, format)
    }

    private static func items(
        in bytes: [UInt8], _ editor: MetadataEditor, _ format: some PictureFormat
    ) -> [Change] {
        do throws(MetadataEditError) {
            let (editor, proofs) = editor.prepared(for: bytes, as: format)
            let edited = try editor.changed(bytes, as: format)
            do throws(MetadataEditError) {
                for proof in proofs { try proof.check(edited.bytes, as: format) }
                return edited.changes
            } catch {
                return edited.changes + [Change(.part("unremovable"), from: "\(error)", to: "")]
            }
        } catch {
            return [Change(.part("unreadable"), from: "\(error)", to: "")]
        }
    }
}

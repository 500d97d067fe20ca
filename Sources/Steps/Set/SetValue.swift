internal import UprightRewriting
internal import UprightFormats

/// A value that the `set` step writes, as users write it: `EXIF:Copyright=© {date:%Y} Ann`, `XMP:dc:subject+={folders}`,
/// `IPTC:Keywords-=draft`.
package struct SetValue: Sendable, Hashable, Codable {
    /// The name of the tag, and what is done with the value.
    let assignment: MetadataAssignment
    let template: Template

    /// Why a text is no assignment.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Parses an assignment.
    ///
    /// - Parameter isLenient: whether braces around anything but a field are text.
    package init(_ text: String, isLenient: Bool = false) throws(Failure) {
        guard let assignment = MetadataAssignment(text) else {
            throw Failure(description: "expected NAME=VALUE, NAME+=VALUE or NAME-=VALUE, found \"\(text)\"")
        }
        self.assignment = assignment
        do throws(Template.Failure) {
            template = try Template(assignment.value, isLenient: isLenient)
        } catch { throw Failure(description: error.description) }
        do throws(MetadataValueError) {
            guard template.isFixed || assignment.change != .set else {
                _ = try MetadataName(assignment.name)
                return
            }
            // The value of a field is not known yet.
            let sample = MetadataAssignment(assignment.name, assignment.change, template.isFixed ? template.fixed : "")
            _ = try MetadataAssignment.edits([sample])
        } catch { throw Failure(description: "\(error)") }
    }

    /// Whether the value depends on the picture.
    package var isTemplate: Bool { !template.isFixed }
}

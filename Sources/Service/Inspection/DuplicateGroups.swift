package import UprightFiles
package import UprightBase

/// Files by the digest of their picture.
package struct DuplicateGroups: Sendable {
    /// Files that show the same picture.
    package struct Group: Sendable, Hashable {
        /// The digest of the picture.
        package let digest: String
        /// The files, in the order in which they were added.
        package let files: [RawPath]

        /// The group as a JSON object.
        package var json: JSONValue {
            .object([("digest", .string(digest)), ("files", .array(files.map { .string($0.exact) }))])
        }
    }

    private var order: [String] = []
    private var files: [String: [RawPath]] = [:]

    package init() {}

    package mutating func add(_ file: RawPath, digest: String) {
        if files[digest] == nil { order.append(digest) }
        files[digest, default: []].append(file)
    }

    /// The groups with more than one file, in the order of their first ones.
    package var groups: [Group] {
        order.compactMap { digest in
            let files = files[digest] ?? []
            return files.count > 1 ? Group(digest: digest, files: files) : nil
        }
    }
}

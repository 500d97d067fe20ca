internal import CUprightLinux
internal import Glibc

extension OpenFile {
    /// The names of the extended attributes.
    var attributeNames: [String] {
        // Nearly no file has any, and a buffer for all that there can be takes longer than to ask.
        guard upright_list_attributes(descriptor, nil, 0) > 0 else { return [] }
        var names = [CChar](repeating: 0, count: 1 << 16)
        let length = upright_list_attributes(descriptor, &names, names.count)
        return names.prefix(max(length, 0)).split(separator: 0).map {
            String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Returns the value of an extended attribute; nil if there is none, or the file system has no attributes.
    func attribute(_ name: String) throws(FileError) -> [UInt8]? {
        let length = upright_get_attribute(descriptor, name, nil, 0)
        var size = length
        let value = [UInt8](unsafeUninitializedCapacity: max(length, 0)) { buffer, filled in
            if length > 0 { size = upright_get_attribute(descriptor, name, buffer.baseAddress, length) }
            filled = max(min(size, length), 0)
        }
        if size >= 0 { return value }
        if [ENODATA, EOPNOTSUPP, ENOSYS].contains(errno) { return nil }
        throw FileError(.inspect, path)
    }

    /// Sets an extended attribute.
    func set(_ name: String, _ value: [UInt8]) throws(FileError) {
        guard upright_set_attribute(descriptor, name, value, value.count) == 0 else {
            throw FileError(.setRights, path)
        }
    }

    /// Copies the extended attributes of the `user.` namespace to another file, except what says which source this one was made
    /// from (``SourceMark``), and which results were made of the source (``ResultMark``).
    ///
    /// - Returns: a warning for each attribute that could not be copied.
    package func copyUserAttributes(to output: OpenFile) -> [String] {
        var warnings: [String] = []
        let marks = [SourceMark.attribute, ResultMark.attribute]
        for name in attributeNames where name.hasPrefix("user.") && !marks.contains(name) {
            do throws(FileError) { if let value = try attribute(name) { try output.set(name, value) } } catch {
                warnings.append("the extended attribute \(name) could not be carried over: \(error.reason)")
            }
        }
        return warnings
    }
}

internal import Glibc

/// A POSIX access control list, as the kernel gives it: a version, and entries of a tag, permissions and an id (acl(5), xattr(7)).
struct AccessList {
    static let attribute = "system.posix_acl_access"
    static let defaultAttribute = "system.posix_acl_default"

    private(set) var bytes: [UInt8]

    private static let owningGroup: UInt8 = 0x04
    private static let mask: UInt8 = 0x10

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The offsets of the permissions of entries with a tag.
    private func places(of tag: UInt8) -> [Int] {
        stride(from: 4, to: bytes.count - 7, by: 8).filter { bytes[$0] == tag && bytes[$0 + 1] == 0 }.map { $0 + 2 }
    }

    /// What the members of the file's group may, at most what the mask allows.
    var group: mode_t {
        get { (places(of: Self.owningGroup) + places(of: Self.mask)).reduce(7) { $0 & mode_t(bytes[$1]) } }
        set { for place in places(of: Self.owningGroup) { bytes[place] = UInt8(newValue & 7) } }
    }
}

extension OpenFile {
    /// The file's access control list; nil if it has none besides its mode.
    var accessList: AccessList? {
        get throws(FileError) { try attribute(AccessList.attribute).map { AccessList($0) } }
    }
}

/// The type of a file system, by its magic number (`statfs`, `linux/magic.h`).
package struct FileSystemType: RawRepresentable, Sendable, Hashable {
    /// The magic number.
    package let rawValue: UInt32

    /// Creates the type with a magic number.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The name that `mount` uses; for an unknown type, the magic number in hexadecimal.
    package var name: String { Self.names[rawValue] ?? "0x" + String(rawValue, radix: 16) }

    /// Whether changes by other machines, or in the storage behind a FUSE server, raise no notification here. Such
    /// folders are polled.
    package var needsPolling: Bool { Self.remote.contains(rawValue) }

    private static let remote: Set<UInt32> = [
        0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x564C, 0x6573_5546, 0x00C3_6400, 0x5346_414F, 0x7461_636F,
        0x0102_1997, 0x0BD0_0BD0, 0x4750_4653, 0x1983_0326, 0x786F_4256, 0xAAD7_AAEA,
    ]

    private static let names: [UInt32: String] = [
        0xEF53: "ext4", 0x5846_5342: "xfs", 0x9123_683E: "btrfs", 0x0102_1994: "tmpfs", 0x794C_7630: "overlay",
        0x2FC1_2FC1: "zfs", 0xF2F5_2010: "f2fs", 0xCA45_1A4E: "bcachefs", 0x4D44: "vfat", 0x2011_BAB0: "exfat",
        0x7366_746E: "ntfs3", 0x6969: "nfs", 0xFF53_4D42: "cifs", 0xFE53_4D42: "smb2", 0x517B: "smb", 0x564C: "ncp",
        0x6573_5546: "fuse", 0x00C3_6400: "ceph", 0x5346_414F: "afs", 0x7461_636F: "ocfs2", 0x0102_1997: "9p",
        0x0BD0_0BD0: "lustre", 0x4750_4653: "gpfs", 0x1983_0326: "beegfs", 0x786F_4256: "vboxsf", 0xAAD7_AAEA: "panfs",
        0x0000_F15F: "ecryptfs", 0x5265_4973: "reiserfs", 0x7371_7368: "squashfs",
    ]
}

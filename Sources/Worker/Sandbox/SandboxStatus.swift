/// What confines a worker, as the worker itself found it when it started.
public struct SandboxStatus: Sendable, Hashable, Codable {
    /// What was asked for.
    public var mode: SandboxMode
    /// Whether capabilities are gone and no new privileges can be had.
    public var hasDroppedPrivileges = false
    /// The version of the Landlock interface with which every file-system and network access is denied; nil where
    /// Landlock is not in force.
    public var landlockABI: Int?
    /// Whether the system-call filter is in force.
    public var hasSystemCallFilter = false
    /// The most address space, in bytes; nil where there is no limit.
    public var memory: Int?
    /// What could not be put in force, and why.
    public var problems: [String] = []

    /// The status of a process that nothing confines yet.
    public init(mode: SandboxMode) { self.mode = mode }

    /// Whether nothing that `mode` asks for is missing: with `required`, every layer.
    public var isSufficient: Bool {
        mode != .required
            || (hasDroppedPrivileges && landlockABI != nil && hasSystemCallFilter && memory != nil)
    }
}

internal import FoundationEssentials

/// Facts about this machine.
enum Machine {
    /// How many processor cores this process may use.
    static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }
}

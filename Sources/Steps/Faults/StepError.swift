package import UprightConfiguration

/// Why a step cannot work.
package struct StepError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The settings that cannot be used, by keys that begin with a step's name: `place.gazetteer`. Empty if it is no setting's
    /// fault.
    package private(set) var faults: [SettingFault]
    /// What was expected and what was found.
    package let description: String

    package init(_ description: String) { (faults, self.description) = ([], description) }

    /// Creates the error of settings that cannot be used; at least one.
    package init(_ faults: [SettingFault]) {
        self.faults = faults
        description = faults.map(\.description).joined(separator: "; ")
    }

    /// Collects the faults of what a body does, so that the steps after it can report theirs.
    ///
    /// - Throws: an error that is no setting's fault.
    static func collect<Value>(
        _ faults: inout [SettingFault], _ body: () async throws(StepError) -> Value
    ) async throws(StepError) -> Value? {
        do throws(StepError) { return try await body() } catch {
            guard !error.faults.isEmpty else { throw error }
            // Several steps open the same gazetteer.
            for fault in error.faults where !faults.contains(fault) { faults.append(fault) }
            return nil
        }
    }
}

internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles
internal import UprightJournal

/// The journal of a configuration, for commands that only read it.
enum StateFolder {
    /// Opens the journal; nil if there is none. Creates nothing.
    static func journal(of configuration: Configuration) throws -> Journal? {
        let state = RawPath(configuration.state)
        do {
            guard try OpenFolder(state).statusIfPresent(of: "journal.sqlite") != nil else { return nil }
        } catch {
            if error.isAbsence { return nil }
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
        do { return try Journal.openExisting(in: state) } catch {
            Console.shared.report("upright: \(error)")
            throw ExitStatus.configuration
        }
    }
}

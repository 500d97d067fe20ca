internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles
internal import UprightService

/// The journal of a configuration.
enum StateFolder {
    /// What this user can read of the state.
    enum Access {
        /// The journal; nil if there is none.
        case journal(Journal?)
        /// Nothing: the state folder belongs to another user.
        case denied(FileError)
    }

    /// Opens the journal. Creates nothing; a reader writes nothing at all.
    static func access(of configuration: Configuration, isReadOnly: Bool = true) throws -> Access {
        let state = RawPath(configuration.state)
        do {
            guard try OpenFolder(state).statusIfPresent(of: "journal.sqlite") != nil else { return .journal(nil) }
        } catch {
            if error.isAbsence { return .journal(nil) }
            if error.isDenial { return .denied(error) }
            Console.shared.error("\(error)")
            throw ExitStatus.configuration
        }
        do throws(JournalError) {
            return .journal(try Journal.openExisting(in: state, isReadOnly: isReadOnly))
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.unopened(error)
        }
    }

    /// Opens the journal; nil if there is none. Creates nothing.
    static func journal(of configuration: Configuration, isReadOnly: Bool = true) throws -> Journal? {
        switch try access(of: configuration, isReadOnly: isReadOnly) {
        case .journal(let journal): return journal
        case .denied(let error):
            Console.shared.error(
                "cannot read \(error.path): \(error.reason); run this as root or as the user of the service. "
                    + "upright status FILE shows members of its group what happened to a file")
            throw ExitStatus.configuration
        }
    }

    /// Reports why nobody tells this user the state of the service.
    static func reportSilence(_ denial: FileError) -> ExitCode {
        let refusal = SharedSocket.refusal
        if let refusal, refusal.isDenial {
            Console.shared.error(
                "cannot read \(denial.path): \(denial.reason); only root, the user of the service and members of its "
                    + "group can see the state (adduser USER upright, then log in again)")
            return ExitStatus.configuration
        }
        Console.shared.error(
            "no daemon that uses \(denial.path) is running that members of its group can ask at \(SharedSocket.path)"
        )
        return ExitStatus.notRunning
    }
}

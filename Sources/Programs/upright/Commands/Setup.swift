internal import ArgumentParser
internal import Glibc
internal import UprightConfiguration
internal import UprightFiles
internal import UprightService

/// `upright setup`: configures a drop folder for the service, with its rights, and starts it.
struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Sets up a drop folder for the service: configuration, rights and unit; starts it.",
        discussion: """
            Shows first what it will do, and asks. It adds an entry to the configuration, creates the folders that are \
            missing, gives the service and the user rights on them (by ACLs, or by the group upright where the machine has no \
            setfacl), adds the user to the group upright, who can then use `upright status`, writes a drop-in of the unit, \
            enables the service and restarts it.

            Run again with the same DROP, it changes the entry. With --remove and DROP it takes out the entry, the drop-in and \
            the rights; no picture and no folder is deleted. It needs root: sudo upright setup …

            Examples:
              sudo upright setup /srv/scans /srv/upright --dry-run
              sudo upright setup /srv/scans /srv/upright --originals /srv/originals
              sudo upright setup --remove /srv/scans
            """)

    @Argument(help: ArgumentHelp("The folder that files are dropped into.", valueName: "drop"), completion: .directory)
    var drop: String

    @Argument(help: ArgumentHelp("The folder for the upright pictures.", valueName: "output"), completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What happens to originals: keep, delete, or the folder that they are moved to.", valueName: "folder"),
        completion: .directory)
    var originals = "keep"

    @Option(
        help: ArgumentHelp(
            "What happens to files of unsupported types: leave, copy or move.", valueName: "how"))
    var others = OthersChoice.leave

    @Option(
        help: ArgumentHelp(
            "The user who drops files and uses the outputs (default: the user of sudo).", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp("The configuration of the service.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config = "/etc/upright/pipeline.yaml"

    @Option(help: .hidden)
    var units = "/etc/systemd/system"

    @Flag(help: "Undo the setup of DROP. Pictures and folders stay.")
    var remove = false

    @Flag(name: [.customShort("n"), .long], help: "Only show what would be done.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    func validate() throws {
        if drop.isEmpty { throw ValidationError("A path is empty.") }
        guard remove == (output == nil) else {
            throw ValidationError(
                remove ? "--remove takes only DROP." : "Give the folder for the pictures: DROP OUTPUT.")
        }
        if !["keep", "delete"].contains(originals), !originals.contains("/") {
            throw ValidationError(
                "--originals takes keep, delete, or a folder with a slash (./originals); found \(originals).")
        }
    }

    func run() async throws {
        let console = Console.shared
        let plan: SetupPlan
        do { plan = try self.plan() } catch let error as OperationError {
            console.error("\(error)")
            throw ExitStatus.configuration
        }
        for action in plan.actions { console.print("- \(action.description)") }
        if dryRun { return console.print("nothing was done") }
        guard isTest || geteuid() == 0 else {
            console.error("this needs root: sudo upright setup …; --dry-run shows it without")
            throw ExitStatus.unavailable
        }
        guard isTest || getpwnam(SetupPlan.account) != nil else {
            console.error(
                "expected the account upright, found none: install the package first (docs/install.md)")
            throw ExitStatus.configuration
        }
        guard yes || confirmed() else {
            console.print("nothing was done")
            throw ExitStatus.rejected
        }
        for action in plan.actions {
            do throws(OperationError) { try await action.carryOut(runsPrograms: !isTest) } catch {
                console.error("\(error); what was done before stays. Run the same command again, or --remove")
                throw ExitStatus.rejected
            }
        }
        guard !remove else { return }
        console.print(
            "drop files into \(absolute(drop)); upright status \(absolute(drop))/FILE shows what happened to one")
    }

    /// Whether the units are not the machine's: then no program is run.
    private var isTest: Bool { units != "/etc/systemd/system" }

    private func plan() throws -> SetupPlan {
        let places = SetupPlan.Places(configuration: absolute(config), units: absolute(units))
        let hasService =
            !isTest && FileStore.exists("/run/systemd/system")
            && ["/lib", "/usr/lib", "/usr/local/lib", "/etc"].contains {
                FileStore.exists(RawPath("\($0)/systemd/system/upright.service"))
            }
        if remove { return try SetupPlan(removing: absolute(drop), in: places, hasService: hasService) }
        let name = user ?? getenv("SUDO_USER").map { String(cString: $0) }.flatMap { $0 == "root" ? nil : $0 }
        if let name, getpwnam(name) == nil {
            throw ValidationError("--user takes the name of a user of this machine; found \(name).")
        }
        let folder = SetupFolder(
            drop: absolute(drop), output: absolute(output ?? ""),
            originals: originals.contains("/") ? absolute(originals) : originals, others: others.rawValue, user: name)
        return try SetupPlan(settingUp: folder, in: places, hasService: hasService, isMember: isMember)
    }

    /// An absolute path without `.` and `..`, as the configuration has it.
    private func absolute(_ path: String) -> String {
        LexicalPath.normalized(FileStore.absolute(RawPath(argument: path)).exact)
    }

    private func isMember(_ user: String) -> Bool {
        guard let group = getgrnam("upright"), var member = group.pointee.gr_mem else { return false }
        while let name = member.pointee {
            if String(cString: name) == user { return true }
            member += 1
        }
        return false
    }

    private func confirmed() -> Bool {
        guard isatty(0) == 1 else {
            Console.shared.error("nobody can be asked here: give --yes")
            return false
        }
        Console.shared.note("go on? [y/N]")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}

internal import UprightAlbums
internal import UprightSteps
package import UprightBase
package import UprightConfiguration
package import UprightEngine
internal import UprightRewriting
internal import UprightWorker
internal import UprightFiles

/// Checks whether the machine has what a configuration needs.
package struct MachineCheck: Sendable {
    /// The result of one check.
    package struct Finding: Sendable, Hashable {
        /// The result of a check.
        package enum Grade: String, Sendable {
            /// All is well.
            case good = "ok"
            /// It works, but needs attention.
            case warning
            /// It does not work.
            case failure
            /// This user cannot find out: the service runs as another one.
            case unknown
        }

        /// What was checked.
        package var subject: String
        /// The result.
        package var grade: Grade
        /// What was found, and what to do about it.
        package var text: String
        /// The problem of the configuration behind it; nil if it is the machine's.
        package private(set) var problem: ConfigurationProblem?

        package init(subject: String, grade: Grade, text: String) {
            self.subject = subject
            self.grade = grade
            self.text = text
        }

        package init(_ problem: ConfigurationProblem) {
            self.init(subject: "configuration", grade: .failure, text: problem.description)
            self.problem = problem
        }

        /// The finding as an object for `--json`.
        package var json: JSONValue {
            .object([
                ("subject", .string(subject)), ("grade", .string(grade.rawValue)), ("text", .string(text)),
                ("file", .text(problem?.file)), ("line", .count(problem?.line)), ("key", .text(problem?.key)),
            ])
        }
    }

    let configuration: Configuration
    /// Whether the state belongs to another user, whose permissions this one does not have.
    private let isForeign: Bool

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        isForeign = !configuration.state.isEmpty && FileStore.isForeign(RawPath(configuration.state))
    }

    /// The finding for something that this user cannot do: a failure, unless it is only another user who needs to.
    func denied(_ subject: String, _ error: FileError, _ text: String) -> Finding {
        guard isForeign, error.isDenial else { return Finding(subject: subject, grade: .failure, text: text) }
        return Finding(
            subject: subject, grade: .unknown,
            text:
                "this user cannot check \(error.path): \(error.reason); the service runs as another user. Run this as root or as "
                + "that user")
    }

    /// Runs all checks. Changes nothing: for a folder that the daemon would create, checks the place where it would be.
    package func run() async -> [Finding] {
        var findings = await work()
        findings += libraries()
        for folder in configuration.folders { findings += look(at: folder) }
        if !configuration.state.isEmpty { findings.append(writable("state", configuration.state)) }
        if let albums = configuration.steps.albumFolder(of: configuration.pictureFolders) {
            findings.append(writable("albums", albums.path))
        }
        if configuration.folders.contains(where: { $0.backend != .poll }) { findings += watchLimits() }
        findings += await service()
        return findings
    }

    /// Starts a worker as the daemon does, and prepares what the configuration names with it.
    private func work() async -> [Finding] {
        if configuration.worker.sandbox == .off {
            let off = Finding(
                subject: "sandbox", grade: .warning,
                text: "off: pictures are decoded in the daemon's own process; a hostile picture could reach its files")
            return await preparation(InProcessContentReader()) + [off]
        }
        let required = configuration.worker.sandbox == .required
        do {
            let pool = WorkerPool(
                try ManagedProcessor.settings(configuration, jobs: 1, forcing: .bestEffort))
            let status = try await pool.start()
            let prepared = await preparation(pool)
            await pool.shutDown()
            let layers = [
                ("no new privileges", status.hasDroppedPrivileges),
                ("Landlock" + (status.landlockABI.map { " (version \($0))" } ?? ""), status.landlockABI != nil),
                ("system-call filter", status.hasSystemCallFilter),
                ("memory limit", status.memory != nil),
            ]
            var strict = status
            strict.mode = .required
            let missing = layers.filter { !$0.1 }.map(\.0)
            let inForce = "in force: " + layers.filter(\.1).map(\.0).joined(separator: ", ")
            let text = missing.isEmpty ? inForce : inForce + "; not in force: " + missing.joined(separator: ", ")
            let grade: Finding.Grade = missing.isEmpty ? .good : required && !strict.isSufficient ? .failure : .warning
            return prepared + [Finding(subject: "sandbox", grade: grade, text: text)]
                + status.problems.map { Finding(subject: "sandbox", grade: .warning, text: $0) }
        } catch {
            return [Finding(subject: "sandbox", grade: .failure, text: "\(error)")]
        }
    }

    /// Prepares the configuration as the daemon does when it starts.
    private func preparation(_ reader: any ContentReader) async -> [Finding] {
        do throws(ConfigurationError) {
            _ = try await configuration.preparedForService(configuration.stepEnvironment(reader: reader))
        } catch {
            return error.problems.map { problem in
                // A file that this user cannot read is probably the service's own.
                guard isForeign, problem.isDenied else { return Finding(problem) }
                return Finding(
                    subject: "configuration", grade: .unknown,
                    text: "\(problem.description); the service runs as another user. Run this as root or as that user")
            }
        }
        let count = configuration.folders.count
        return [
            Finding(
                subject: "configuration", grade: .good,
                text: "\(configuration.file ?? ""): \(count) folder\(count == 1 ? "" : "s")")
        ]
    }

    /// The libraries that are loaded, with the versions in their file names.
    private func libraries() -> [Finding] {
        let wanted = [
            "libjpeg", "libpng16", "libgif", "libwebp", "libz", "libdeflate", "libexpat", "libnettle", "libsqlite3",
        ]
        let maps: String
        do {
            maps = String(decoding: try FileStore.read("/proc/self/maps", limit: 1 << 24), as: UTF8.self)
        } catch {
            return [Finding(subject: "libraries", grade: .warning, text: "cannot be listed: \(error)")]
        }
        let loaded = Set(maps.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) })
        let found = wanted.compactMap { name in loaded.first { $0.hasPrefix(name + ".so") } }
        let tiff =
            PictureFormats.libtiffVersion.map { Finding(subject: "libtiff", grade: .good, text: $0) }
            ?? Finding(
                subject: "libtiff", grade: .warning,
                text: "it is not installed, so that sideways TIFF pictures are kept as they are (Debian: libtiff6)")
        return [Finding(subject: "libraries", grade: .good, text: found.joined(separator: ", ")), tiff]
    }

    private func look(at folder: FolderConfiguration) -> [Finding] {
        var findings: [Finding] = []
        findings.append(folder.retiresOriginals ? writable("source", folder.source) : readable(folder.source))
        findings += folder.outputs.map { writable("output", $0) }
        if let path = folder.originalsFolder { findings.append(writable("originals-folder", path)) }
        if let rejected = folder.rejected { findings.append(writable("rejected", rejected)) }
        if folder.recursive { findings += unreadableFolders(in: RawPath(folder.source)) }
        findings += folder.outputs.flatMap { freeSpace($0) }
        findings += backend(folder)
        findings += withoutWayBack(folder)
        return findings
    }

    private func readable(_ path: String) -> Finding {
        guard FileStore.exists(RawPath(path)) else { return writable("source", path) }
        do throws(FileError) { try FileStore.check([.read, .execute], at: RawPath(path)) } catch {
            return denied("source", error, error.description)
        }
        return Finding(subject: "source", grade: .good, text: "\(path) can be read")
    }

    /// Checks that a folder is writable or, if it does not exist, that its nearest existing parent is, so that it can be
    /// created.
    private func writable(_ subject: String, _ path: String) -> Finding {
        let existing = FileStore.nearestExisting(RawPath(path))
        guard FileStore.isFolder(existing) else {
            return Finding(subject: subject, grade: .failure, text: "\(existing) is not a folder")
        }
        do throws(FileError) { try FileStore.check([.read, .write, .execute], at: existing) } catch {
            return denied(subject, error, "\(path) cannot be written by this user: \(error)")
        }
        let text =
            existing == RawPath(path) ? "\(path) can be written" : "\(path) does not exist yet, and can be created"
        return Finding(subject: subject, grade: .good, text: text)
    }

    private func freeSpace(_ path: String) -> [Finding] {
        do throws(FileError) {
            let free = try OpenFolder(FileStore.nearestExisting(RawPath(path))).freeSpace()
            let floor = Quantity.describe(bytes: configuration.freeSpace)
            let isEnough = free.bytes >= UInt64(configuration.freeSpace)
            let text = "\(free.bytes >> 20) MiB free for \(path), limits.free-space is \(floor)"
            return [Finding(subject: "free space", grade: isEnough ? .good : .failure, text: text)]
        } catch {
            return isForeign && error.isDenial
                ? [denied("free space", error, "")]
                : [Finding(subject: "free space", grade: .warning, text: "\(error)")]
        }
    }

    private func backend(_ folder: FolderConfiguration) -> [Finding] {
        guard FileStore.exists(RawPath(folder.source)) else { return [] }
        do throws(FileError) {
            let type = try OpenFolder(RawPath(folder.source)).fileSystemType()
            let polls = folder.backend == .poll || (folder.backend == .auto && type.needsPolling)
            let how = polls ? "is listed every \(folder.pollInterval)" : "is watched with inotify"
            if folder.backend == .inotify, type.needsPolling {
                let text = "\(folder.source) is on \(type.name), where inotify does not see changes by other machines"
                return [Finding(subject: "backend", grade: .warning, text: text)]
            }
            return [Finding(subject: "backend", grade: .good, text: "\(folder.source) is on \(type.name) and \(how)")]
        } catch {
            return isForeign && error.isDenial
                ? [denied("backend", error, "")]
                : [Finding(subject: "backend", grade: .warning, text: "\(error)")]
        }
    }

    /// Each watched folder takes one watch. An event queue that is too short costs a scan, but no picture.
    private func watchLimits() -> [Finding] {
        let least = [("max_user_watches", 8_192), ("max_user_instances", 16), ("max_queued_events", 16_384)]
        return least.map { name, enough in
            let path = RawPath("/proc/sys/fs/inotify/\(name)")
            let text: String
            do throws(FileError) { text = String(decoding: try FileStore.read(path, limit: 64), as: UTF8.self) } catch {
                return Finding(subject: "watch limits", grade: .warning, text: error.description)
            }
            guard let value = Int(text.filter(\.isNumber)) else {
                return Finding(subject: "watch limits", grade: .warning, text: "\(path) contains no number")
            }
            return Finding(
                subject: "watch limits", grade: value >= enough ? .good : .warning,
                text: "fs.inotify.\(name) is \(value)"
                    + (value >= enough ? "" : "; raise it with sysctl fs.inotify.\(name)=\(enough)"))
        }
    }
}

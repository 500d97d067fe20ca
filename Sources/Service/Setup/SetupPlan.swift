internal import UprightConfiguration
internal import UprightEngine
package import UprightFiles

/// What `upright setup` does: computed first, shown, and then carried out.
package struct SetupPlan: Sendable, Hashable {
    /// The actions, in their order.
    package var actions: [SetupAction]

    /// The service's account and group.
    package static let account = "upright"

    /// Where things are: the machine's places, or those of a test.
    package struct Places: Sendable, Hashable {
        /// The configuration file.
        package var configuration: String
        /// The folder of the administrator's units.
        package var units: String

        package init(configuration: String = "/etc/upright/pipeline.yaml", units: String = "/etc/systemd/system") {
            (self.configuration, self.units) = (configuration, units)
        }

        var dropIn: String { units + "/upright.service.d/setup.conf" }
        var galleryDropIn: String { units + "/upright-gallery.service.d/setup.conf" }
    }

    /// Plans to set up a folder.
    ///
    /// - Parameters:
    ///   - places: where the configuration and the units are.
    ///   - isMember: whether a user is a member of the service's group.
    ///   - hasService: whether a service manager runs here and knows the service.
    package init(
        settingUp wanted: SetupFolder, in places: Places, hasService: Bool, isMember: (String) -> Bool
    ) throws(OperationError) {
        var text = try Self.text(places)
        var folder = wanted
        let earlier = text.folders.first { $0.drop == wanted.drop }
        if let user = folder.user { folder.joined = earlier?.joined == true || !isMember(user) }
        do { try text.add(folder) } catch { throw OperationError("\(places.configuration): \(error)") }
        _ = try Self.check(text, places)
        actions = []
        let accounts = [Self.account] + [folder.user].compactMap(\.self)
        let safety = SetupSafety(user: folder.user)
        // What came into a folder since it was set up got in by the rights that the setup gave.
        let known = earlier.flatMap { $0.user == folder.user ? $0.paths : nil } ?? []
        for path in folder.paths {
            let path = try SetupSafety.resolved(path)
            try safety.check(path, isKnown: known.contains(path))
            for parent in Self.closedParents(of: path) where !actions.contains(.admit(parent, accounts)) {
                try safety.checkPassage(parent)
                actions.append(.admit(parent, accounts))
            }
            if !FileStore.exists(RawPath(path)) {
                actions.append(.createFolder(path, owner: folder.user ?? Self.account))
            }
            // A folder that was set up before, and made anew, would be taken for one whose volume is not mounted.
            actions += [.mark(path), .share(path, with: accounts)]
        }
        if let user = folder.user, !isMember(user) {
            actions.append(.run(["gpasswd", "-a", user, Self.account]))
        }
        actions += try Self.files(text, places)
        actions += Self.start(places, hasService: hasService)
    }

    /// Plans to undo the setup of a folder. Folders and files stay; the service loses its rights, and the user keeps theirs: what
    /// the service wrote for them becomes theirs.
    package init(removing drop: String, in places: Places, hasService: Bool) throws(OperationError) {
        var text = try Self.text(places)
        let removed: SetupFolder?
        do { removed = try text.remove(drop) } catch { throw OperationError("\(places.configuration): \(error)") }
        guard let folder = removed else {
            let known = text.folders.map(\.drop)
            throw OperationError(
                "\(drop) was not set up by upright setup; expected "
                    + (known.isEmpty ? "one that was, and there is none" : "one of \(known.joined(separator: ", "))"))
        }
        let hasFolder = try Self.check(text, places)
        // A folder that another entry uses keeps its rights.
        var used: Set<String> = []
        for path in text.folders.flatMap(\.paths) { used.insert(try SetupSafety.resolved(path)) }
        let users = Set(text.folders.compactMap(\.user))
        actions = try Self.files(text, places)
        if hasFolder {
            actions += Self.start(places, hasService: hasService)
        } else if hasService {
            // Without a folder it would not start.
            actions += [
                .run(["systemctl", "disable", "--now", "upright.service"]), .run(["systemctl", "daemon-reload"]),
            ]
        }
        var passed: Set<String> = []
        for path in folder.paths {
            let path = try SetupSafety.resolved(path)
            passed.formUnion(Self.closedParents(of: path))
            guard !used.contains(path), FileStore.exists(RawPath(path)) else { continue }
            actions.append(.unshare(path, to: folder.user))
        }
        for parent in passed.subtracting(used.flatMap { Self.closedParents(of: $0) }).sorted() {
            actions.append(.expel(parent))
        }
        if folder.joined, let user = folder.user, !users.contains(user) {
            actions.append(.run(["gpasswd", "-d", user, Self.account]))
        }
    }

    private static func text(_ places: Places) throws(OperationError) -> SetupText {
        let path = RawPath(places.configuration)
        guard FileStore.exists(path) else { return SetupText(SetupText.new) }
        do {
            let bytes = try FileStore.read(path, limit: 1 << 20)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw OperationError("\(path): expected UTF-8; repair the file first")
            }
            return SetupText(text)
        } catch let error as OperationError { throw error } catch { throw OperationError("\(error)") }
    }

    /// Checks that the daemon would accept the changed configuration.
    ///
    /// - Returns: whether it has a folder left to watch.
    private static func check(_ text: SetupText, _ places: Places) throws(OperationError) -> Bool {
        let folder = FileStore.absolute(RawPath(places.configuration)).parent.exact
        do {
            _ = try Configuration(parsing: Array(text.text.utf8), file: places.configuration, folder: folder)
            return true
        } catch {
            guard text.folders.isEmpty, error.problems.allSatisfy({ $0.key == "folders" }) else {
                throw OperationError(error.description)
            }
            return false
        }
    }

    // MARK: Files

    private static func files(_ text: SetupText, _ places: Places) throws(OperationError) -> [SetupAction] {
        var actions: [SetupAction] = []
        func write(_ content: String?, to path: String) {
            let known: String?
            do { known = String(decoding: try FileStore.read(RawPath(path), limit: 1 << 20), as: UTF8.self) } catch {
                known = nil
            }
            guard known != content else { return }
            actions.append(content.map { .write(path, $0) } ?? .remove(path))
        }
        let paths = text.folders.flatMap(\.paths)
        // A file that only a setup has written goes with its last entry.
        let isEmpty = text.folders.isEmpty && text.text == SetupText.new
        write(isEmpty ? nil : text.text, to: places.configuration)
        write(UnitDropIn.text(writing: paths), to: places.dropIn)
        write(UnitDropIn.text(reading: paths), to: places.galleryDropIn)
        return actions
    }

    private static func start(_ places: Places, hasService: Bool) -> [SetupAction] {
        guard hasService else {
            return [
                .note(
                    "no service manager runs here, or the service is not installed: start it with upright watch --config "
                        + places.configuration)
            ]
        }
        return [
            .run(["systemctl", "daemon-reload"]), .run(["systemctl", "enable", "upright.service"]),
            .run(["systemctl", "restart", "upright.service"]),
        ]
    }

    /// The folders above a path that not everybody can pass through. Below /home, the service sees only its own folders.
    private static func closedParents(of path: String) -> [String] {
        guard !UnitDropIn.isHidden(path) else { return [] }
        var parents: [String] = []
        var parent = RawPath(path).parent
        while parent.components.count > 0 {
            if FileStore.exists(parent), !FileStore.isPassableForAll(parent) { parents.append(parent.exact) }
            parent = parent.parent
        }
        return parents.reversed()
    }
}

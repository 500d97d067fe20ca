internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

extension MachineCheck {
    /// Checks what concerns the service as a whole: the rights of the token, the network, and what the running daemon
    /// reports that it lacks. A check from a shell has other permissions than a service that systemd confines.
    func service() async -> [Finding] {
        var findings: [Finding] = []
        findings += token()
        findings += network()
        findings += await daemon()
        return findings
    }

    private func token() -> [Finding] {
        guard let path = configuration.gallery.tokenFile else { return [] }
        return AccessToken.warning(of: path).map { [Finding(subject: "gallery", grade: .warning, text: $0)] } ?? []
    }

    private func network() -> [Finding] {
        let needs = NetworkNeeds(configuration)
        let lacking = needs.lacking.map { Finding(subject: "network", grade: .failure, text: $0) }
        if !lacking.isEmpty { return lacking }
        return needs.subjects.map { key in
            let how =
                key == "gallery.listen"
                ? "enable upright-gallery.service as well" : "give it the network drop-in that its unit file describes"
            return Finding(
                subject: "network", grade: .good,
                text: "\(key) needs the network, which upright.service does not have: under systemd, \(how)")
        }
    }

    private func daemon() async -> [Finding] {
        guard let lacks = await DaemonClient.daemon(of: configuration)?.snapshot.lacks else { return [] }
        if lacks.isEmpty {
            return [Finding(subject: "daemon", grade: .good, text: "the running daemon lacks nothing")]
        }
        return lacks.map { Finding(subject: "daemon", grade: .warning, text: "the running daemon: \($0)") }
    }
}

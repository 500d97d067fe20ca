internal import Glibc
internal import UprightConfiguration
internal import UprightEngine
internal import UprightSteps

/// The parts of a configuration that need the network.
struct NetworkNeeds: Sendable {
    private let configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// The needs that this process cannot meet, with the remedy. The unit gives the service Unix sockets only.
    var lacking: [String] {
        let needs = subjects
        guard !needs.isEmpty, !hasNetwork else { return [] }
        let remedy =
            "this process can only use Unix sockets; under systemd, give the service a drop-in (systemctl edit upright) with "
            + "PrivateNetwork=no, IPAddressDeny= and RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6"
        return needs.map { need in
            need == "gallery.listen"
                ? "gallery.listen needs the network, which this process is not permitted to use: systemctl enable --now "
                    + "upright-gallery serves the gallery from a separate service"
                : "\(need) needs the network: \(remedy)"
        }
    }

    /// The keys that need the network.
    var subjects: [String] {
        var keys: [String] = []
        if configuration.gallery.listen != nil { keys.append("gallery.listen") }
        if case .tcp = configuration.status.listen { keys.append("status.listen") }
        keys += configuration.steps.flatMap(\.networkKeys)
        switch configuration.onFailure.target {
        case .address: keys.append("on-failure.url")
        case .addressFile: keys.append("on-failure.url-file")
        case .command, nil: break
        }
        return keys
    }

    private var hasNetwork: Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno != EAFNOSUPPORT }
        close(descriptor)
        return true
    }
}

/// How messages speak of a server.
package struct ServerName: Sendable, Hashable {
    /// What is served: `the gallery`.
    package var subject: String
    /// The keys and options that give the token.
    package var tokenOptions: String
    /// What to do where the process is not permitted to use the network.
    package var withoutNetwork: String

    package init(_ subject: String, tokenOptions: String, withoutNetwork: String) {
        self.subject = subject
        self.tokenOptions = tokenOptions
        self.withoutNetwork = withoutNetwork
    }
}

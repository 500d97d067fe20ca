internal import ArgumentParser

/// `upright completions`: prints a script with which a shell completes command lines of upright.
struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Prints the completions of a shell: bash, zsh or fish.",
        discussion: """
            Packages install them.

            Examples:
              upright completions bash > ~/.local/share/bash-completion/completions/upright
              upright completions zsh > "${fpath[1]}/_upright"
              upright completions fish > ~/.config/fish/completions/upright.fish
            """)

    /// The shells that are known.
    enum Shell: String, WordArgument { case bash, zsh, fish }

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Shell

    func run() {
        let known: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        Console.shared.print(bytes: Array(Upright.completionScript(for: known).utf8))
    }
}

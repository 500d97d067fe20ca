internal import UprightWorker
internal import Glibc

/// The worker process, which parses and turns pictures. `upright` starts it and sends it requests.
@main
struct UprightCodec {
    static func main() {
        // Made without generic functions, which CommandLine.arguments takes longer for.
        var arguments: [String] = []
        var next = CommandLine.unsafeArgv + 1
        while let argument = next.pointee {
            arguments.append(String(cString: argument))
            next += 1
        }
        guard let command = WorkerArguments(parsing: arguments) else {
            let usage = Array("upright-codec is started by upright, with a socket as its standard input.\n".utf8)
            _ = write(2, usage, usage.count)
            exit(64)
        }
        // Without destructors: what they free, the kernel frees sooner.
        _exit(command.run())
    }
}

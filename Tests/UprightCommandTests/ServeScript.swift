import Foundation
import TestSupport
import Testing

/// Runs a Python client against `upright serve`, and returns the object that it prints.
enum ServeScript {
    /// What every client needs: `serve` starts a server, `ask` makes a request.
    private static let prelude = #"""
        import base64, hashlib, http.client, json, os, signal, socket, subprocess, sys, threading, time
        program, result = sys.argv[1], {}

        class Server:
            def __init__(self, *arguments):
                self.process = subprocess.Popen(
                    [program, "serve", "--listen", "127.0.0.1:0", *arguments], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True)
                self.port = int(self.process.stdout.readline().strip().strip("/").rsplit(":", 1)[1])
            def ask(self, method, path, body=None, **headers):
                client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
                try:
                    client.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
                    answer = client.getresponse()
                    return answer.status, dict((name.lower(), value) for name, value in answer.getheaders()), answer.read()
                finally: client.close()
            def orient(self, data, query="", **headers): return self.ask("POST", "/orient" + query, data, **headers)
            def patiently(self, data, query=""):
                while True:
                    answer = self.orient(data, query)
                    if answer[0] != 503: return answer
                    time.sleep(0.05)
            def full(self, start):
                """Clients that hold both places, and the answer to another. A busy machine can take a place from them before."""
                for _ in range(50):
                    slow = [self.connect() for _ in range(2)]
                    for connection in slow: connection.sendall(start)
                    while "upright_in_progress_files 2\n" not in self.ask("GET", "/metrics")[2].decode(): time.sleep(0.02)
                    answer = self.orient(b"\1\2\3\4")
                    if answer[0] == 503: break
                    for connection in slow: connection.close()
                return slow, answer
            def connect(self): return socket.create_connection(("127.0.0.1", self.port), timeout=120)
            def end(self, number=signal.SIGTERM):
                self.process.send_signal(number)
                self.process.wait(120)
                return self.process.returncode
            def __enter__(self): return self
            def __exit__(self, *_):
                if self.process.poll() is None:
                    self.process.kill()
                    self.process.wait()

        def read(path):
            with open(path, "rb") as file: return file.read()

        def received(connection):
            data = b""
            try:
                while piece := connection.recv(65536): data += piece
            except ConnectionResetError: pass
            return data

        def form(picture, name="a.jpg", boundary="b0und", **fields):
            parts = ["".join(f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
                             for key, value in fields.items()).encode()]
            if picture is not None:
                parts += [f'--{boundary}\r\nContent-Disposition: form-data; name="p"; filename="{name}"\r\n'
                          "Content-Type: image/jpeg\r\n\r\n".encode(), picture, b"\r\n"]
            return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"

        """#

    static func run(_ script: String, in scratch: TemporaryFolder) throws -> [String: Any] {
        let code = prelude + script + "\nprint(json.dumps(result))\n"
        let run = try Command.run("/usr/bin/python3", ["-c", code, Command.built("upright").path()], in: scratch.url)
        return try #require(try objects(run.output).first, "\(run.error) \(run.output)")
    }
}

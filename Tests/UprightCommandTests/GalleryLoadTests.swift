import Foundation
import TestSupport
import Testing

@Suite struct GalleryLoadTests {
    /// Starts the daemon with a gallery in the folder, and prints what happened as a line of JSON.
    private static let script = #"""
        import http.client, json, os, random, signal, socket, subprocess, sys, threading, time
        program = sys.argv[1]
        probe = socket.socket(); probe.bind(("127.0.0.1", 0)); port = probe.getsockname()[1]; probe.close()
        with open("pipeline.yaml", "a") as file: file.write("gallery: {listen: '127.0.0.1:%d'}\n" % port)
        daemon = subprocess.Popen([program, "watch", "--config", "pipeline.yaml"], stderr=open("log", "w"))

        def ask(path):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            client.request("GET", path)
            answer = client.getresponse()
            return answer.status, answer.read().decode(errors="replace")

        def until(what):
            end = time.monotonic() + 300
            while time.monotonic() < end:
                try:
                    if what(): return True
                except OSError: pass
                time.sleep(0.05)
            return False

        def children():
            found = []
            for task in os.listdir("/proc/%d/task" % daemon.pid):
                found += open("/proc/%d/task/%s/children" % (daemon.pid, task)).read().split()
            return found

        def find():
            for child in children():
                try:
                    if b"gallery" in open("/proc/%s/cmdline" % child, "rb").read(): return int(child)
                except OSError: pass

        def restarts():
            client = socket.socket(socket.AF_UNIX); client.connect("state/status.sock")
            client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = b""
            while piece := client.recv(65536): text += piece
            return int(float(text.split(b"\nupright_gallery_restarts_total ")[1].split()[0]))

        result = {"listens": until(lambda: ask("/picture/3.html")[0] == 200)}
        first = find()
        # libdispatch looks at its threads once a second while requests wait.
        failures, count, end, lock = [], [0], time.monotonic() + 8, threading.Lock()
        paths = ["/", "/picture/1.html", "/albums.html", "/search.html?q=a", "/original/2.jpg", "/thumbnail/1-640.jpg"]
        def client(seed):
            choose, connection = random.Random(seed), None
            while time.monotonic() < end or count[0] < 1500:
                try:
                    if connection is None or choose.random() < 0.3:
                        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                    connection.request("GET", choose.choice(paths))
                    answer = connection.getresponse(); answer.read()
                    if answer.status != 200: failures.append(str(answer.status))
                except Exception as error:
                    failures.append(repr(error)); connection = None
                with lock: count[0] += 1
        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(24)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        result["requests"], result["failures"], result["survives"] = count[0], failures[:3], find() == first
        result["before"] = restarts()
        os.kill(first, signal.SIGILL)
        result["answersAgain"] = until(lambda: find() not in (None, first) and ask("/")[0] == 200)
        result["after"] = restarts()
        daemon.terminate()
        result["end"] = daemon.wait(300)
        print(json.dumps(result))
        """#

    @Test("the confined gallery survives 24 clients, and is started again after a crash")
    func load() throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: drop, output: out}]\nstate: state\nsteps: [orient, place, albums]\nlog: {level: warning}\n",
            to: "pipeline.yaml")
        for name in ["a", "b", "c"] { try scratch.place("samples/orientation-6.jpg", as: "drop/\(name).jpg") }
        let run = try Command.run(
            "/usr/bin/python3", ["-c", Self.script, Command.built("upright").path()], in: scratch.url)
        let result = try #require(try objects(run.output).first, "\(run.error)")
        let log = String(decoding: scratch.bytes(of: "log") ?? [], as: UTF8.self)
        #expect(result["listens"] as? Bool == true && result["failures"] as? [String] == [], "\(result) \(log)")
        #expect(result["survives"] as? Bool == true && (result["requests"] as? Int ?? 0) >= 1500, "\(result) \(log)")
        #expect(result["answersAgain"] as? Bool == true, "\(result) \(log)")
        #expect(result["before"] as? Int == 0 && result["after"] as? Int == 1 && result["end"] as? Int == 0)
    }
}

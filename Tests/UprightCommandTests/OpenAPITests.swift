import Foundation
import TestSupport
import Testing

@Suite("the description of upright serve's interface", .timeLimit(.minutes(5))) struct OpenAPITests {
    @Test("it has the server's paths, methods, options, statuses and header fields, and no others")
    func agreement() throws {
        let scratch = try TemporaryFolder()
        try scratch.place("samples/orientation-6.jpg", as: "a.jpg")
        try scratch.place("samples/orientation-1.jpg", as: "upright.jpg")
        try scratch.write("limits: {file-size: 4 MiB}\n", to: "small.yaml")
        try scratch.write("open sesame open\n", to: "token")
        let result = try ServeScript.run(
            #"""
            os.chmod("token", 0o600)
            picture, upright = read("a.jpg"), read("upright.jpg")
            wrong, statuses, fields = [], {}, {}
            common = {"date", "content-length", "connection", "content-type", "x-content-type-options", "cache-control",
                      "content-security-policy", "cross-origin-resource-policy"}
            def orient(server, data=picture, query="", **headers):
                status, headers, _ = server.orient(data, query, **headers)
                fields.setdefault(str(status), set()).update(set(headers) - common)
                statuses.setdefault(str(status), 0)
            with Server("--jobs", "1", "--config", "small.yaml") as server:
                document = json.loads(server.ask("GET", "/openapi.json")[2])
                operation = document["paths"]["/orient"]["post"]
                for path, methods in document["paths"].items():
                    for method in methods:
                        if server.ask(method.upper(), path)[0] in (404, 405): wrong.append(f"no {method} {path}")
                    for other in {"get", "post", "put", "delete", "patch"} - set(methods):
                        if server.ask(other.upper(), path)[0] != 405: wrong.append(f"also {other} {path}")
                listed = server.ask("GET", "/nothing")[2].decode().split("paths ")[1].split('"')[0].split(", ")
                if set(listed) != set(document["paths"]): wrong.append(f"paths {listed}")
                options = json.loads(server.orient(picture, "?nothing=1")[2])["reason"].split("options ")[1].split(",")
                options = {each.split()[0] for each in options if "found" not in each}
                queries = {each["name"]: each["schema"] for each in operation["parameters"] if each["in"] == "query"}
                if options != set(queries): wrong.append(f"options {options}")
                fieldsOfForm = operation["requestBody"]["content"]["multipart/form-data"]["schema"]["properties"]
                if set(fieldsOfForm) != set(queries) | {"file"}: wrong.append(f"form {sorted(fieldsOfForm)}")
                for name, schema in queries.items():
                    for value in schema.get("enum", []):
                        if server.orient(picture, f"?{name}={value}")[0] >= 300: wrong.append(f"{name}={value}")
                    if "enum" in schema and server.orient(picture, f"?{name}=other")[0] != 400: wrong.append(name)
                orient(server, query="?name=a.jpg&digest=1")
                orient(server, upright, "?echo=0&digest=1&name=b.jpg")
                orient(server, query="?nothing")
                orient(server, Sec_Fetch_Site="cross-site")
                orient(server, Host="evil.example")
                digest = server.orient(picture)[1]["etag"]
                orient(server, query="?digest=1&name=a.jpg", If_None_Match=digest)
                orient(server, bytes(5 << 20))
                orient(server, b"hello")
                orient(server, picture[:300])
                status, headers, _ = server.ask("PUT", "/orient", picture)
                statuses[str(status)], fields[str(status)] = 0, set(headers) - common
                head = b"POST /orient HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n"
                slow, answer = server.full(head)
                statuses[str(answer[0])], fields[str(answer[0])] = 0, set(answer[1]) - common
                server.patiently(picture)
                status = received(slow[0]).split()[1].decode()
                statuses[status], fields[status] = 0, set()
                # Refusals of requests that are not read: each is JSON.
                for start in (f"POST /{'a' * 9_000} HTTP/1.1\r\n", "POST /orient HTTP/1.1\r\nA: " + "b" * 20_000,
                              "POST /orient HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n",
                              "POST /orient HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "nonsense\r\n",
                              "POST /orient HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n"):
                    with server.connect() as connection:
                        connection.sendall(start.encode() + b"\r\n\r\n")
                        head, _, body = received(connection).partition(b"\r\n\r\n")
                        statuses[head.split()[1].decode()] = 0
                        if set(json.loads(body)) != {"outcome", "reason"} or b"application/json" not in head:
                            wrong.append(f"{start[:60]}: {head} {body}")
            with Server("--token-file", "token") as server: orient(server)
            def whole(value):
                if "$ref" not in value: return value
                kind, name = value["$ref"].split("/")[-2:]
                return document["components"][kind][name]
            declared = {status: whole(each) for status, each in operation["responses"].items()}
            if set(declared) != set(statuses):
                wrong.append(f"statuses {sorted(set(declared) ^ set(statuses))}")
            for status, found in fields.items():
                headers = {name.lower() for name in declared.get(status, {}).get("headers", {})}
                if headers != found: wrong.append(f"{status}: {sorted(headers ^ found)}")
            result["wrong"] = wrong
            """#, in: scratch)
        #expect(result["wrong"] as? [String] == [])
    }
}

internal import UprightFiles
internal import Testing

@Suite("RawPath")
struct RawPathTests {
    @Test(
        "relative undoes appending",
        arguments: [("/a/b", "c/d"), ("a", "b"), ("/", "x"), ("/a//b/", "c"), ("./a", "b")])
    func inverse(base: String, relative: String) {
        let path = RawPath(base).appending(RawPath(relative))
        #expect(path.relative(to: RawPath(base)) == RawPath(relative))
        #expect(path.name == RawPath(relative).name)
    }

    @Test("a path next to the folder is not below it")
    func beside() {
        #expect(RawPath("/a/bc").relative(to: "/a/b") == nil)
        #expect(RawPath("a/b").relative(to: "/a") == nil)
        #expect(RawPath("/a/b").relative(to: "/a/b")?.isEmpty == true)
    }

    @Test("a path ends at a NUL, as in the kernel")
    func nul() { #expect(RawPath(bytes: [0x61, 0, 0x62]).bytes == [0x61]) }

    @Test("the parent of a name is empty, that of an absolute name the root")
    func parents() {
        #expect(RawPath("a").parent.isEmpty)
        #expect(RawPath("/a").parent == "/")
        #expect(RawPath("a/b/c").parent == "a/b")
    }

    @Test(
        "name and parent are those of the components, however the path is written",
        arguments: [
            "", "/", ".", "./", "a", "a/", "./a", "a/.", "/.", "a//b", "/a/./b/", "..", "a/../b", "//a", "a/b/./",
        ])
    func spellings(text: String) {
        let path = RawPath(text)
        let components = path.components
        #expect(path.name == components.last ?? [])
        var parent = RawPath(path.isAbsolute ? "/" : "")
        for name in components.dropLast() { parent = parent.appending(name: name) }
        #expect(path.parent == parent)
    }

    @Test("a path as a C string ends with a NUL")
    func terminated() {
        for text in ["", "a", "a/b.jpg"] { #expect(RawPath(text).withCString { String(cString: $0) } == text) }
    }
}

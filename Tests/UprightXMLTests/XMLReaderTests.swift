import Testing
import UprightBase

@Suite struct XMLReaderTests {
    /// Records every event as text.
    private final class Notes: XMLHandler {
        var isStopped = false
        var events: [String] = []
        var stopsAt = Int.max
        func note(_ event: String) {
            events.append(event)
            isStopped = events.count >= stopsAt
        }
        func began(_ name: XMLName, _ attributes: [(name: XMLName, value: String)], tag: Range<Int>) {
            note("<\(name.uri)|\(name.local)" + attributes.map { " \($0.name.local)=\($0.value)" }.joined() + " \(tag)")
        }
        func ended(tag: Range<Int>) { note("> \(tag)") }
        func characters(_ bytes: UnsafeRawBufferPointer) { note(String(decoding: bytes, as: UTF8.self)) }
        func documentType(at offset: Int) { note("doctype \(offset)") }
    }

    @Test func eventsHaveNamesTextAndOffsets() throws {
        let notes = Notes()
        #expect(try XMLReader.read(Array(#"<a xmlns="u" b="1">x<c/></a>"#.utf8), notes))
        #expect(notes.events == ["<u|a b=1 0..<19", "x", "<u|c 20..<24", "> 24..<24", "> 24..<28"])
    }

    @Test func aHandlerStopsTheReading() throws {
        let notes = Notes()
        notes.stopsAt = 2
        #expect(try !XMLReader.read(Array("<a><b/><c/></a>".utf8), notes))
        #expect(notes.events.count == 2)
    }

    @Test func everyPrefixIsRefusedWithItsPosition() throws {
        let text = Array("<a>\n<b c='d'>e</b></a>".utf8)
        for count in 0..<text.count {
            let error = #expect(throws: XMLFailure.self) { try XMLReader.read(Array(text.prefix(count)), Notes()) }
            #expect(error.map { (1...2).contains($0.line) && $0.offset <= count } == true)
        }
        #expect(try XMLReader.read(text, Notes()))
    }

    @Test func entityBombsAreRefusedAndExternalEntitiesAreNotRead() throws {
        var bomb = "<!DOCTYPE a [<!ENTITY e0 \"xxxxxxxxxx\">"
        for level in 1...9 { bomb += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">" }
        #expect(throws: XMLFailure.self) { try XMLReader.read(Array((bomb + "]><a>&e9;</a>").utf8), Notes()) }
        let notes = Notes()
        let outside = #"<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>"#
        _ = try XMLReader.read(Array(outside.utf8), notes)
        let others = notes.events.filter { !$0.hasPrefix("<") && !$0.hasPrefix(">") }
        #expect(others.count == 1 && others[0].hasPrefix("doctype "))
    }
}

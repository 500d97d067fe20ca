import Testing
import UprightBase

@Suite struct JSONParsingTests {
    func parsed(_ text: String) throws -> String { try JSONValue(parsing: text.utf8).serialized }

    @Test(arguments: [
        "null", "true", "false", "0", "-1", "12.5", "[]", "{}", #"{"a":[1,2,{"b":null}],"c":"x"}"#, #""ä\n\"\\""#,
        "9223372036854775807",
    ])
    func serializedTextRoundTrips(text: String) throws { #expect(try parsed(text) == text) }

    @Test func theLastOfRepeatedNamesCountsOnRequest() throws {
        let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#.utf8, keepsLast: true)
        #expect(value["a"]?.serialized == "3")
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + "1".utf8).serialized == "1")
    }

    @Test func escapesAndSurrogatePairsAreDecoded() throws {
        #expect(try parsed(#"  "\u00e4\ud83d\ude00\/\t"  "#) == "\"ä😀/\\t\"")
        #expect(try parsed("1e3") == "1000")
    }

    @Test(arguments: [
        "", "nul", "01", "1.", ".5", "+1", "1e", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "\"", "\"\u{1}\"", #""\x""#,
        #""\ud800""#, #""\udc00\ud800""#, #"{"a":1,"a":2}"#, "1 2", "1e999", "[1", "{\"a\":", "\"\\u12",
    ])
    func invalidJSONIsRefused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test func bytesThatAreNotUTF8AndDeepNestingAreRefused() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: deep.utf8) }
    }

    @Test func everyPrefixOfARequestIsRefused() throws {
        let text = Array(#"{"id":7,"source":"\u00e4","position":[48.1,-11e0],"x":true}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.prefix(count)) }
        }
    }

    @Test func ofSeveralMembersWithOneNameTheLastCounts() throws {
        let text = Array(#"{"a":1,"a":2}"#.utf8)
        #expect(try JSONValue(parsing: text, keepsLast: true)["a"]?.serialized == "2")
        let value = try #require(LocatedJSON(parsing: text)["a"])
        #expect(text[value.range] == [UInt8(ascii: "2")])
    }
}

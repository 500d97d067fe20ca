internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
import Foundation
import UprightRewriting
import UprightFormats
import Testing

@Suite struct FileReportTests {
    @Test func printsTheKeysInOrder() {
        var report = FileReport(source: "a.jpg", type: "public.jpeg", outcome: .normalized)
        report.output = "out/a.jpg"
        report.orientation = 6
        report.components = [ComponentTurn(id: 1, turn: .exact), ComponentTurn(id: 2, turn: .requantized)]
        report.changes = [Change(.exif("Orientation"), from: "6", to: "1")]
        report.warnings = ["a \"quoted\"\nline"]
        report.sha256 = .init(source: "aa", output: "bb")
        report.bytes = .init(source: 10, output: 11)
        report.seconds = 0.25
        #expect(
            report.json.serialized
                == #"{"source":"a.jpg","output":"out/a.jpg","copies":[],"type":"public.jpeg","#
                + #""outcome":"normalized","reason":null,"#
                + #""orientation":6,"pictureDigest":null,"components":[{"id":1,"turn":"exact"},{"id":2,"turn":"requantized"}],"#
                + #""changes":[{"what":"exif.Orientation","from":"6","to":"1"}],"warnings":["a \"quoted\"\nline"],"#
                + #""sha256":{"source":"aa","output":"bb"},"bytes":{"source":10,"output":11},"seconds":0.25}"#)
    }

    @Test func unknownValuesAreNull() {
        let text = FileReport(source: "a", outcome: .rejected, reason: "why").json.serialized
        #expect(text.contains(#""output":null"#) && text.contains(#""orientation":null"#))
        #expect(text.contains(#""sha256":{"source":null,"output":null}"#))
    }

    @Test(arguments: [
        "plain", "\"\\/\u{8}\u{C}\n\r\t", "\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{2029}", "é\u{1F5BC}\u{FFFD}", "",
    ])
    func everyTextReadsBack(text: String) throws {
        let line = JSONValue.object([(text, .array([.string(text), .null, .boolean(true)]))]).serialized
        #expect(!line.utf8.contains(0x0A))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [Any]]
        #expect(object?[text]?.first as? String == text)
    }

    @Test(arguments: [0, -0.0, 0.1, 1e300, -2.5, 1e15, 123456789.125])
    func everyNumberReadsBack(number: Double) throws {
        let text = JSONValue.array([.number(number)]).serialized
        let array = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Double]
        #expect(array == [number])
        #expect(JSONValue.number(.nan).serialized == "null")
    }
}

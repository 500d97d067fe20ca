internal import Foundation
internal import Testing

/// The articles of the libraries.
public enum Articles {
    /// Checks that every example of some libraries' articles is in a test's source, line by line, so that it is compiled.
    ///
    /// - Returns: the number of examples.
    @discardableResult public static func check(_ libraries: [String], against source: String) throws -> Int {
        func lines(_ text: some StringProtocol) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let source = lines(try String(contentsOfFile: source, encoding: .utf8)).joined(separator: "\n")
        var examples = 0
        for library in libraries {
            let folder = Fixture.repository.appending(path: "Sources/\(library)/Documentation.docc")
            for article in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where article.pathExtension == "md" {
                let text = try String(contentsOf: article, encoding: .utf8)
                for match in text.matches(of: #/(?s)```swift\n(.*?)```/#) {
                    let example = lines(match.output.1).joined(separator: "\n")
                    #expect(source.contains(example), "\(article.lastPathComponent): \(example)")
                    examples += 1
                }
            }
        }
        #expect(examples >= libraries.count)
        return examples
    }
}

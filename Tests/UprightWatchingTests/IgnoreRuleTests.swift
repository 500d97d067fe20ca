import Glibc
import Testing
import UprightFiles

@Suite struct IgnoreRuleTests {
    @Test func patternsMeanWhatTheyMeanToTheShell() {
        let patterns = [
            ".*", "*.tmp", "*~", "~*", "@eaDir", "*.rsls*", "*", "**", "?", "a?c", "[ab]", "*[", "a*c", "a\\*", "",
            "*a", "a*",
            "é*", "*é",
        ]
        let names = [
            "", ".", ".a", "a", "b", "ab", "abc", "ac", "a.tmp", ".tmp", "tmp", "a.tmp.jpg", "x.rsls1", "@eaDir",
            "@eaDir2", "a~",
            "~a", "~", "[", "x[", "a\\", "a\\b", "*", "é", "éa", "aé",
        ]
        var matches = 0
        for pattern in patterns {
            let rules = IgnoreRules([pattern])
            for name in names {
                let expected = fnmatch(pattern, name, FNM_NOESCAPE) == 0
                #expect((rules.reason(toIgnore: Array(name.utf8)) != nil) == expected, "\(pattern), \(name)")
                matches += expected ? 1 : 0
            }
        }
        #expect(matches > 90)
        #expect(IgnoreRules(patterns).reason(toIgnore: Array("a.tmp".utf8)) == "the name matches *.tmp")
    }
}

internal import Testing
internal import UprightConfiguration
internal import UprightEngine

/// The table of ``OutputNaming``: what becomes of a name, by what has it and what is known of that.
@Suite("What becomes of a name")
struct OutputNamingTests {
    private typealias Naming = OutputNaming

    /// All rules that there can be.
    private static let rules = FolderConfiguration.OnChange.allCases.flatMap { onChange in
        (0..<8).map { bits in
            Naming.Rules(onChange: onChange, force: bits & 1 > 0, remakes: bits & 2 > 0, mayGetPages: bits & 4 > 0)
        }
    }
    private static let likenesses: [Naming.Likeness?] = [nil, .same, .beginning, .other]
    private static let sources: [Naming.Source] = [.unchanged, .continued, .edited, .unseen, .left]

    private func decide(
        _ taken: Naming.Taken, _ likeness: Naming.Likeness? = nil, _ onChange: FolderConfiguration.OnChange = .reject,
        force: Bool = false, remakes: Bool = false, pages: Bool = false
    ) -> Naming.Verdict {
        Naming.decide(
            taken, likeness, Naming.Rules(onChange: onChange, force: force, remakes: remakes, mayGetPages: pages))
    }

    @Test("A free name, the same bytes, the source and another's file need no rules")
    func alike() {
        for rules in Self.rules {
            for likeness in Self.likenesses {
                #expect(Naming.decide(.free, likeness, rules) == .deliver)
                #expect(Naming.decide(.same, likeness, rules) == .current)
                #expect(Naming.decide(.source, likeness, rules) == .refuse(.itself))
                #expect(Naming.decide(.another, likeness, rules) == .next)
            }
        }
    }

    /// What is replaced, with all rules that lead to it. Whatever is not in this table is not replaced.
    @Test("What is replaced can be made again, or is the same upload, or is what on-change says")
    func replaced() {
        for rules in Self.rules {
            for likeness in Self.likenesses {
                #expect((Naming.decide(.attributed, likeness, rules) == .replace) == rules.force)
                let isUnknownReplaced = rules.force && likeness == .same
                #expect((Naming.decide(.unknown, likeness, rules) == .replace) == isUnknownReplaced)
                for source in Self.sources {
                    #expect(Naming.decide(.recorded(source, isUnmodified: false), likeness, rules) != .replace)
                    let hasMorePages = rules.mayGetPages && likeness == .beginning
                    let isKnown = !rules.mayGetPages || likeness != nil
                    let isReplaced =
                        switch source {
                        case .unchanged: rules.force || rules.remakes
                        case .continued: true
                        case .left: hasMorePages
                        case .edited:
                            hasMorePages
                                || isKnown
                                    && (rules.onChange == .replace
                                        || rules.onChange == .reject && rules.force && likeness == .same)
                        case .unseen:
                            hasMorePages
                                || likeness == .same
                                    && (rules.onChange == .replace || rules.onChange == .reject && rules.force)
                        }
                    let verdict = Naming.decide(.recorded(source, isUnmodified: true), likeness, rules)
                    #expect((verdict == .replace) == isReplaced, "\(source) \(String(describing: likeness)) \(rules)")
                }
            }
        }
    }

    @Test("A file that was made from a source with these bytes, or shows the same, is made anew with --force alone")
    func attributed() {
        #expect(decide(.attributed) == .refuse(.differs))
        #expect(decide(.attributed, remakes: true) == .refuse(.differs), "whether it was modified is not known")
        #expect(decide(.attributed, force: true) == .replace)
        #expect(decide(.unknown) == .compare)
        #expect(decide(.unknown, .same) == .refuse(.differs))
        #expect(decide(.unknown, .same, force: true) == .replace)
        #expect(decide(.unknown, .beginning, force: true) == .next)
        #expect(decide(.unknown, .other, force: true) == .next)
    }

    @Test("The unmodified output of the same source waits for --force, or for other options")
    func unchanged() {
        let taken = Naming.Taken.recorded(.unchanged, isUnmodified: true)
        for onChange in FolderConfiguration.OnChange.allCases {
            #expect(decide(taken, nil, onChange) == .refuse(.differs))
            #expect(decide(taken, nil, onChange, remakes: true) == .replace)
            #expect(decide(taken, nil, onChange, force: true) == .replace)
        }
    }

    @Test("An output that somebody has modified stays")
    func modified() {
        for onChange in FolderConfiguration.OnChange.allCases {
            for source in [Naming.Source.unchanged, .continued] {
                let taken = Naming.Taken.recorded(source, isUnmodified: false)
                #expect(decide(taken, nil, onChange, remakes: true) == .refuse(.modified))
                #expect(decide(taken, nil, onChange, force: true) == .next)
            }
        }
        let edited = Naming.Taken.recorded(.edited, isUnmodified: false)
        #expect(decide(edited, nil, .reject) == .refuse(.modified))
        #expect(decide(edited, nil, .replace) == .refuse(.modified))
        #expect(decide(edited, nil, .version) == .next)
    }

    @Test("on-change decides about the edit of a source that was there; --force replaces only what shows the same")
    func edited() {
        let taken = Naming.Taken.recorded(.edited, isUnmodified: true)
        #expect(decide(taken, nil, .reject) == .refuse(.edited))
        #expect(decide(taken, nil, .replace) == .replace)
        #expect(decide(taken, nil, .version) == .next)
        #expect(decide(taken, nil, .reject, force: true) == .compare)
        #expect(decide(taken, .same, .reject, force: true) == .replace)
        #expect(decide(taken, .other, .reject, force: true) == .next)
        let unseen = Naming.Taken.recorded(.unseen, isUnmodified: true)
        #expect(decide(unseen, nil, .reject) == .refuse(.edited))
        #expect(decide(unseen, nil, .replace) == .compare)
        #expect(decide(unseen, .same, .replace) == .replace)
        #expect(decide(unseen, .other, .replace, force: true) == .next)
        #expect(decide(unseen, nil, .version) == .next)
    }

    @Test("What comes after the source has left is another picture, unless it begins with the same pages")
    func left() {
        for onChange in FolderConfiguration.OnChange.allCases {
            for force in [false, true] {
                for isUnmodified in [false, true] {
                    let taken = Naming.Taken.recorded(.left, isUnmodified: isUnmodified)
                    #expect(decide(taken, nil, onChange, force: force) == .next)
                    #expect(decide(taken, .other, onChange, force: force, pages: true) == .next)
                    #expect(decide(taken, .same, onChange, force: force, pages: true) == .next)
                }
                let taken = Naming.Taken.recorded(.left, isUnmodified: true)
                #expect(decide(taken, nil, onChange, force: force, pages: true) == .compare)
                #expect(decide(taken, .beginning, onChange, force: force, pages: true) == .replace)
            }
        }
    }
}

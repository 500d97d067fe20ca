package import UprightConfiguration

/// Decides whether an output gets a name, by what has the name and by what is known of that. Pure: `OutputNamingTests` has the
/// table.
///
/// A file is replaced only if nothing is lost by it: it is the unmodified output of this very source, which is there to make it
/// again, was edited by its user, or is an upload that goes on. In every other case the shot gets the next number.
package enum OutputNaming {
    /// What has a name.
    package enum Taken: Hashable {
        case free
        /// The output's own bytes.
        case same
        /// The source of the output: the run was told to write where it reads.
        case source
        /// No regular file, or a file that is another's by what is recorded of it.
        case another
        /// A file with other bytes that the journal records as made from the file at this source's path.
        case recorded(Source, isUnmodified: Bool)
        /// A file with other bytes that says that it was made from a source with the bytes of this one (``SourceMark``).
        case attributed
        /// A file with other bytes of which nothing is recorded, or only that its source had the path of this one.
        case unknown
    }

    /// What became of the source that a recorded output was made from.
    package enum Source: Hashable {
        /// It has the same bytes.
        case unchanged
        /// It is the same upload, which went on.
        case continued
        /// It was there until it was edited, or replaced by another file.
        case edited
        /// Another file has its path, and nobody saw whether it was edited or has left.
        case unseen
        /// It has left, and another file has its path.
        case left
    }

    /// What a file shows, compared with the source of the output.
    package enum Likeness: Hashable {
        case same
        /// The first pages of the source.
        case beginning
        case other
    }

    /// What is decided for all names of an output.
    package struct Rules: Hashable {
        package var onChange = FolderConfiguration.OnChange.reject
        /// Whether own outputs are made anew (`--force`).
        package var force = false
        /// Whether an unmodified output of the same source gives way: other options or another version made it.
        package var remakes = false
        /// Whether the source has pages and was delivered a short time ago: a scanner may add pages to it.
        package var mayGetPages = false

        package init(
            onChange: FolderConfiguration.OnChange = .reject, force: Bool = false, remakes: Bool = false,
            mayGetPages: Bool = false
        ) {
            (self.onChange, self.force, self.remakes, self.mayGetPages) = (onChange, force, remakes, mayGetPages)
        }
    }

    /// What becomes of a name.
    package enum Verdict: Hashable {
        /// The output gets the name.
        case deliver
        /// The output has the name already.
        case current
        /// The output replaces what has the name.
        case replace
        /// The name is another's: the next number is tried.
        case next
        /// What the file shows has to be known first.
        case compare
        case refuse(Obstacle)
    }

    /// Why an output is refused.
    package enum Obstacle: Hashable {
        /// It would replace its source.
        case itself
        /// It would differ from the output that the same source has.
        case differs
        /// The output that the same source has was changed by somebody else.
        case modified
        /// The source was edited or replaced after its delivery (`on-change: reject`).
        case edited
    }

    /// Decides what becomes of a name.
    ///
    /// - Parameter likeness: what the file that has the name shows; nil if that is not known yet.
    package static func decide(_ taken: Taken, _ likeness: Likeness?, _ rules: Rules) -> Verdict {
        switch taken {
        case .free: return .deliver
        case .same: return .current
        case .source: return .refuse(.itself)
        case .another: return .next
        case .attributed: return rules.force ? .replace : .refuse(.differs)
        case .unknown:
            guard let likeness else { return .compare }
            return likeness == .same ? rules.force ? .replace : .refuse(.differs) : .next
        case .recorded(let source, isUnmodified: false):
            if source == .left || [.edited, .unseen].contains(source) && rules.onChange == .version { return .next }
            return rules.force ? .next : .refuse(.modified)
        case .recorded(.continued, _): return .replace
        case .recorded(.unchanged, _): return rules.force || rules.remakes ? .replace : .refuse(.differs)
        case .recorded(let source, _):
            if rules.mayGetPages {
                guard let likeness else { return .compare }
                if likeness == .beginning { return .replace }
            }
            if source == .left { return .next }
            switch rules.onChange {
            case .version: return .next
            case .reject where !rules.force: return .refuse(.edited)
            case .replace where source == .edited: return .replace
            case .replace, .reject:
                guard let likeness else { return .compare }
                return likeness == .same ? .replace : .next
            }
        }
    }
}

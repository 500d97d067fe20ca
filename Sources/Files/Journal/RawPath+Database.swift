internal import Foundation
package import GRDB

/// Encodes a path: as text if it is UTF-8, so that the database is readable, otherwise as bytes. Each path has exactly
/// one of the two forms, so that it can be a key.
package func databaseValue(_ path: RawPath?) -> DatabaseValue {
    guard let path else { return .null }
    if let text = String(validating: path.bytes, as: UTF8.self) { return text.databaseValue }
    return Data(path.bytes).databaseValue
}

extension RawPath {
    /// What finds a file by its name: its folder's path, and the name's key behind a byte that no path has.
    var key: [UInt8] { parent.bytes + [0] + NameKey.folded(name) }

    /// Decodes a path; nil for a value that is none.
    package init?(_ value: DatabaseValue) {
        switch value.storage {
        case .string(let text): self.init(text)
        case .blob(let data): self.init(bytes: data)
        default: return nil
        }
    }
}

/// The name and version of this product.
package enum Product {
    /// The name of the command.
    package static let name = "upright"
    /// The version (semver.org), from the file `VERSION`. The journal records it with every output, so that `--changed`
    /// finds older ones.
    package static let version = String(decoding: PackageResources.VERSION.prefix { $0 > 0x20 }, as: UTF8.self)
}

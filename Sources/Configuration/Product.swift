/// What this product is called and which version of it this is.
public enum Product {
    /// The name of the command.
    public static let name = "upright"
    /// The version (semver.org). It is on record with every output, so that `--changed` finds older ones.
    public static let version = "0.1.0"
}

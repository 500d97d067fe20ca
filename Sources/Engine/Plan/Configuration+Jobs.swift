internal import CUprightLinux

extension Configuration {
    /// How many pictures are worked on at a time: as configured, or one per processor that this process may use.
    public var parallelJobs: Int { jobs > 0 ? jobs : Int(upright_processors()) }
}

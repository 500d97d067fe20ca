internal import CUprightLinux

extension Configuration {
    /// How many pictures are worked on at a time: as configured, or one per processor that this process may use.
    package var parallelJobs: Int { jobs > 0 ? jobs : Int(upright_processors()) }
}

public import CodecWorker

extension Configuration {
    /// How many pictures are worked on at a time where the machine has so many cores.
    public func jobs(cores: Int) -> Int { jobs > 0 ? jobs : max(cores, 1) }

    /// What works on pictures' bytes: confined processes, or this very one with `sandbox: off`.
    ///
    /// - Parameter jobs: how many processes at most.
    /// - Throws: `WorkerProgram.NotFound` where the program of the processes is not installed.
    public func processor(jobs: Int) throws(WorkerProgram.NotFound) -> any PictureProcessor {
        var limit = OutputLimit()
        limit.ratio = worker.outputRatio
        limit.allowance = worker.outputAllowance
        let mode: SandboxMode
        switch worker.sandbox {
        case .off: return InProcessProcessor(outputLimit: limit)
        case .bestEffort: mode = .bestEffort
        case .required: mode = .required
        }
        var pool = WorkerPoolConfiguration(program: try WorkerProgram.locate())
        pool.size = jobs
        pool.sandbox = mode
        pool.addressSpace = UInt64(worker.memory)
        pool.cpuSeconds = Int(worker.cpuTime.components.seconds)
        pool.seconds = Int(worker.time.components.seconds)
        pool.outputLimit = limit
        pool.picturesPerWorker = worker.filesPerWorker
        return WorkerProcessor(pool: WorkerPool(pool))
    }
}

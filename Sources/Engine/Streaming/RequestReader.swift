internal import Glibc
package import UprightFiles

/// Reads lines, and the bytes that follow them, from a descriptor. Used by one thread; every call blocks.
package struct RequestReader {
    /// What comes next.
    package enum Line {
        /// A line without its newline.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than any request; all of it was skipped.
        case tooLong
        /// The input has ended, or reading was stopped.
        case end
    }

    /// The longest line, in bytes.
    package static let maximumLineBytes = 1 << 20
    /// How often `isStopped` is called while no input arrives, in milliseconds.
    private static let interval: CInt = 100

    private let descriptor: CInt
    private let files: MemoryFiles
    private let isStopped: @Sendable () -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    /// Whether bytes can be moved from the input without copying them; false once that has failed.
    private var isPipe = true
    /// Why reading failed (`errno`); 0 if it did not.
    package private(set) var failure: CInt = 0

    package init(
        _ descriptor: CInt, files: MemoryFiles = MemoryFiles(keeping: 0), isStopped: @escaping @Sendable () -> Bool
    ) {
        self.descriptor = descriptor
        self.files = files
        self.isStopped = isStopped
    }

    /// Returns the next line. Empty lines are skipped; the last line may lack its newline.
    package mutating func line() -> Line {
        var scanned = 0
        var isTooLong = false
        while true {
            if isStopped() { return .end }
            if let end = buffer[(start + scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[start..<end]
                start = end + 1
                scanned = 0
                if isTooLong || line.count > Self.maximumLineBytes { return .tooLong }
                if !line.allSatisfy({ $0 == 0x0D || $0 == 0x20 }) { return .line(line) }
                continue
            }
            if buffer.count - start > Self.maximumLineBytes {
                isTooLong = true
                start = buffer.count
            }
            scanned = buffer.count - start
            guard fill() else {
                let line = buffer[start...]
                start = buffer.count
                if isTooLong || line.count > Self.maximumLineBytes { return .tooLong }
                return line.isEmpty || failure != 0 || isStopped() ? .end : .line(line)
            }
        }
    }

    /// The bytes that follow a line.
    enum Body {
        /// The bytes, in a file that was taken.
        case content(OpenFile)
        /// They could not be kept; all of them were skipped.
        case failed(FileError)
        /// The input ended before all of them had arrived.
        case end
    }

    /// Keeps the next `count` bytes.
    mutating func body(_ count: Int) -> Body {
        var kept = min(count, buffer.count - start)
        let held = buffer[start..<(start + kept)]
        start += kept
        do throws(FileError) {
            let file = try files.claim()
            try file.write(Array(held))
            while kept < count {
                let more = try move(count - kept, to: file, at: kept)
                if more == 0 { return .end }
                kept += more
            }
            try file.truncate(to: count)
            return .content(file)
        } catch {
            return skip(count - kept) ? .failed(error) : .end
        }
    }

    /// Moves up to `count` bytes from the input to a file; returns 0 if it has ended, or reading was stopped.
    private mutating func move(_ count: Int, to file: OpenFile, at offset: Int) throws(FileError) -> Int {
        while isPipe, waits() {
            do throws(FileError) { return try file.receive(count, fromPipe: descriptor, at: offset) } catch {
                if error.code == EAGAIN { continue }
                guard error.code == EINVAL else { throw error }
                isPipe = false
            }
        }
        if isStopped() { return 0 }
        guard fill() else { return 0 }
        let got = min(count, buffer.count)
        try file.write(Array(buffer[..<got]), at: offset)
        // Only now: the caller skips what was not kept.
        start = got
        return got
    }

    /// Skips the next `count` bytes; returns false if the input ends first.
    mutating func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            let ready = min(left, buffer.count - start)
            start += ready
            left -= ready
            if left > 0, !fill() { return false }
        }
        return true
    }

    private enum Receipt {
        case bytes(Int)
        /// The input has ended, or reading was stopped.
        case end
        case failed(CInt)
    }

    /// Appends more input to the unread rest of the buffer; returns false at the end.
    private mutating func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        let most = 1 << 16
        let receipt = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { space in
            guard let base = space.baseAddress else { return Receipt.end }
            let receipt = receive(base, most)
            if case .bytes(let got) = receipt {
                buffer.append(contentsOf: UnsafeBufferPointer(start: base, count: got))
            }
            return receipt
        }
        switch receipt {
        case .bytes: return true
        case .end: return false
        case .failed(let code):
            failure = code
            return false
        }
    }

    /// Reads what is available, at most `most` bytes.
    private func receive(_ target: UnsafeMutablePointer<UInt8>, _ most: Int) -> Receipt {
        while waits() {
            let got = read(descriptor, target, most)
            if got > 0 { return .bytes(got) }
            if got == 0 { return .end }
            if errno != EINTR, errno != EAGAIN { return .failed(errno) }
        }
        return .end
    }

    /// Waits for input, or its end; returns false if reading was stopped.
    private func waits() -> Bool {
        while !isStopped() {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, Self.interval)
            if count == 0 || count < 0 && errno == EINTR { continue }
            return true
        }
        return false
    }
}

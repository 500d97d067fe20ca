internal import Glibc

/// Reads lines, and the bytes behind them, from a descriptor. Used by one thread; every call blocks.
package struct RequestReader {
    /// What comes next.
    package enum Line {
        /// A line without its end.
        case line(ArraySlice<UInt8>)
        /// A line that is longer than any request; all of it was skipped.
        case tooLong
        /// There is no more, or no more is wanted.
        case end
    }

    /// The longest line, in bytes.
    package static let mostLineBytes = 1 << 20
    /// How often it is asked whether more is wanted while nothing comes, in milliseconds.
    private static let interval: CInt = 100

    private let descriptor: CInt
    private let isStopped: @Sendable () -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    /// Why reading failed (`errno`); 0 where it did not.
    package private(set) var failure: CInt = 0

    package init(_ descriptor: CInt, isStopped: @escaping @Sendable () -> Bool) {
        self.descriptor = descriptor
        self.isStopped = isStopped
    }

    /// The next line. Empty lines are skipped; the last one may lack its end.
    package mutating func line() -> Line {
        var scanned = 0
        var isTooLong = false
        while true {
            if isStopped() { return .end }
            if let end = buffer[(start + scanned)...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[start..<end]
                start = end + 1
                scanned = 0
                if isTooLong { return .tooLong }
                if !line.allSatisfy({ $0 == 0x0D || $0 == 0x20 }) { return .line(line) }
                continue
            }
            if buffer.count - start > Self.mostLineBytes {
                isTooLong = true
                start = buffer.count
            }
            scanned = buffer.count - start
            guard fill() else {
                let line = buffer[start...]
                start = buffer.count
                if isTooLong { return .tooLong }
                return line.isEmpty || failure != 0 || isStopped() ? .end : .line(line)
            }
        }
    }

    /// The given number of bytes that come next; nil where the input ends before.
    mutating func body(_ count: Int) -> [UInt8]? {
        let ready = min(count, buffer.count - start)
        let held = buffer[start..<(start + ready)]
        var end = Receipt.bytes(0)
        let body = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            filled =
                UnsafeMutableRawBufferPointer(target).initializeMemory(as: UInt8.self, from: held).initialized.count
            while filled < count, let base = target.baseAddress {
                end = receive(base + filled, count - filled)
                guard case .bytes(let got) = end else { return }
                filled += got
            }
        }
        start += ready
        if case .failed(let code) = end { failure = code }
        return body.count == count ? body : nil
    }

    /// Skips a number of bytes; false where the input ends before.
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
        /// There is no more, or no more is wanted.
        case end
        case failed(CInt)
    }

    /// Reads more into the buffer, after what is not used up yet; false where there is no more.
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

    /// Reads what there is, at most so much.
    private func receive(_ target: UnsafeMutablePointer<UInt8>, _ most: Int) -> Receipt {
        while !isStopped() {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, Self.interval)
            if count == 0 || count < 0 && errno == EINTR { continue }
            let got = read(descriptor, target, most)
            if got > 0 { return .bytes(got) }
            if got == 0 { return .end }
            if errno != EINTR, errno != EAGAIN { return .failed(errno) }
        }
        return .end
    }
}

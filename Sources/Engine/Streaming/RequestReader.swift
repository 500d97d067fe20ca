internal import Glibc

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
    package static let mostLineBytes = 1 << 20
    /// How often `isStopped` is called while no input arrives, in milliseconds.
    private static let interval: CInt = 100

    private let descriptor: CInt
    private let isStopped: @Sendable () -> Bool
    private var buffer: [UInt8] = []
    private var start = 0
    /// Why reading failed (`errno`); 0 if it did not.
    package private(set) var failure: CInt = 0

    package init(_ descriptor: CInt, isStopped: @escaping @Sendable () -> Bool) {
        self.descriptor = descriptor
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

    /// Returns the next `count` bytes; nil if the input ends first.
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

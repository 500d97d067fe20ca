internal import UprightEngine
internal import UprightBase
internal import UprightWorker

/// Reads the requests of `upright worker`, and the messages between a supervisor and its workers. The first byte selects which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch first & 3 {
    case 0:
        do throws(StreamRequestError) { _ = try StreamRequest(parsing: rest).id.serialized } catch {
            guard error.length >= 0 && !error.description.isEmpty else { fatalError("an error without a reason") }
        }
    case 1: _ = try? MessageDecoder.decode(WorkerAnswer.self, from: rest)
    case 2: _ = try? MessageDecoder.decode(WorkerRequest.self, from: rest)
    default:
        guard let file = try? InspectedFile(parsing: rest) else { return 0 }
        guard let written = try? file.serialized, let again = try? InspectedFile(parsing: written) else {
            preconditionFailure("its own bytes are not a file's contents")
        }
        guard (try? again.serialized.count) == written.count else { fatalError("other contents") }
    }
    return 0
}

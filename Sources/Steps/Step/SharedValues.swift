internal import Synchronization

/// Values that the steps of an environment share, one of each type, created on first use.
final class SharedValues: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Returns the value of a type, and creates it on first use.
    func value<Value: Sendable, Failure>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        try values.withLock { made throws(Failure) in
            if let value = made[ObjectIdentifier(Value.self)] as? Value { return value }
            let value = try make()
            made[ObjectIdentifier(Value.self)] = value
            return value
        }
    }
}

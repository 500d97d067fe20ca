internal import UprightContainers
internal import UprightMetadata
internal import UprightRewriting

// The contents are a message of their own, within the answer's bytes: property values can hold any number, while no other
// message has infinities and NaN.

extension InspectedFile {
    /// The most bytes of ``serialized`` that an answer carries.
    package static let mostBytes = Channel.mostBytes - 1024

    /// The contents in the form of `MessageFormat`. Throws if they are nested too deeply.
    package var serialized: [UInt8] {
        get throws {
            let writer = MessageWriter(after: [])
            try writer.writeFields { writer in
                try writer.writeField("type", type.rawValue)
                try writer.writeField("properties", PropertyValue.dictionary(properties))
                if let coordinate {
                    try writer.writeField("latitude", coordinate.latitude)
                    try writer.writeField("longitude", coordinate.longitude)
                }
                if let structure { try writer.writeField("structure", structure) }
                try writer.writeField("tags", tags) { try $1.write(to: $0) }
                try writer.writeField("warnings", texts: warnings)
                if let reason { try writer.writeField("reason", reason) }
            }
            try writer.check()
            return writer.bytes
        }
    }

    /// Parses the bytes of ``serialized``. Accepts any bytes: a worker is not trusted.
    package init(parsing bytes: [UInt8]) throws {
        let fields = try EncodedFields(of: EncodedValue(whole: bytes))
        type = ImageType(rawValue: try fields.read("type"))
        guard case .dictionary(let properties) = try PropertyValue(reading: fields.value(of: "properties")) else {
            throw try fields.value(of: "properties").mismatch(expected: "a dictionary")
        }
        self.properties = properties
        if let latitude: Double = try fields.readIfPresent("latitude"),
            let longitude: Double = try fields.readIfPresent("longitude")
        {
            coordinate = GPSCoordinate(latitude: latitude, longitude: longitude)
        }
        structure = try fields.readIfPresent("structure")
        tags = try fields.value(of: "tags").elements { try InspectedTag(reading: $0) }
        warnings = try fields.read(texts: "warnings")
        reason = try fields.readIfPresent("reason")
    }
}

extension InspectedTag {
    fileprivate func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("directory", directory)
            try writer.writeField("number", number)
            try writer.writeField("hexadecimalNumber", hexadecimalNumber)
            try writer.writeField("name", name)
            try writer.writeField("typeName", typeName)
            try writer.writeField("count", count)
            try writer.writeField("offset", offset)
            try writer.writeField("units", units)
        }
    }

    fileprivate init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        directory = try fields.read("directory")
        number = try fields.read("number")
        hexadecimalNumber = try fields.read("hexadecimalNumber")
        name = try fields.read("name")
        typeName = try fields.read("typeName")
        count = try fields.read("count")
        offset = try fields.read("offset")
        units = try PropertyValue(reading: fields.value(of: "units"))
    }
}

extension MessageWriter {
    fileprivate func writeField(_ name: String, _ value: PropertyValue) throws {
        write(name: name)
        try write(value)
    }

    fileprivate func writeField<Element>(
        _ name: String, _ values: [Element], _ write: (MessageWriter, Element) throws -> Void
    ) throws {
        self.write(name: name)
        try writeList(values, write)
    }

    private func writeList<Element>(
        _ values: [Element], _ write: (MessageWriter, Element) throws -> Void
    ) throws {
        let outer = depth
        _ = open(.list, at: outer)
        for value in values { try write(self, value) }
        close(to: outer)
    }

    /// Writes a property; each kind of property has a kind of its own in the message.
    private func write(_ value: PropertyValue) throws {
        // Before going deeper: a file decides how deeply its properties are nested.
        try check()
        switch value {
        case .string(let text): try write(text)
        case .integer(let integer): try write(integer)
        case .real(let real): write(anyReal: real)
        case .boolean(let boolean): try write(boolean)
        case .data(let bytes): try write(bytes)
        case .array(let values): try writeList(values) { try $0.write($1) }
        case .dictionary(let members):
            try writeFields { writer in
                for (name, member) in members { try writer.writeField(name, member) }
            }
        }
    }
}

extension PropertyValue {
    /// Reads a property; the inverse of `MessageWriter.write`.
    fileprivate init(reading value: EncodedValue) throws {
        switch value.kind {
        case .text: self = .string(try value.decoded(as: String.self))
        case .signed: self = .integer(try value.decoded(as: Int.self))
        case .real: self = .real(try value.anyReal())
        case .yes, .no: self = .boolean(value.kind == .yes)
        case .bytes: self = .data(try value.decoded(as: [UInt8].self))
        case .list: self = .array(try value.elements { try PropertyValue(reading: $0) })
        case .fields:
            var members: [String: PropertyValue] = [:]
            for (name, member) in try EncodedFields(of: value).all {
                members[name] = try PropertyValue(reading: member)
            }
            self = .dictionary(members)
        case .none, .unsigned: throw value.mismatch(expected: "a property")
        }
    }
}

internal import UprightContainers
package import UprightEditing
package import UprightRewriting

extension NormalizationReport: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("type", raw: type)
            try writer.writeField("outcome", raw: outcome)
            try writer.writeField("reason", reason)
            if let orientation { try writer.writeField("orientation", orientation) }
            try writer.writeField("components", list: components)
            try writer.writeField("changes", list: changes)
            try writer.writeField("warnings", texts: warnings)
            if let incompleteness { try writer.writeField("incompleteness", incompleteness) }
            try writer.writeField("needsOriginal", needsOriginal)
            try writer.writeField("parts", list: parts)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(type: try fields.read(raw: "type"), outcome: try fields.read(raw: "outcome"))
        reason = try fields.read("reason")
        orientation = try fields.readIfPresent("orientation")
        components = try fields.read(list: "components")
        changes = try fields.read(list: "changes")
        warnings = try fields.read(texts: "warnings")
        incompleteness = try fields.readIfPresent("incompleteness")
        needsOriginal = try fields.read("needsOriginal")
        parts = try fields.read(list: "parts")
    }
}

extension ComponentTurn: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("id", id)
            try writer.writeField("turn", raw: turn)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(id: try fields.read("id"), turn: try fields.read(raw: "turn"))
    }
}

extension Change: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("subject", subject)
            try writer.writeField("from", from)
            try writer.writeField("to", to)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(try fields.read("subject"), from: try fields.read("from"), to: try fields.read("to"))
    }
}

extension ChangeSubject: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("carrier", raw: carrier)
            try writer.writeField("name", name)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(try fields.read(raw: "carrier"), try fields.read("name"))
    }
}

extension PartAccount: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("part", part)
            try writer.writeField("offset", offset)
            try writer.writeField("length", length)
            try writer.writeField("disposition", raw: disposition)
            try writer.writeField("reason", reason)
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(
            part: try fields.read("part"), offset: try fields.read("offset"), length: try fields.read("length"),
            disposition: try fields.read(raw: "disposition"), reason: try fields.read("reason"))
    }
}

extension PartName: MessageValue {
    package func write(to writer: MessageWriter) throws {
        try writer.writeFields { writer in
            try writer.writeField("description", description)
            if let carrier { try writer.writeField("carrier", raw: carrier) }
        }
    }

    package init(reading value: EncodedValue) throws {
        let fields = try EncodedFields(of: value)
        self.init(try fields.read("description"), carrier: try fields.readIfPresent(raw: "carrier"))
    }
}

extension IPTCBlock {
    /// The data sets as ImageIO's `{IPTC}` dictionary: text, numbers, and arrays for repeatable data sets.
    ///
    /// Data sets that are not in the standard have the key `record:number`, as data or arrays of data.
    public var properties: [String: PropertyValue] {
        var properties: [String: PropertyValue] = [:]
        for dataSet in dataSets {
            let definition = dataSet.definition
            let key = definition?.key ?? "\(dataSet.record):\(dataSet.number)"
            let value: PropertyValue
            switch definition?.format {
            case .number where dataSet.data.count <= 7:
                value = .integer(Int(TIFFByteOrder.bigEndian.integer(dataSet.data[...])))
            case .binary where key == "CodedCharacterSet" && encoding == .utf8: value = "UTF8"
            case .text, .digits, .date, .time: value = .string(text(of: dataSet))
            default: value = .data(dataSet.data)
            }
            if case .array(let values)? = properties[key] {
                properties[key] = .array(values + [value])
            } else if let first = properties[key] {
                properties[key] = .array([first, value])
            } else {
                properties[key] = definition?.isRepeatable ?? false ? .array([value]) : value
            }
        }
        return properties
    }
}

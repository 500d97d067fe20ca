internal import UprightFormats

extension XMPEditing {
    /// An extended packet without properties: only RDF, without a wrapper (XMP part 3, 1.1.3.1).
    private static let emptyExtendedPacket = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="upright">
         <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf.uri)">
          <rdf:Description rdf:about="">
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        """.utf8)

    /// Makes the packet fit a segment: removes its padding, then moves its largest properties to the extended packet,
    /// which is created if there is none.
    ///
    /// - Returns: whether properties were moved. Properties that cannot be moved can leave the packet too long.
    mutating func shorten(to limit: Int, moving further: inout [XMPEditing]) throws(MetadataEditError) -> Bool {
        guard packet.bytes.count > limit else { return false }
        try removePadding()
        var isSplit = false
        while packet.bytes.count > limit {
            let largest = packet.properties.filter { $0.name.namespace != XMPNamespace.note.uri }
                .max { size(of: $0) < size(of: $1) }
            guard let name = largest?.name, let value = self[name] else { return isSplit }
            if further.isEmpty { further.append(try Self.parsing(Self.emptyExtendedPacket)) }
            try further[0].adopt(name, value)
            try giveAway(name)
            isSplit = true
        }
        return isSplit
    }

    private func size(of field: XMPField) -> Int {
        switch field.form {
        case .attribute(let element, let index): packet.elements[element].attributes[index].range.count
        case .element(let index): packet.elements[index].range.count
        }
    }
}

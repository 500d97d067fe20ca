import Testing
import UprightMetadata

@Suite("XMP packets that are not read")
struct PacketHostilityTests {
    /// Well-formed, and harmless except for the declaration, which could define entities.
    @Test("A packet with a document type declaration is refused")
    func documentType() throws {
        let packet = #"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#
        _ = try XMPPacket(parsing: Array(packet.utf8))
        do throws(XMPError) {
            _ = try XMPPacket(parsing: Array(("<!DOCTYPE x []>" + packet).utf8))
            Issue.record("it was read")
        } catch {
            guard case .documentType = error else { throw error }
        }
    }
}

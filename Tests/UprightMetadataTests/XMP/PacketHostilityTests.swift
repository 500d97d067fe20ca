import Testing
import UprightFormats

@Suite("Rejected XMP packets")
struct PacketHostilityTests {
    /// The packet is well-formed and harmless except for the declaration, which could define entities.
    @Test("A packet with a document type declaration is rejected")
    func documentType() throws {
        let packet = #"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#
        _ = try XMPPacket(parsing: Array(packet.utf8))
        do throws(FormatError) {
            _ = try XMPPacket(parsing: Array(("<!DOCTYPE x []>" + packet).utf8))
            Issue.record("the packet was read")
        } catch {
            #expect(error.description.hasPrefix("a document type declaration at byte "))
        }
    }
}

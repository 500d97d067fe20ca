import Testing
import UprightBase

@Suite("Digests of published vectors")
struct DigestsTests {
    /// RFC 1321, A.5.
    static let md5: [(text: String, digest: String)] = [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ]

    /// The examples of FIPS 180-4: one block, and a message that is padded to two.
    static let sha256: [(text: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test func md5MatchesRFC1321() {
        for (text, digest) in Self.md5 { #expect(hexadecimal(MD5.hash(text.utf8)) == digest, "\(text)") }
    }

    @Test func sha256MatchesFIPS180() {
        for (text, digest) in Self.sha256 { #expect(hexadecimal(SHA256.hash(text.utf8)) == digest, "\(text)") }
        #expect(
            hexadecimal(SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// The check value of CRC-32/ISO-HDLC.
    @Test func crc32MatchesItsCheckValue() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum([]) == 0)
    }

    @Test("A digest computed in pieces equals that of the whole", arguments: [1, 3, 63, 64, 65, 1000])
    func pieces(length: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
        var (md5, sha256, crc32) = (MD5(), SHA256(), CRC32())
        for start in stride(from: 0, to: bytes.count, by: length) {
            bytes[start..<min(start + length, bytes.count)].withUnsafeBytes {
                md5.update($0)
                sha256.update($0)
                crc32.update($0)
            }
        }
        #expect(md5.finalized() == MD5.hash(bytes) && md5.finalized() == MD5.hash(AnySequence(bytes)))
        #expect(sha256.finalized() == SHA256.hash(bytes) && sha256.finalized() == SHA256.hash(AnySequence(bytes)))
        #expect(crc32.value == CRC32.checksum(bytes))
    }

    @Test(
        "A keyed digest depends on every byte and on the key, and not on the pieces",
        arguments: [1, 63, 1000, 1024, 5000])
    func keyedDigest(length: Int) {
        func keyed(_ bytes: [UInt8], _ key: [UInt8], pieces: Int) -> [UInt8] {
            var digest = KeyedDigest(key: key)
            for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
                bytes[start..<min(start + min(pieces, bytes.count), bytes.count)].withUnsafeBytes { digest.update($0) }
            }
            return digest.finalized()
        }
        let key = KeyedDigest.randomKey()
        let other = KeyedDigest.randomKey()
        #expect(key.count == KeyedDigest.keyBytes && key != other)
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
        let whole = keyed(bytes, key, pieces: .max)
        #expect(whole.count == 16)
        for pieces in [1, 7, 1024] { #expect(keyed(bytes, key, pieces: pieces) == whole) }
        #expect(keyed(bytes, other, pieces: .max) != whole)
        #expect(keyed(bytes + [0], key, pieces: .max) != whole)
        for place in [0, length / 2, length - 1] {
            var changed = bytes
            changed[place] ^= 1
            #expect(keyed(changed, key, pieces: .max) != whole)
        }
    }

    /// Reading a digest must not end it.
    @Test func aDigestContinuesAfterItWasRead() {
        var digest = MD5()
        Array("abc".utf8).withUnsafeBytes { digest.update($0) }
        #expect(hexadecimal(digest.finalized()) == Self.md5[2].digest)
        Array("defghijklmnopqrstuvwxyz".utf8).withUnsafeBytes { digest.update($0) }
        #expect(hexadecimal(digest.finalized()) == Self.md5[4].digest)
    }
}

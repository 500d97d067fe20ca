@main
struct UprightCodec {
    static func main() {}
}

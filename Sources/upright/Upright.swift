@main
struct Upright {
    static func main() {}
}

/// The prompts and settings that image generators write into texts of pictures: ComfyUI's workflows, the parameters of Stable
/// Diffusion's programs.
enum GeneratorPrompt {
    private static let starts = ["prompt:", "workflow:", "parameters:", "{\"", "[{\""].map { Array($0.utf8) }
    private static let inside = WordSearch(["negative prompt:", "\"class_type\"", "cfg scale:", "sampler:"])

    /// Whether a text is such a prompt.
    static func isIn(_ text: some Collection<UInt8>) -> Bool {
        let text = text.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let start = text.drop { $0 <= 0x20 }
        return starts.contains { start.starts(with: $0) } || inside.isIn(Array(text))
    }
}

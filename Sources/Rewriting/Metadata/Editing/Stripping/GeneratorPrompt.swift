/// The prompts and settings that image generators write into texts of pictures: ComfyUI's workflows, the parameters of Stable
/// Diffusion's programs.
enum GeneratorPrompt {
    private static let starts = ["prompt:", "workflow:", "parameters:", "{\"", "[{\""].map { Array($0.utf8) }
    private static let inside = ["negative prompt:", "\"class_type\"", "cfg scale:", "sampler:"].map { Array($0.utf8) }

    /// Whether a text is such a prompt.
    static func isIn(_ text: some Collection<UInt8>) -> Bool {
        let text = text.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let start = text.drop { $0 <= 0x20 }
        if starts.contains(where: { start.starts(with: $0) }) { return true }
        let all = Array(text)
        return inside.contains { all.firstRange(of: $0) != nil }
    }
}

/// The page that asks for the token.
enum SignInPage {
    static func document(title: String, isWrong: Bool, _ words: GalleryWords) -> HTML {
        PageTemplate.named("sign-in").filled(
            [
                "title": .text(title), "wrong": .flag(isWrong), "pageLanguage": .text(words.language),
                "direction": .text(words.direction),
            ], words.values)
    }
}

/// The page that asks for the token.
enum SignInPage {
    static func document(title: String, isWrong: Bool) -> HTML {
        Template.named("sign-in").filled(["title": .text(title), "wrong": .flag(isWrong)])
    }
}

/// Asks for the token.
enum SignInPage {
    static func document(title: String, isWrong: Bool) -> HTML {
        let message: HTML = isWrong ? "<p role=\"alert\">That is not the token.</p>" : ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>\(title)</title></head>
            <body><main><h1>\(title)</h1>\(message)
            <form method="post" action="/login"><label>Token <input type="password" name="token" \
            autocomplete="current-password" required></label> <button type="submit">Open</button></form></main></body></html>

            """
    }
}

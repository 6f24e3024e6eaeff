"""The browser game: a server for the library's answers, and the page that asks for them."""

"""The browser game: a server that gives the library's answers, and the page that requests them."""

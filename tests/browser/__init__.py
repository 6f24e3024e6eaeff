"""End-to-end tests of the page, in headless Chromium."""

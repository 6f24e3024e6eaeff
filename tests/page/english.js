// Gives the modules the words of the page, as the page does when it starts.

import { readFileSync } from "node:fs";

import { takeWords } from "../js/say.js";

export const english = JSON.parse(readFileSync(new URL("../words/en.json", import.meta.url), "utf8"));

takeWords(english);

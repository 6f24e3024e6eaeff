// Small helpers to make elements of SVG and HTML.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// A button with what is on it, one thing or several, and what it does.
export const button = (words, onclick, more = {}) =>
  html("button", { type: "button", ...more, onclick }, ...[words].flat());

export const row = (...children) => html("div", { class: "row" }, ...children);

export const element = (id) => document.getElementById(id);

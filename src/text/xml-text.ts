/** The characters that XML 1.0 forbids, even as references. */
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const notInXml = /[\0-\u{8}\u{B}\u{C}\u{E}-\u{1F}\u{FFFE}\u{FFFF}]|\p{Surrogate}/gu;

/** A text for the content of an XML element, or for an attribute in double quotes. */
export function xmlText(text: string): string {
  return text
    .replaceAll(notInXml, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** An XML element that contains only a text. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/** A link of an Atom feed (RFC 4287, 4.2.7). */
export function atomLink(relation: string, type: string, href: string): string {
  return `<link rel="${relation}" type="${type}" href="${xmlText(href)}"/>`;
}

/** What a spreadsheet may take for a formula, or strip until it does (OWASP, CSV Injection). */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * A text that a spreadsheet does not take for a formula: it has an apostrophe before it where it
 * could be one.
 */
export function csvText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A cell as RFC 4180 has it. */
export function csvCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

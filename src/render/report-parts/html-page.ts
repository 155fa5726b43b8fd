import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeInvisible } from '../../text/printable.ts';
import { xmlText } from '../../text/xml-text.ts';

/** HTML in which all texts are escaped; made by `markup` only. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type MarkupPart = string | number | Markup | readonly Markup[] | undefined | false;

/**
 * A template of HTML: escapes texts and numbers, leaves out undefined and false. Not named `html`,
 * since formatters change the text of such templates.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let text = strings[0] ?? '';
  for (const [at, part] of parts.entries()) text += partText(part) + (strings[at + 1] ?? '');
  return new Markup(text);
}

function partText(part: MarkupPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return xmlText(escapeInvisible(String(part)));
}

const style = readFileSync(styleFile(), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

/** The build puts the style, in one file, into `dist`. */
function styleFile(): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../../dist/render/report-parts/' : './';
  return new URL(`${folder}report.css`, import.meta.url);
}

/**
 * The beginning of a page that needs nothing besides itself: no script, no other resource, and a
 * style that its content security policy names. What is written later can come first: elements with
 * the slot `summary`, then those with `problems`, then all others (a declarative shadow root; a
 * browser older than 2024 shows them in the order of the text).
 */
export function pageStart(title: string): Markup {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<template shadowrootmode="open"><slot name="summary"></slot><slot name="problems"></slot><slot></slot></template>
`;
}

/** The end of the page. */
export function pageEnd(note: string): Markup {
  return markup`</main>
<footer>${note}</footer>
</body>
</html>
`;
}

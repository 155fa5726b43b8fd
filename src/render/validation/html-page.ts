import { createHash } from 'node:crypto';
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

/** The colours of the web pages (`serve/assets/base.css`), as a test demands. */
const style = `
:root {
  color-scheme: light dark;
  --page: #fff;
  --surface: #f5f7f8;
  --ink: #17212b;
  --soft: #4d5b68;
  --line: #d3dae0;
  --link: #00587a;
  --accent: #00658c;
  --error: #a8200d;
  --warning: #7a4d00;
  --note: #1d4f91;
  --good: #12653d;
  --bar: #a9b6c0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11171c;
    --surface: #1a2229;
    --ink: #e7ecf0;
    --soft: #a6b4c0;
    --line: #313d47;
    --link: #7cc7e8;
    --accent: #2f9cc4;
    --error: #ff9c8a;
    --warning: #f2bd5c;
    --note: #9cc3f7;
    --good: #77d3a2;
    --bar: #55646f;
  }
}
* { box-sizing: border-box; }
html {
  background: var(--page);
  color: var(--ink);
  font: 100%/1.5 'Segoe UI', 'Helvetica Neue', Roboto, 'Noto Sans', system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}
body { margin: 0; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h1 { font-size: 1.75rem; font-weight: 650; line-height: 1.3; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.25rem; font-weight: 650; line-height: 1.3; }
h3, h4 { font-size: 1.0625rem; font-weight: 600; line-height: 1.35; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { border-radius: 2px; outline: 3px solid var(--accent); outline-offset: 2px; }
code, pre {
  font: 0.8125rem/1.5 ui-monospace, 'SF Mono', Consolas, 'Noto Sans Mono', 'DejaVu Sans Mono',
    monospace;
}
pre {
  margin: 0.25rem 0;
  padding: 0.5rem 0.75rem;
  border-radius: 4px;
  background: var(--surface);
  white-space: pre-wrap;
}
.soft { color: var(--soft); font-size: 0.875rem; }
.result {
  margin-top: 0.75rem;
  padding: 0.5rem 1rem;
  border-left: 4px solid;
  background: var(--surface);
}
.result.fails { border-color: var(--error); }
.result.passes { border-color: var(--good); }
.figures {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
  gap: 1rem 1.5rem;
  margin-top: 1.25rem;
}
.figures > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--soft); font-size: 0.875rem; }
.figures dd {
  font-size: 1.25rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  line-height: 1.3;
}
.figures dd .soft { display: block; font-weight: 400; }
.bar {
  display: block;
  width: 100%;
  height: 0.375rem;
  margin-top: 0.25rem;
  border-radius: 3px;
  background: var(--surface);
}
.bar rect { fill: var(--bar); }
.severity { margin-right: 0.25rem; font-weight: 650; }
.severity.error, .fails b { color: var(--error); }
.severity.warning { color: var(--warning); }
.severity.info { color: var(--note); }
.severity.good, .passes b { color: var(--good); }
.first > li {
  display: grid;
  grid-template-columns: minmax(0, 1fr) 9rem;
  gap: 0 1.5rem;
  padding: 0.625rem 0;
  border-bottom: 1px solid var(--line);
}
.first .share {
  color: var(--soft);
  font-size: 0.875rem;
  text-align: right;
  font-variant-numeric: tabular-nums;
}
.record { border-bottom: 1px solid var(--line); }
.record > summary {
  display: flex;
  align-items: baseline;
  gap: 0.25rem 0.75rem;
  padding: 0.625rem 0;
  cursor: pointer;
  list-style: none;
}
.record > summary::-webkit-details-marker { display: none; }
.record > summary::before {
  flex: none;
  content: '+';
  width: 1ch;
  color: var(--soft);
  font-family: ui-monospace, monospace;
}
.record[open] > summary::before { content: '\\2212'; }
.record > summary:hover h3 { text-decoration: underline; }
.record > summary > div { flex: 1; min-width: 0; }
.about { padding: 0 0 0.75rem 1.5rem; }
.contradiction { margin-top: 0.5rem; padding-left: 1rem; border-left: 4px solid var(--warning); }
.problems { margin-top: 0.25rem; }
.problems > li, .findings > li {
  margin: 0 0 1.25rem;
  padding: 0.125rem 0 0.125rem 1rem;
  border-left: 4px solid var(--line);
}
.findings { padding: 0.25rem 0 0 1.5rem; }
.findings .error, .problems .error { border-color: var(--error); }
.findings .warning, .problems .warning { border-color: var(--warning); }
.findings .info, .problems .info { border-color: var(--note); }
.findings code.rule { color: var(--soft); font-weight: 400; }
.pairs > div {
  display: grid;
  grid-template-columns: 5.5rem minmax(0, 1fr);
  gap: 0.75rem;
  align-items: baseline;
  padding: 0.125rem 0;
}
.pairs dt { color: var(--soft); font-size: 0.875rem; }
footer {
  max-width: 62rem;
  margin: 0 auto;
  padding: 1rem 1.5rem 2rem;
  color: var(--soft);
  font-size: 0.875rem;
}
@media (max-width: 40rem) {
  main { padding: 1rem; }
  footer { padding: 1rem; }
  h1 { font-size: 1.375rem; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
  .first > li { grid-template-columns: minmax(0, 1fr); }
  .first .share { text-align: left; }
  .about { padding-left: 0; }
  .findings { padding-left: 0; }
  .findings > li, .problems > li { padding-left: 0.75rem; }
  .pairs > div { grid-template-columns: 1fr; gap: 0; }
}
@media print { .record { break-inside: avoid-page; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

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

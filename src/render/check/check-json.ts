import type { SiteReport } from '../../model/site-check.ts';
import { escapeInvisibleJson } from '../../text/printable.ts';

/** Writes the report as one JSON document; what a list has stands in a line each. */
export function* writeJsonCheck(report: SiteReport): Iterable<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(report)) {
    if (value === undefined) continue;
    yield `${before}${jsonOf(name)}: `;
    if (Array.isArray(value)) yield* arrayTexts(value);
    else yield jsonOf(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* arrayTexts(values: readonly unknown[]): Iterable<string> {
  yield '[';
  for (const [at, value] of values.entries()) yield `${at === 0 ? '' : ','}\n${jsonOf(value)}`;
  yield values.length === 0 ? ']' : '\n]';
}

function jsonOf(value: unknown): string {
  return escapeInvisibleJson(JSON.stringify(value));
}

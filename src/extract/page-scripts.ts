import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted, JsonLdDocument } from '../model/record.ts';
import type { JsonLimits } from './json-complexity.ts';
import { readJson } from './json-document.ts';
import { problemOf } from './json-problems.ts';
import { roleOf, type PageRole } from './page-furniture.ts';
import { createPageMatcher, type PageIdentity } from './page-identity.ts';
import type { PageScript } from './page-scan.ts';
import { createPositionFinder } from './text-position.ts';

/** What one script of a page turned out to be. Its parsed value is not kept: pages may have thousands. */
export type ScriptReading =
  | { readonly kind: 'document'; readonly role: PageRole; readonly json: string }
  | { readonly kind: 'template' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Reads the scripts of a page, in document order. Faults are placed in the page, not in the script.
 * @param limits see `readJson`
 */
export function readScripts(
  scripts: readonly PageScript[],
  page: PageIdentity & { readonly html: string },
  limits: JsonLimits,
): readonly ScriptReading[] {
  const { url, html } = page;
  const positionInPage = createPositionFinder(html);
  const isPage = createPageMatcher(page);
  return scripts.map(({ text, offset }) => {
    const reading = readJson(text, limits);
    if (reading.kind === 'document') {
      const { json, value } = reading;
      return { kind: 'document', role: roleOf(value, isPage), json };
    }
    if (reading.kind === 'template') return reading;
    const positionOf = (inScript: number) => positionInPage(offset + inScript);
    return { kind: 'failed', problem: problemOf(reading, { url, text, positionOf }) };
  });
}

/** Whether one of the scripts is a record, whatever else the page offers. */
export function hasRecord(readings: readonly ScriptReading[]): boolean {
  return readings.some((reading) => reading.kind === 'document' && reading.role === 'record');
}

/**
 * Says what becomes of the scripts: one outcome each, in document order. What describes the organisation or person of
 * the page is a record only where nothing else is, was meant to be (a broken script), or is linked to.
 */
export function scriptOutcomes(
  readings: readonly ScriptReading[],
  page: PageIdentity,
  isLinking: boolean,
): readonly Outcome<Extracted>[] {
  const isBroken = readings.some(
    (reading) => reading.kind === 'failed' && reading.problem.kind !== 'json-not-metadata',
  );
  const wanted: PageRole = hasRecord(readings) || isBroken || isLinking ? 'record' : 'page-subject';
  return readings.map((reading) => {
    if (reading.kind === 'failed') return reading;
    if (reading.kind === 'template') return skipped(page.url, 'template');
    if (reading.role !== wanted) return skipped(page.url, 'page-furniture');
    return {
      kind: 'produced',
      value: { kind: 'document', document: documentOf(reading.json, page) },
    };
  });
}

function skipped(url: string, reason: 'page-furniture' | 'template'): Outcome<Extracted> {
  return { kind: 'skipped', url, reason };
}

function documentOf(json: string, { url, baseIri }: PageIdentity): JsonLdDocument {
  return { documentUrl: url, route: 'embedded', json, baseIri };
}

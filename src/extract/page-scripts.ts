import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted, MetadataRecord } from '../model/record.ts';
import { readJson } from './json-document.ts';
import { problemOf } from './json-problems.ts';
import { roleOf, type PageRole } from './page-furniture.ts';
import { createPageMatcher, type PageIdentity } from './page-identity.ts';
import type { PageScript } from './page-scan.ts';
import { declaredKey, keyRecords, type Keyable } from './record-key.ts';
import { createPositionFinder } from './text-position.ts';

/** What one script of a page turned out to be. Its parsed value is not kept: pages may have thousands. */
export type ScriptReading =
  | ({ readonly kind: 'document'; readonly role: PageRole } & Keyable)
  | { readonly kind: 'failed'; readonly problem: Problem };

/**
 * Reads the scripts of a page, in document order. Faults are placed in the page, not in the script.
 * @param maxDepth see `readJson`
 */
export function readScripts(
  scripts: readonly PageScript[],
  page: PageIdentity & { readonly html: string },
  maxDepth: number,
): readonly ScriptReading[] {
  const { url, html } = page;
  const positionInPage = createPositionFinder(html);
  const isPage = createPageMatcher(page);
  return scripts.map(({ text, offset }) => {
    const reading = readJson(text, maxDepth);
    if (reading.kind === 'document') {
      const { json, value } = reading;
      const role = roleOf(value, isPage);
      return { kind: 'document', role, json, declared: declaredKey(value) };
    }
    const positionOf = (inScript: number) => positionInPage(offset + inScript);
    return { kind: 'failed', problem: problemOf(reading, { url, text, maxDepth, positionOf }) };
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
  const documents = readings.filter((reading) => reading.kind === 'document');
  const keys = keyRecords(documents.filter(({ role }) => role === wanted));
  return readings.map((reading) => {
    if (reading.kind === 'failed') return reading;
    if (reading.role !== wanted) return skipped(page.url, 'page-furniture');
    if (!keys.has(reading)) return skipped(page.url, 'repeated-on-page');
    const record = recordOf(reading.json, keys.get(reading), page);
    return { kind: 'produced', value: { kind: 'record', record } };
  });
}

function skipped(url: string, reason: 'page-furniture' | 'repeated-on-page'): Outcome<Extracted> {
  return { kind: 'skipped', url, reason };
}

function recordOf(json: string, key: string | undefined, page: PageIdentity): MetadataRecord {
  return {
    documentUrl: page.url,
    ...(key === undefined ? {} : { key }),
    route: 'embedded',
    json,
    baseIri: page.baseIri,
  };
}

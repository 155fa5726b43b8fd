import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted, JsonLdDocument } from '../model/record.ts';
import type { JsonLimits } from './json-complexity.ts';
import { readJson } from './json-document.ts';
import { problemOf } from './json-problems.ts';
import { namesOfResource } from './document-names.ts';
import { roleOf, type PageRole } from './page-furniture.ts';
import { createPageMatcher, type PageIdentity } from './page-identity.ts';
import type { PageScript } from './page-scan.ts';
import { createPositionFinder } from '../text/text-position.ts';

/** What one script of a page turned out to be. Its parsed value is not kept: pages may have thousands. */
export type ScriptReading =
  | DocumentScript
  | { readonly kind: 'template' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** A script that holds JSON-LD. */
export interface DocumentScript {
  readonly kind: 'document';
  readonly role: PageRole;
  readonly json: string;
  /** Whether it is labelled as CDIF, which makes it a record whatever it describes. */
  readonly isLabelled: boolean;
  /** What the resource is called that it describes; absent where it may describe several, and where nobody asked. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** A script that is a record. */
export interface RecordScript extends DocumentScript {
  readonly role: 'record';
}

/** How the scripts of a page are read. */
export interface ScriptReadingOptions {
  readonly limits: JsonLimits;
  readonly isLabelled: (script: PageScript) => boolean;
  /** Whether it is to be found out what the scripts describe. */
  readonly wantsNames: boolean;
}

/** Reads the scripts of a page, in document order. Faults are placed in the page, not in the script. */
export function readScripts(
  scripts: readonly PageScript[],
  page: PageIdentity & { readonly html: string },
  { limits, isLabelled, wantsNames }: ScriptReadingOptions,
): readonly ScriptReading[] {
  const { url, html, baseIri } = page;
  const positionInPage = createPositionFinder(html);
  const isPage = createPageMatcher(page);
  return scripts.map((script) => {
    const { text, offset } = script;
    const reading = readJson(text, limits);
    if (reading.kind === 'document') {
      const { json, value } = reading;
      const names = wantsNames ? { names: namesOfResource(value, baseIri) } : {};
      const labelled = isLabelled(script);
      const role = labelled ? 'record' : roleOf(value, isPage);
      return { kind: 'document', role, json, isLabelled: labelled, ...names };
    }
    if (reading.kind === 'template') return reading;
    const positionOf = (inScript: number) => positionInPage(offset + inScript);
    return { kind: 'failed', problem: problemOf(reading, { url, text, positionOf }) };
  });
}

/** What else there is on a page, and which of its scripts lose to it. */
export interface ScriptRivals {
  readonly outranked: ReadonlySet<ScriptReading>;
  /** Whether the page links to metadata that will be asked for. */
  readonly isLinking: boolean;
}

/**
 * Says what becomes of the scripts: one outcome each, in document order. What describes the organisation or person of
 * the page is a record only where nothing else is, was meant to be (a broken script), or is linked to.
 */
export function scriptOutcomes(
  readings: readonly ScriptReading[],
  page: PageIdentity,
  { outranked, isLinking }: ScriptRivals,
): readonly Outcome<Extracted>[] {
  const isBroken = readings.some(
    (reading) => reading.kind === 'failed' && reading.problem.kind !== 'json-not-metadata',
  );
  const hasRecord = readings.some((reading) => isRecord(reading));
  const wanted: PageRole = hasRecord || isBroken || isLinking ? 'record' : 'page-subject';
  return readings.map((reading) => {
    if (reading.kind === 'failed') return reading;
    if (reading.kind === 'template') return skipped(page.url, 'template');
    if (reading.role !== wanted) return skipped(page.url, 'page-furniture');
    if (outranked.has(reading)) return skipped(page.url, 'outranked');
    return {
      kind: 'produced',
      value: { kind: 'document', document: documentOf(reading.json, page) },
    };
  });
}

/** Whether a script of a page is a record. */
export function isRecord(reading: ScriptReading): reading is RecordScript {
  return reading.kind === 'document' && reading.role === 'record';
}

function skipped(
  url: string,
  reason: 'outranked' | 'page-furniture' | 'template',
): Outcome<Extracted> {
  return { kind: 'skipped', url, reason };
}

function documentOf(json: string, { url, baseIri }: PageIdentity): JsonLdDocument {
  return { documentUrl: url, route: 'embedded', json, baseIri };
}

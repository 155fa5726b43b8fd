import type { Outcome } from '../model/outcome.ts';
import type { JsonMend, Problem } from '../model/problem.ts';
import type { Extracted, JsonLdDocument } from '../model/record.ts';
import type { JsonLimits } from './json-complexity.ts';
import { charsetProblems } from './charset-problems.ts';
import { namesOfResource } from './document-names.ts';
import { problemOf, problemsOfNotes } from './json-problems.ts';
import { furnitureTypes, roleOf, type PageRole } from './page-furniture.ts';
import { createPageMatcher, type PageIdentity } from './page-identity.ts';
import type { PageScript } from './page-scan.ts';
import { readJson } from './read-json.ts';
import type { ReadableScript } from './script-charset.ts';
import { createPartFinder, createPositionFinder } from '../text/text-position.ts';

/**
 * The result of reading one script, or one of several values in it. The parsed value is not kept:
 * pages may have thousands of scripts.
 */
export type ScriptReading =
  | DocumentScript
  | { readonly kind: 'template'; readonly script: PageScript }
  | {
      readonly kind: 'failed';
      readonly script: PageScript;
      readonly problem: Problem;
      readonly problems: readonly Problem[];
    };

/** A script that holds JSON-LD. */
export interface DocumentScript {
  readonly kind: 'document';
  readonly script: PageScript;
  readonly role: PageRole;
  /** The types in boilerplate. */
  readonly furnitureTypes: readonly string[];
  readonly json: string;
  /** Problems that did not prevent reading. */
  readonly problems: readonly Problem[];
  /** Whether it is labelled as CDIF, which makes it a record in any case. */
  readonly isLabelled: boolean;
  /** The names of its resource; absent where it may describe several, or names are not wanted. */
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
  /** Whether the names of resources are needed. */
  readonly wantsNames: boolean;
}

/** In XML these are ways to escape `<` and `&`. */
const usualInXml: ReadonlySet<JsonMend> = new Set<JsonMend>(['cdata', 'html-escaped']);
const noMends: ReadonlySet<JsonMend> = new Set();

/** Reads the scripts of a page, in document order. Positions are in the page, not in the script. */
export function readScripts(
  scripts: readonly ReadableScript[],
  page: PageIdentity & { readonly html: string; readonly xml: boolean },
  { limits, isLabelled, wantsNames }: ScriptReadingOptions,
): readonly ScriptReading[] {
  const { url, html, xml, baseIri } = page;
  const usual = xml ? usualInXml : noMends;
  const positionInPage = createPositionFinder(html);
  const isPage = createPageMatcher(page);
  return scripts.flatMap((script) => {
    const { text, offset } = script;
    const positionOf = createPartFinder(text, () => positionInPage(offset));
    const placed = { url, text, positionOf };
    const ofScript = charsetProblems(script, url, positionOf);
    return readJson(text, limits).map((reading, index): ScriptReading => {
      const problems = index === 0 ? ofScript : [];
      if (reading.kind === 'template') return { kind: 'template', script };
      if (reading.kind !== 'document') {
        return { kind: 'failed', script, problem: problemOf(reading, placed), problems };
      }
      const { json, value, notes } = reading;
      const labelled = isLabelled(script);
      const all = problems.concat(problemsOfNotes(notes, placed, usual));
      const role = labelled ? 'record' : roleOf(value, isPage);
      return {
        kind: 'document',
        script,
        role,
        furnitureTypes: role === 'record' ? [] : furnitureTypes(value),
        json,
        isLabelled: labelled,
        names: wantsNames ? namesOfResource(value, baseIri) : undefined,
        problems: all,
      };
    });
  });
}

/** What scripts compete with on a page. */
export interface ScriptRivals {
  readonly outranked: ReadonlySet<ScriptReading>;
  /** Whether the page has links to metadata that will be followed. */
  readonly isLinking: boolean;
}

/**
 * One outcome per script, in document order. A description of the page's organisation or person is
 * a record only where there is no other record, no broken script and no followed link.
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
    if (reading.kind === 'template') return skippedScript(page.url, 'template');
    const problems = reading.problems.length === 0 ? {} : { problems: reading.problems };
    if (reading.kind === 'failed') return { kind: 'failed', problem: reading.problem, ...problems };
    if (reading.role !== wanted) return skippedScript(page.url, 'page-furniture');
    if (outranked.has(reading)) return skippedScript(page.url, 'outranked');
    const value = { kind: 'document', document: toDocument(reading.json, page) } as const;
    return { kind: 'produced', value, ...problems };
  });
}

/** Whether a script of a page is a record. */
export function isRecord(reading: ScriptReading): reading is RecordScript {
  return reading.kind === 'document' && reading.role === 'record';
}

function skippedScript(
  url: string,
  reason: 'outranked' | 'page-furniture' | 'template',
): Outcome<Extracted> {
  return { kind: 'skipped', url, reason };
}

function toDocument(json: string, { url, baseIri }: PageIdentity): JsonLdDocument {
  return { documentUrl: url, route: 'embedded', json, baseIri };
}

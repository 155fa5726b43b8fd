import { linksetProblems } from '../links/link-problems.ts';
import { maxLinks, type LinksetReading } from '../links/link-reading.ts';
import { parseLinkset } from '../links/linkset.ts';
import { readLinksetJson } from '../links/linkset-json.ts';
import type { Outcome } from '../model/outcome.ts';
import type { JsonMend } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { createPartFinder } from '../text/text-position.ts';
import type { JsonLimits } from './json-complexity.ts';
import { problemOf, problemsOfNotes, type PlacedText } from './json-problems.ts';
import { beginsJson } from './json-start.ts';
import { readJson, type JsonReading } from './read-json.ts';

/** The result of reading a linkset. */
export interface ReadLinkset {
  /** False where the text is no linkset. */
  readonly isLinkset: boolean;
  readonly links: readonly TypedLink[];
  readonly outcomes: readonly Outcome<Extracted>[];
}

/** The place of a linkset, and the limits of its JSON. */
export interface LinksetPlace {
  readonly url: string;
  readonly base: string;
  readonly limits: JsonLimits;
}

/** The other form begins with `<` and a target. */
const bracket = /^[\s\uFEFF]*[[{]/u;

/**
 * Reads a linkset (RFC 9264) in either form, detected from the text whatever its type. JSON is read
 * as tolerantly as metadata; only the first value that is no linkset is reported.
 */
export function readLinkset(text: string, { url, base, limits }: LinksetPlace): ReadLinkset {
  const isJson = bracket.test(text) || beginsJson(text);
  if (!isJson) return toLinksetResult(parseLinkset(text, base), text, url);
  const at = { url, base, text, positionOf: createPartFinder(text) };
  const links: TypedLink[] = [];
  const outcomes: Outcome<Extracted>[] = [];
  let isLinkset = false;
  let isOther = false;
  for (const json of readJson(text, limits)) {
    const read = readValue(json, at, maxLinks - links.length);
    if (!read.isLinkset && isOther) continue;
    for (const link of read.links) links.push(link);
    for (const outcome of read.outcomes) outcomes.push(outcome);
    isLinkset ||= read.isLinkset;
    isOther ||= !read.isLinkset;
  }
  return { isLinkset, links, outcomes };
}

const noMends: ReadonlySet<JsonMend> = new Set();

/** @param max the number of links that may be read */
function readValue(
  json: JsonReading,
  at: PlacedText & Pick<LinksetPlace, 'base'>,
  max: number,
): ReadLinkset {
  const { url, base, text } = at;
  switch (json.kind) {
    case 'document': {
      const read = toLinksetResult(readLinksetJson(json.value, base, max), text, url);
      if (!read.isLinkset) return read;
      const notes = problemsOfNotes(json.notes, at, noMends);
      const noted = notes.map((problem) => ({ kind: 'noted', problem }) as const);
      return { ...read, outcomes: [...noted, ...read.outcomes] };
    }
    case 'too-complex': {
      const problem = problemOf(json, at);
      return { isLinkset: false, links: [], outcomes: [{ kind: 'failed', problem }] };
    }
    case 'malformed':
      return toLinksetResult(json, text, url);
    case 'not-metadata':
    case 'template':
      return toLinksetResult(readLinksetJson(undefined, base), text, url);
  }
}

function toLinksetResult(reading: LinksetReading, text: string, url: string): ReadLinkset {
  const problems = linksetProblems(url, text, reading);
  return {
    isLinkset: reading.kind === 'linkset',
    links: reading.kind === 'linkset' ? reading.links : [],
    outcomes: problems.map((problem) => ({ kind: 'failed', problem })),
  };
}

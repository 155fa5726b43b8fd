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

/** What a text that should be a linkset came to. */
export interface ReadLinkset {
  /** False where it is none at all. */
  readonly isLinkset: boolean;
  readonly links: readonly TypedLink[];
  /** What there is to say of it. */
  readonly outcomes: readonly Outcome<Extracted>[];
}

/** Where a linkset was found, and what its JSON may have. */
export interface LinksetPlace {
  readonly url: string;
  /** The final URL. */
  readonly base: string;
  readonly limits: JsonLimits;
}

/** A link begins with `<` and its target. */
const bracket = /^[\s\uFEFF]*[[{]/u;

/**
 * Reads a linkset (RFC 9264). Which of the two forms it has the text shows, whatever its type says. JSON is read as tolerantly as
 * metadata is; of what is no linkset only the first is told.
 */
export function readLinkset(text: string, { url, base, limits }: LinksetPlace): ReadLinkset {
  const isJson = bracket.test(text) || beginsJson(text);
  if (!isJson) return placed(parseLinkset(text, base), text, url);
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

const nothing: ReadonlySet<JsonMend> = new Set();

/** @param max how many links may be read of this value */
function readValue(
  json: JsonReading,
  at: PlacedText & Pick<LinksetPlace, 'base'>,
  max: number,
): ReadLinkset {
  const { url, base, text } = at;
  switch (json.kind) {
    case 'document': {
      const read = placed(readLinksetJson(json.value, base, max), text, url);
      if (!read.isLinkset) return read;
      const notes = problemsOfNotes(json.notes, at, nothing);
      const noted = notes.map((problem) => ({ kind: 'noted', problem }) as const);
      return { ...read, outcomes: [...noted, ...read.outcomes] };
    }
    case 'too-complex': {
      const problem = problemOf(json, at);
      return { isLinkset: false, links: [], outcomes: [{ kind: 'failed', problem }] };
    }
    case 'malformed':
      return placed(json, text, url);
    case 'not-metadata':
    case 'template':
      return placed(readLinksetJson(undefined, base), text, url);
  }
}

function placed(reading: LinksetReading, text: string, url: string): ReadLinkset {
  const problems = linksetProblems(url, text, reading);
  return {
    isLinkset: reading.kind === 'linkset',
    links: reading.kind === 'linkset' ? reading.links : [],
    outcomes: problems.map((problem) => ({ kind: 'failed', problem })),
  };
}

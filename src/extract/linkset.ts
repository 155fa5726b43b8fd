import { linksetProblems } from '../links/link-problems.ts';
import { maxLinks, type LinksetReading } from '../links/link-reading.ts';
import { parseLinkset } from '../links/linkset.ts';
import { readLinksetJson } from '../links/linkset-json.ts';
import { placedLinks } from '../links/placed-links.ts';
import { urlsOfAnswer } from '../links/resource-names.ts';
import type { Outcome } from '../model/outcome.ts';
import type { JsonMend } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';
import type { PlacedLink, TypedLink } from '../model/typed-link.ts';
import { createPartFinder } from '../text/text-position.ts';
import { decodeJson } from './character-decoding.ts';
import type { JsonLimits } from './json-complexity.ts';
import { problemOf, problemsOfNotes, type PlacedText } from './json-problems.ts';
import { beginsJson } from './json-start.ts';
import { bestLinks, rankLinks } from './link-choice.ts';
import { followLinks, signpostOutcomes } from './link-offers.ts';
import { readJson, type JsonReading } from './read-json.ts';
import type { UnreadInput } from './route.ts';

/**
 * Follows the links of a linkset (RFC 9264) to metadata: of each resource that it speaks of the best offers, whichever page
 * led to the linkset, since others may lead to it as well. What a source lists itself may have links to as many documents
 * as a source may list; where a page led to it, as many as that might have.
 */
export function* extractLinkset(
  { response, mediaType, limits }: UnreadInput,
  body: Uint8Array,
): Iterable<Outcome<Extracted>> {
  const { target, retrieval } = response;
  const { url, found } = target;
  const { text } = decodeJson(body, mediaType.charset);
  const read = readLinkset(text, { url, base: retrieval.finalUrl, limits });
  yield* read.outcomes;
  if (!read.isLinkset) return;
  const links = placedLinks(read.links, 'linkset');
  const contexts = new Map<string, PlacedLink[]>();
  for (const link of links) {
    const others = contexts.get(link.context);
    if (others === undefined) contexts.set(link.context, [link]);
    else others.push(link);
  }
  const own = urlsOfAnswer(url, retrieval);
  const wanted = Array.from(contexts.values(), (ofOne) => bestLinks(rankLinks(ofOne, own))).flat();
  const selection = { url, links, wanted, own: new Set(contexts.keys()) };
  const isPages = found.by === 'link';
  const { outcomes, offers } = followLinks(
    selection,
    isPages ? limits.linksPerPage : limits.urlsPerSource,
    isPages ? 'link' : 'list',
  );
  yield* outcomes;
  if (outcomes.length === 0 && read.outcomes.every(({ kind }) => kind !== 'failed')) {
    yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
  }
  yield* signpostOutcomes(offers, links);
}

/** What a text that should be a linkset came to. */
interface ReadLinkset {
  /** False where it is none at all. */
  readonly isLinkset: boolean;
  readonly links: readonly TypedLink[];
  /** What there is to say of it. */
  readonly outcomes: readonly Outcome<Extracted>[];
}

/** Where a linkset was found, and what its JSON may have. */
interface LinksetPlace {
  readonly url: string;
  /** The final URL. */
  readonly base: string;
  readonly limits: JsonLimits;
}

/** A link begins with `<` and its target. */
const bracket = /^[\s\uFEFF]*[[{]/u;

/** Which of the two forms it has the text shows, whatever its type says. Of what is no linkset only the first is told. */
function readLinkset(text: string, { url, base, limits }: LinksetPlace): ReadLinkset {
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

import {
  linksetProblems,
  maxLinks,
  type ParsedLinkset,
  placedLinks,
} from '../links/typed-links.ts';
import { parseLinkset, readLinksetJson } from '../links/linkset.ts';
import { responseUrls } from '../links/followable-links.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { groupBy } from '../text/collections.ts';
import { createPartFinder } from '../text/text-position.ts';
import { decodeJson } from './character-decoding.ts';
import { beginsJson } from './body-formats.ts';
import type { JsonLimits } from './json-complexity.ts';
import {
  type JsonReading,
  type PlacedText,
  readJson,
  toJsonProblem,
  toNoteProblems,
} from './read-json.ts';
import { followLinks, pickBestLinks, rankLinks, signpostOutcomes } from './response-links.ts';
import { type ExtractionOutcome, failedOutcome, type ResponseInput } from './route.ts';

/**
 * Follows the links of a linkset (RFC 9264) to metadata: the best offers of each resource in it,
 * whichever page led to it, since others may lead to it as well. A linkset listed by a source may
 * have as many links as a source may list; one linked from a page, as many as a page may have.
 */
export function* extractLinkset(
  { response, mediaType, limits }: ResponseInput,
  body: Uint8Array,
): Iterable<ExtractionOutcome> {
  const { target, retrieval } = response;
  const { url, found } = target;
  const { text } = decodeJson(body, mediaType.charset);
  const read = readLinkset(text, { url, base: retrieval.finalUrl, limits });
  yield* read.outcomes;
  if (!read.isLinkset) return;
  const links = placedLinks(read.links, 'linkset');
  const contexts = groupBy(links, ({ context }) => context);
  const own = responseUrls(url, retrieval);
  const wanted = Array.from(contexts.values(), (linksOfContext) =>
    pickBestLinks(rankLinks(linksOfContext, own)),
  ).flat();
  const selection = { url, links, wanted, own: new Set([...contexts.keys(), ...own]) };
  const isLinkedFromPage = found.by === 'link';
  const { outcomes, offers } = followLinks(
    selection,
    isLinkedFromPage ? limits.linksPerPage : limits.urlsPerSource,
    isLinkedFromPage ? 'link' : 'list',
  );
  yield* outcomes;
  if (outcomes.length === 0 && read.outcomes.every(({ kind }) => kind !== 'failed')) {
    yield failedOutcome({ kind: 'no-metadata', url });
  }
  yield* signpostOutcomes(offers, links);
}

/** The result of reading a linkset. */
interface LinksetResult {
  /** False where the text is no linkset. */
  readonly isLinkset: boolean;
  readonly links: readonly TypedLink[];
  readonly outcomes: readonly ExtractionOutcome[];
}

/** The other form begins with `<` and a target. */
const bracket = /^[\s\uFEFF]*[[{]/u;

/**
 * Reads a linkset (RFC 9264) in either form, detected from the text whatever its type. JSON is read
 * as tolerantly as metadata; only the first value that is no linkset is reported.
 */
function readLinkset(
  text: string,
  { url, base, limits }: Readonly<{ url: string; base: string; limits: JsonLimits }>,
): LinksetResult {
  const isJson = bracket.test(text) || beginsJson(text);
  if (!isJson) return toLinksetResult(parseLinkset(text, base), text, url);
  const at = { url, base, text, positionOf: createPartFinder(text) };
  const links: TypedLink[] = [];
  const outcomes: ExtractionOutcome[] = [];
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

/** @param max the number of links that may be read */
function readValue(
  json: JsonReading,
  at: PlacedText & { readonly base: string },
  max: number,
): LinksetResult {
  const { url, base, text } = at;
  switch (json.kind) {
    case 'document': {
      const read = toLinksetResult(readLinksetJson(json.value, base, max), text, url);
      if (!read.isLinkset) return read;
      const notes = toNoteProblems(json.notes, at);
      const noted = notes.map((problem) => ({ kind: 'noted', problem }) as const);
      return { ...read, outcomes: [...noted, ...read.outcomes] };
    }
    case 'too-complex':
      return { isLinkset: false, links: [], outcomes: [failedOutcome(toJsonProblem(json, at))] };
    case 'malformed':
      return toLinksetResult(json, text, url);
    case 'not-metadata':
    case 'template':
      return toLinksetResult(readLinksetJson(undefined, base), text, url);
  }
}

function toLinksetResult(reading: ParsedLinkset, text: string, url: string): LinksetResult {
  const problems = linksetProblems(url, text, reading);
  const outcomes = problems.map((problem) => failedOutcome(problem));
  if (reading.kind !== 'linkset') return { isLinkset: false, links: [], outcomes };
  const { links, foundIn: detail } = reading;
  if (detail !== undefined) {
    const problem = { kind: 'linkset-malformed', url, detail, linksRead: links.length } as const;
    outcomes.unshift({ kind: 'noted', problem });
  }
  return { isLinkset: true, links, outcomes };
}

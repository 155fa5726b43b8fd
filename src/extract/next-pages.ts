import { urlsOfAnswer } from '../links/resource-names.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted, FoundLink } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import { targetUrl } from '../model/target-url.ts';
import type { LinkPlace, PlacedLink } from '../model/typed-link.ts';
import { hydraNextPages } from './hydra.ts';
import type { Outcomes, UnreadInput } from './route.ts';

/** Pages of a catalogue, and the link to them. */
interface PageLinks {
  /** URLs, perhaps relative. */
  readonly targets: readonly string[];
  /** The base of relative ones. */
  readonly base: string;
  readonly rel: string;
  readonly place?: LinkPlace;
  /** Their media type in lower case; absent or empty where unknown. */
  readonly type?: string;
}

/** A link for each page of a catalogue other than the current one. */
export function pageOutcomes(
  { target, retrieval }: Response,
  { targets, base, rel, place, type = '' }: PageLinks,
): readonly Outcome<Extracted>[] {
  const own = urlsOfAnswer(target.url, retrieval);
  const urls = new Set(targets.map((each) => targetUrl(each.trim(), base)));
  const facts: Omit<FoundLink, 'url'> = {
    in: target.url,
    by: 'list',
    isList: true,
    rel,
    ...(place === undefined ? {} : { place }),
    ...(type === '' ? {} : { labels: [{ type, profiles: [] }] }),
  };
  return [...urls]
    .filter((url) => url !== undefined)
    .filter((url) => !own.has(url))
    .map((url) => ({
      kind: 'produced',
      value: { kind: 'link', link: Object.assign({ url }, facts) },
    }));
}

/**
 * The next pages by typed links (`rel="next"`, WHATWG HTML §4.6.7.15) of a list or catalogue of a
 * source, or of one of its pages; other pages are not followed.
 */
export function linkedPages(
  links: readonly PlacedLink[],
  response: Response,
  place: LinkPlace,
): readonly Outcome<Extracted>[] {
  const { target, retrieval } = response;
  if (target.isList !== true) return [];
  const own = urlsOfAnswer(target.url, retrieval);
  const targets = links
    .filter(({ rel, context }) => rel === 'next' && own.has(context))
    .map((link) => link.target);
  return pageOutcomes(response, { targets, base: retrieval.finalUrl, rel: 'next', place });
}

/**
 * Adds, to the outcomes of a list or catalogue of a source, links to the next pages named by `Link`
 * fields or, with Hydra, by its documents.
 */
export function withNextPages(outcomes: Outcomes, input: UnreadInput): Outcomes {
  return input.response.target.isList === true ? addNextPages(outcomes, input) : outcomes;
}

async function* addNextPages(
  outcomes: Outcomes,
  { response, links }: UnreadInput,
): AsyncGenerator<Outcome<Extracted>> {
  yield* linkedPages(links, response, 'header');
  for await (const outcome of outcomes) {
    yield outcome;
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'document') continue;
    const { json, baseIri: base } = outcome.value.document;
    yield* pageOutcomes(response, { targets: hydraNextPages(json), base, rel: 'next' });
  }
}

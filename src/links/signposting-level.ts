import { isLinksetType } from '../model/media-type.ts';
import type { Signpost, SignpostingFault, SignpostingRelation } from '../model/typed-link.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { groupBy } from '../text/collections.ts';
import { ResourceNames } from './followable-links.ts';

/**
 * The links by which a page describes its own resource, under any of its names: its URLs, and the
 * identifiers that it states. Links of a sitemap entry are not the page's.
 * @param urls those of the response: see `responseUrls`
 */
export function ownSignposts(
  links: readonly Signpost[],
  urls: ReadonlySet<string>,
): readonly Signpost[] {
  const sent = links.filter(({ place }) => place !== 'sitemap');
  const citeAs = sent.filter(({ rel, context }) => rel === 'cite-as' && urls.has(context));
  const own = new ResourceNames(
    urls,
    citeAs.map(({ target }) => target),
  );
  return sent.filter(({ context }) => own.has(context));
}

/** The links of a page with a relation. */
type LinksByRelation = (rel: SignpostingRelation) => readonly Signpost[];

const schemaOrgType = /^https:\/\/schema\.org\/\w/u;
const aboutPageType = /^https?:\/\/schema\.org\/AboutPage$/u;

/** A way to miss the profile. */
interface FaultRule {
  readonly isFault: (of: LinksByRelation, isLinksetOfOthers: boolean) => boolean;
  /**
   * Whether the page reaches level 1 nonetheless: its maker may not know the types of content, and
   * clients find the links all the same.
   */
  readonly costsNoLevel?: true;
  /** A linkset, which was not read, may have the links that the page itself lacks (level 2). */
  readonly isCuredByLinkset?: true;
  /** More than just something missing. */
  readonly isViolation?: true;
}

/**
 * What the FAIR Signposting profile (signposting.org/FAIR, 2023-10-02) asks of a landing page at
 * level 1, and of its `linkset` links at level 2.
 */
const faultRules: Readonly<Record<SignpostingFault, FaultRule>> = {
  'cite-as-missing': { isFault: (of) => of('cite-as').length === 0, isCuredByLinkset: true },
  'cite-as-several': { isFault: (of) => countTargets(of('cite-as')) > 1, isViolation: true },
  'describedby-missing': {
    isFault: (of) => of('describedby').length === 0,
    isCuredByLinkset: true,
  },
  'describedby-untyped': {
    isFault: (of) => {
      const links = of('describedby');
      return links.length > 0 && links.every(({ type }) => type === undefined);
    },
    isViolation: true,
  },
  'item-untyped': {
    isFault: (of) => of('item').some(({ type }) => type === undefined),
    costsNoLevel: true,
  },
  'license-several': { isFault: (of) => countTargets(of('license')) > 1, isViolation: true },
  'linkset-of-others': { isFault: (_, isLinksetOfOthers) => isLinksetOfOthers, costsNoLevel: true },
  'linkset-untyped': {
    isFault: (of) => of('linkset').some(({ type = '' }) => !isLinksetType(type)),
    costsNoLevel: true,
    isViolation: true,
  },
  'type-missing': {
    isFault: (of) => of('type').every(({ target }) => aboutPageType.test(target)),
    isCuredByLinkset: true,
  },
  'type-not-schema-org': {
    isFault: (of) => {
      const links = of('type');
      return links.length > 0 && !links.some(({ target }) => schemaOrgType.test(target));
    },
  },
  'type-several': { isFault: (of) => countTargets(of('type')) > 2 },
};

const allFaults = Object.keys(faultRules) as readonly SignpostingFault[]; // its own names

/** How the links of a page meet the FAIR Signposting profile. */
export interface SignpostingJudgement {
  readonly level: 0 | 1 | 2;
  /** Sorted; some do not cost the level. */
  readonly faults: readonly SignpostingFault[];
}

/**
 * Judges the links of a landing page by the FAIR Signposting profile. What a page lacks counts as
 * given by its linkset, unless that was read.
 * @param links output of `ownSignposts`, with those of the linkset where it was read
 */
export function judgeSignposts(
  links: readonly Signpost[],
  isLinksetRead = links.some(isInLinkset),
): SignpostingJudgement {
  const of = linksByRelation(links);
  const hasLinkset = of('linkset').some(({ type = '' }) => isLinksetType(type));
  const isByReference = hasLinkset && !isLinksetRead;
  const isLinksetOfOthers = isLinksetRead && !links.some(isInLinkset);
  const faults = allFaults.filter((fault) => {
    const { isFault, isCuredByLinkset = false } = faultRules[fault];
    return isFault(of, isLinksetOfOthers) && !(isByReference && isCuredByLinkset);
  });
  if (faults.some((fault) => faultRules[fault].costsNoLevel !== true)) return { level: 0, faults };
  return { level: hasLinkset && !isLinksetOfOthers ? 2 : 1, faults };
}

function isInLinkset({ place }: Signpost): boolean {
  return place === 'linkset';
}

/**
 * The definite violations by a page that uses Signposting. None for pages without `cite-as` and
 * `linkset`: other relations are common in pages that do not know the profile.
 * @param links output of `ownSignposts`
 */
export function findSignpostingViolations(links: readonly Signpost[]): readonly SignpostingFault[] {
  if (!links.some(({ rel }) => rel === 'cite-as' || rel === 'linkset')) return [];
  return judgeSignposts(links).faults.filter((fault) => faultRules[fault].isViolation === true);
}

function linksByRelation(links: readonly Signpost[]): LinksByRelation {
  const byRelation = groupBy(links, ({ rel }) => rel);
  return (rel) => byRelation.get(rel) ?? [];
}

function countTargets(links: readonly Signpost[]): number {
  return new Set(links.map(({ target }) => identifierName(target))).size;
}

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

/**
 * What the FAIR Signposting profile (signposting.org/FAIR, 2023-10-02) asks of a landing page at
 * level 1, and of its `linkset` links at level 2.
 */
const faultTests = {
  'cite-as-missing': (of) => of('cite-as').length === 0,
  'cite-as-several': (of) => countTargets(of('cite-as')) > 1,
  'describedby-missing': (of) => of('describedby').length === 0,
  'describedby-untyped': (of) => {
    const links = of('describedby');
    return links.length > 0 && links.every(({ type }) => type === undefined);
  },
  'item-untyped': (of) => of('item').some(({ type }) => type === undefined),
  'license-several': (of) => countTargets(of('license')) > 1,
  'linkset-untyped': (of) => of('linkset').some(({ type = '' }) => !isLinksetType(type)),
  'type-missing': (of) => of('type').every(({ target }) => aboutPageType.test(target)),
  'type-not-schema-org': (of) => {
    const links = of('type');
    return links.length > 0 && !links.some(({ target }) => schemaOrgType.test(target));
  },
  'type-several': (of) => countTargets(of('type')) > 2,
} as const satisfies Record<SignpostingFault, (of: LinksByRelation) => boolean>;

const allFaults = Object.keys(faultTests) as readonly SignpostingFault[]; // its own names

/** A linkset, which was not read, may have the links that the page itself lacks (level 2). */
const curedByLinkset: ReadonlySet<SignpostingFault> = new Set<SignpostingFault>([
  'cite-as-missing',
  'describedby-missing',
  'type-missing',
]);

/** The maker of a page may not know these types; clients find the links all the same. */
const costingNoLevel: ReadonlySet<SignpostingFault> = new Set<SignpostingFault>([
  'item-untyped',
  'linkset-untyped',
]);

/** Faults that are not just something missing. */
const violations: ReadonlySet<SignpostingFault> = new Set<SignpostingFault>([
  'cite-as-several',
  'describedby-untyped',
  'license-several',
  'linkset-untyped',
]);

/** How the links of a page meet the FAIR Signposting profile. */
export interface SignpostingJudgement {
  readonly level: 0 | 1 | 2;
  /** Sorted; some do not cost the level. */
  readonly faults: readonly SignpostingFault[];
}

/**
 * Judges the links of a landing page by the FAIR Signposting profile. What a page lacks counts as
 * given by its linkset, unless links of that linkset are among these.
 * @param links output of `ownSignposts`
 */
export function judgeSignposts(links: readonly Signpost[]): SignpostingJudgement {
  const of = linksByRelation(links);
  const hasLinkset = of('linkset').some(({ type = '' }) => isLinksetType(type));
  const isByReference = hasLinkset && !links.some(({ place }) => place === 'linkset');
  const faults = allFaults.filter(
    (fault) => faultTests[fault](of) && !(isByReference && curedByLinkset.has(fault)),
  );
  if (faults.some((fault) => !costingNoLevel.has(fault))) return { level: 0, faults };
  return { level: hasLinkset ? 2 : 1, faults };
}

/**
 * The definite violations by a page that uses Signposting. None for pages without `cite-as` and
 * `linkset`: other relations are common in pages that do not know the profile.
 * @param links output of `ownSignposts`
 */
export function findSignpostingViolations(links: readonly Signpost[]): readonly SignpostingFault[] {
  const of = linksByRelation(links);
  if (of('cite-as').length + of('linkset').length === 0) return [];
  return allFaults.filter((fault) => violations.has(fault) && faultTests[fault](of));
}

function linksByRelation(links: readonly Signpost[]): LinksByRelation {
  const byRelation = groupBy(links, ({ rel }) => rel);
  return (rel) => byRelation.get(rel) ?? [];
}

function countTargets(links: readonly Signpost[]): number {
  return new Set(links.map(({ target }) => identifierName(target))).size;
}

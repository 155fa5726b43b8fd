import { readSearchFacts } from '../../catalogue/rows.ts';
import { responseUrls } from '../../links/followable-links.ts';
import { judgeSignposts, ownSignposts } from '../../links/signposting-level.ts';
import { agentLookupIri } from '../../facts/text/agent-iri.ts';
import { isSpdxLicence, normalizeLicence } from '../../facts/text/licence.ts';
import type { Retrieval } from '../../model/http.ts';
import { isPageType, parseMediaType } from '../../model/media-type.ts';
import type { Problem, ProblemOf } from '../../model/problem.ts';
import type { RecordGraph } from '../../model/record.ts';
import type { SearchFacts } from '../../model/search-facts.ts';
import type { SignpostingLevel } from '../../model/site-check.ts';
import type { Signpost, SignpostingRelation } from '../../model/typed-link.ts';
import type { UrlOutcome } from '../../model/url-update.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { asciiUri, type SignpostingLink } from '../../views/signposting/link-sets.ts';
import { viewsOf } from '../../views/record-views.ts';

/** The facts of a record that the checks of its page read. */
export type PageRecord = Pick<
  RecordGraph,
  'describes' | 'documentUrl' | 'graph' | 'nquads' | 'profiles' | 'recordIri' | 'search'
>;

/** A landing page with a record, as a visit found it. */
export interface LandingPageVisit {
  /** As listed. */
  readonly url: string;
  readonly retrieval?: Pick<Retrieval, 'finalUrl' | 'redirects'> | undefined;
  /** Those of its `Signposts`, and of the linksets that it links to, where they were read. */
  readonly links: readonly Signpost[];
  /** Those of the page, and of the metadata to which it links; not empty. */
  readonly records: readonly PageRecord[];
  /** Those of its links that were requested and lead to nothing. */
  readonly broken?: readonly BrokenSignpost[];
  /** Whether `links` has all links of its linkset; by default, whether it has any. */
  readonly isLinksetRead?: boolean;
}

/** A typed link that leads to nothing, and why. */
export type BrokenSignpost = Omit<ProblemOf<'signposting-broken'>, 'kind' | 'url'>;

/** How a landing page uses Signposting. */
export interface SignpostingVerdict {
  readonly level: SignpostingLevel;
  /** In place of a `signposting-incomplete` of the harvest, which looks for less. */
  readonly problems: readonly Problem[];
}

/** Whether a URL answered with a page, which may be a landing page, and not with data. */
export function isPageVisit({ steps = [] }: Pick<UrlOutcome, 'steps'>): boolean {
  return steps.some(({ status = 0, contentType = '' }) => {
    return status >= 200 && status < 300 && isPageType(parseMediaType(contentType).essence);
  });
}

/** The URLs by which a page is known: the listed one, the redirects, and the final one. */
export function pageUrls({
  url,
  retrieval,
}: Pick<LandingPageVisit, 'url' | 'retrieval'>): ReadonlySet<string> {
  return retrieval === undefined ? new Set([url]) : responseUrls(url, retrieval);
}

/**
 * The level of FAIR Signposting that a landing page reaches, what it lacks, and where its links
 * contradict its record.
 */
export function checkSignposting(page: LandingPageVisit): SignpostingVerdict {
  const { url, broken = [], isLinksetRead } = page;
  const links = ownSignposts(page.links, pageUrls(page));
  if (links.length === 0) return { level: 0, problems: [{ kind: 'signposting-absent', url }] };
  const without = (lost: readonly BrokenSignpost[]): readonly Signpost[] =>
    links.filter(({ rel, target }) => {
      return !lost.some((each) => each.rel === rel && each.link === target);
    });
  const { level } = judgeSignposts(without(broken), isLinksetRead);
  // A broken linkset gives nothing that the page lacks; other broken links are told as such.
  const lostLinksets = broken.filter(({ rel }) => rel === 'linkset');
  const { faults } = judgeSignposts(without(lostLinksets), isLinksetRead);
  const problems: Problem[] = [];
  if (faults.length > 0) problems.push({ kind: 'signposting-incomplete', url, level, faults });
  for (const facts of broken) problems.push({ kind: 'signposting-broken', url, ...facts });
  return { level, problems: [...problems, ...findDifferences(page, links)] };
}

/** Whether a problem of `checkSignposting` is why a page misses the profile `signposting`. */
export function violatesSignpostingProfile(problem: Problem, level: SignpostingLevel): boolean {
  if (level > 0) return false;
  const { kind } = problem;
  if (kind === 'signposting-broken') return problem.rel !== 'item';
  return kind === 'signposting-absent' || kind === 'signposting-incomplete';
}

/** What the records of a page say about its one resource. */
interface StatedFacts {
  /** The links that the page should send, by the record. */
  readonly links: readonly SignpostingLink[];
  readonly types: readonly string[];
  readonly search: readonly SearchFacts[];
  readonly nquads: readonly string[];
}

/** The links that the record contradicts: a problem for each relation. */
function findDifferences(page: LandingPageVisit, links: readonly Signpost[]): Problem[] {
  // Reading the records costs more than all the rest, and most pages have no such link.
  if (!links.some(({ rel }) => comparisons.some(([compared]) => compared === rel))) return [];
  const stated = readStatedFacts(page);
  if (stated === undefined) return [];
  return comparisons.flatMap(([rel, compare]): Problem[] => {
    const targets = links.filter((link) => link.rel === rel).map(({ target }) => target);
    const difference = targets.length === 0 ? undefined : compare(targets, stated);
    if (difference === undefined) return [];
    return [{ kind: 'signposting-differs', url: page.url, rel, ...difference }];
  });
}

/** @returns undefined where the records describe several resources: the links are about one */
function readStatedFacts(page: LandingPageVisit): StatedFacts | undefined {
  const { records } = page;
  const resources = records.flatMap(({ describes }) => describes.map(({ iri }) => iri));
  const [first, ...others] = resources;
  if (others.some((iri) => iri === undefined || iri !== first)) return undefined;
  return {
    links: statedLinks(page),
    types: records.flatMap(({ describes }) => describes.flatMap(({ types }) => types)),
    search: records.flatMap(({ search }) => readSearchFacts(search)),
    nquads: records.map(({ nquads }) => nquads),
  };
}

/** The links that a page should send by its records. */
export function statedLinks({
  url,
  retrieval,
  records,
}: Omit<LandingPageVisit, 'links'>): readonly SignpostingLink[] {
  return records.flatMap((record): readonly SignpostingLink[] => {
    const { graph, nquads, describes, documentUrl, profiles } = record;
    const finalUrl = retrieval?.finalUrl ?? url;
    const origin = { route: 'direct', documentUrl, finalUrl, linkedIn: [url], profiles } as const;
    const sets = viewsOf({ graph, nquads, describes, origin }).signposting.flatMap(
      (view) => view.sets,
    );
    return sets.flatMap(({ sender, links }) => (sender === 'landing page' ? links : []));
  });
}

type Difference = Pick<ProblemOf<'signposting-differs'>, 'link' | 'stated'>;
type Comparison = (targets: readonly string[], facts: StatedFacts) => Difference | undefined;

/** By relation; `cite-as-differs` is a problem of the harvest. */
const comparisons: readonly (readonly [SignpostingRelation, Comparison])[] = [
  ['license', compareLicences],
  ['type', compareTypes],
  ['author', compareAuthors],
  ['item', compareItems],
];

function targetsOf({ links }: StatedFacts, rel: SignpostingRelation): readonly string[] {
  return links.filter((link) => link.rel === rel).map(({ target }) => target);
}

/** One spelling of a target: with http or https, with or without a final slash. */
function targetName(target: string): string {
  return identifierName(asciiUri(target));
}

function compareLicences(targets: readonly string[], facts: StatedFacts): Difference | undefined {
  const known = facts.search.flatMap(({ texts }) => texts.licences);
  const sure = [...targetsOf(facts, 'license'), ...known.filter(isSpdxLicence)];
  const names = new Set([...sure, ...known].map(licenceName));
  return differenceOf(targets, sure, (target) => names.has(licenceName(target)));
}

function licenceName(licence: string): string {
  return targetName(normalizeLicence(licence));
}

/**
 * Only agents of the same register, or the same site, can be told apart: a person may have a page
 * and an ORCID.
 */
function compareAuthors(targets: readonly string[], facts: StatedFacts): Difference | undefined {
  const agents = facts.search.flatMap(({ texts }) => texts.agents);
  const creators = agents.filter(({ role }) => role === 'creator').flatMap(({ iris }) => iris);
  const known = [...targetsOf(facts, 'author'), ...creators];
  const names = new Set(known.map(authorName));
  const shared = new Set(known.map(registerOf));
  const comparable = targets.filter((target) => shared.has(registerOf(target)));
  if (comparable.some((target) => names.has(authorName(target)))) return undefined;
  const registers = new Set(comparable.map(registerOf));
  const sure = known.filter((each) => registers.has(registerOf(each)));
  return differenceOf(comparable, sure, () => false);
}

function authorName(agent: string): string {
  return agentLookupIri(asciiUri(agent));
}

function registerOf(agent: string): string {
  const name = authorName(agent).replace(/^https?:\/\/(?:www\.)?/iu, '');
  return /^[^/?#:]+/u.exec(name)?.[0] ?? '';
}

/** A record may name fewer files than the page, since descriptions for search engines are short. */
function compareItems(targets: readonly string[], facts: StatedFacts): Difference | undefined {
  const stated = targetsOf(facts, 'item');
  const names = new Set(stated.map(targetName));
  const difference = differenceOf(targets, stated, (target) => names.has(targetName(target)));
  if (difference === undefined) return undefined;
  const addresses = new Set(facts.nquads.flatMap(addressesIn).map(targetName));
  return targets.some((target) => addresses.has(targetName(target))) ? undefined : difference;
}

/** Types of schema.org that tell resources apart: not those of pages, nor general ones. */
const typeOfResource =
  /^https?:\/\/schema\.org\/(?!(?:Article|CreativeWork|MediaObject|Thing)$|\w*Page$)/u;

function compareTypes(targets: readonly string[], facts: StatedFacts): Difference | undefined {
  const links = targets.filter((type) => typeOfResource.test(type));
  const stated = targetsOf(facts, 'type').filter((type) => typeOfResource.test(type));
  const names = new Set([...stated, ...facts.types].map(targetName));
  return differenceOf(links, stated, (type) => names.has(targetName(type)));
}

/** The addresses that statements have as an IRI or a text, also of services and pages. */
export function addressesIn(nquads: string): readonly string[] {
  return Array.from(
    nquads.matchAll(/[<"]([a-z][a-z\d+.-]*:[^<>"\s]*)[>"]/giu),
    ([, iri = '']) => iri,
  );
}

/** The first of each side, where both say something and share nothing. */
function differenceOf(
  targets: readonly string[],
  stated: readonly string[],
  isShared: (target: string) => boolean,
): Difference | undefined {
  const [link] = targets;
  const [first] = stated;
  if (link === undefined || first === undefined || targets.some(isShared)) return undefined;
  return { link, stated: first };
}

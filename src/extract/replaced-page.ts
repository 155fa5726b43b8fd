import type { Response, Retrieval } from '../model/http.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import { missingMetadataKinds } from '../model/problem-texts/missing-metadata.ts';
import type { Offer } from '../model/typed-link.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { type JsonContainer, parseJson } from '../text/json.ts';
import { parseUrl } from '../text/parsed-url.ts';
import type { DecodedText } from './character-decoding.ts';
import { boilerplateTypes } from './page-boilerplate.ts';
import { readDocumentNames } from './json-document.ts';
import { saysNotFound } from './not-found-texts.ts';
import { type ExtractionOutcome, failedOutcome } from './route.ts';
import { saysWithdrawn } from './withdrawn-texts.ts';

/** A page of a whole site, to which sites redirect where they do not have the requested page. */
type GeneralPage = 'home' | 'search' | 'login';

/** `sign_in`, `wp-login.php`, `loginpage.xhtml`; and the protocols of single sign-on. */
const loginPaths: readonly RegExp[] = [
  /^(?:\w+[-_.])?(?:log|sign)[-_]?(?:in|on)(?:[-_]?(?:page|form))?(?:\.\w+)?$/iu,
  /^(?:sso|saml2?|shibboleth(?:-ds|\.sso)?|wayf|idp|oauth2?|openid-connect)$/iu,
  /^(?:authorize|authenticate)$/iu,
];
const loginHost = /^(?:(?:log|sign)-?in|sso|idp|auth|accounts|cas|shibboleth|wayf)\d*\./iu;

/** `en`, `de-at`; before the path of a page in that language. */
const language = /^[a-z]{2}(?:[-_][a-z]{2})?$/iu;
const extension = /\.(?:aspx?|cfm|html?|jsf|jspx?|php|xhtml)$/u;
/** The last parts of the paths of home pages, without extension, and the roots of DSpace. */
const homeNames = words(
  'accueil default home homepage index inicio jspui main start startpage startseite welcome xmlui',
);
/** The same of searches; `catalog.search` is that of GeoNetwork. */
const searchNames = words(
  `advanced-search browse buscar busqueda catalog.search discover recherche search search-results
  searchresults simple-search site-search sok suche szukaj zoeken`,
);
/** Parameters of a home page, which choose no record: its language, or why one was sent there. */
const homeParameters = words(
  `e err error error_message errormsg from hl lang language locale message msg not-found not_found
  notfound redirect redirect_to redirected ref referer referrer return return_to returnurl status`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}

function detectGeneralPage(text: string): GeneralPage | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const parts = url.pathname
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  if (loginHost.test(url.hostname)) return 'login';
  if (parts.some((part) => loginPaths.some((each) => each.test(part)))) return 'login';
  // An application may route by the fragment.
  if (url.hash.length > 2) return undefined;
  const name = (parts.at(-1) ?? '').replace(extension, '');
  if (searchNames.has(name)) return 'search';
  return isHomePath(parts) && choosesNothing(url) ? 'home' : undefined;
}

/** @param parts of a path, in lower case */
function isHomePath(parts: readonly string[]): boolean {
  const [first = '', ...below] = parts;
  const [page = '', ...others] = language.test(first) ? below : parts;
  const isHome = page === '' || homeNames.has(page.replace(extension, ''));
  return isHome && others.length === 0;
}

function choosesNothing({ searchParams }: URL): boolean {
  const names = Array.from(searchParams.keys(), (name) => name.toLowerCase());
  return names.every((name) => homeParameters.has(name) || name.startsWith('utm_'));
}

/**
 * Detects that redirects led from a page to one of its whole site, or of another, which is about
 * something else.
 * @returns what the page is to which they led
 */
export function detectRedirectAway(url: string, finalUrl: string): GeneralPage | undefined {
  const led = detectGeneralPage(finalUrl);
  const requested = detectGeneralPage(url);
  const isWanted = led === 'login' ? requested === 'login' : requested !== undefined;
  return isWanted ? undefined : led;
}

/** The problem of a page in place of which redirects led to one of the whole site. */
export function redirectProblem(
  url: string,
  retrieval: Retrieval,
  types: readonly string[] = [],
): Problem | undefined {
  const page = detectRedirectAway(url, retrieval.finalUrl);
  if (page === undefined) return undefined;
  const { finalUrl: redirectedTo } = retrieval;
  if (page === 'login') return { kind: 'login-required', url, redirectedTo };
  return { kind: 'redirected-away', url, redirectedTo, page, ...(types.length > 0 && { types }) };
}

/**
 * Replaces what an answer gives by the reason why it gives nothing, where redirects led to a page
 * of the whole site: its metadata is that of the requested page only if it has one of its names.
 */
export async function* withoutForeignMetadata(
  outcomes: AsyncIterable<ExtractionOutcome> | Iterable<ExtractionOutcome>,
  { target: { url }, retrieval }: Response,
): AsyncGenerator<ExtractionOutcome> {
  const all: ExtractionOutcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  const documents = all.flatMap((each) => documentOf(each) ?? []);
  const types = [...new Set(documents.flatMap((each) => each.types))];
  const problem = redirectProblem(url, retrieval, types);
  const isOfPage = documents.some(
    createNameTest([url, ...retrieval.redirects.map(({ from }) => from)]),
  );
  if (isOfPage || problem === undefined) yield* all;
  else yield* onlyReason(all, problem);
}

/** @param problem the reason, unless an outcome has one */
function* onlyReason(
  outcomes: readonly ExtractionOutcome[],
  problem: Problem,
): Iterable<ExtractionOutcome> {
  const reason = outcomes.find(
    (each) => each.kind === 'failed' && replacing.has(each.problem.kind),
  );
  yield reason ?? failedOutcome(problem);
  for (const outcome of outcomes) if (outcome.kind === 'produced') yield* offersOfOthers(outcome);
}

/** Where a page shows what it is about, and the most characters that are read there. */
const titleElements = ['title', 'h1'] as const;
const maxTitle = 1000;

/** Types of the descriptions that sites have on each of their pages, error pages included. */
const siteTypes: ReadonlySet<string> = new Set(['Catalog', 'DataCatalog']);

/**
 * Checks a page with metadata whose title or first heading says that its resource does not exist,
 * or was withdrawn. Metadata of the catalogue, on each of its pages, is not that of the resource.
 * Other metadata is taken: the title of a dataset may sound like that, and tombstone pages should
 * have metadata.
 */
export function checkTitles(
  outcomes: readonly ExtractionOutcome[],
  { text, whole }: DecodedText,
  { target: { url }, retrieval: { finalUrl } }: Response,
): Iterable<ExtractionOutcome> {
  // Decoding what follows the last script takes time.
  const hasCatalogue = outcomes.some((each) => jsonOf(each).includes('Catalog"'));
  const problem = titleProblem(url, hasCatalogue ? (whole?.() ?? text) : text);
  if (problem === undefined) return outcomes;
  const documents = outcomes.flatMap((each) => documentOf(each) ?? []);
  const isOfPage = createNameTest([url, finalUrl]);
  const isOfSite = (each: FoundDocument): boolean =>
    each.types.length > 0 && each.types.every((type) => siteTypes.has(type)) && !isOfPage(each);
  if (documents.length > 0 && documents.every(isOfSite)) return onlyReason(outcomes, problem);
  return problem.kind === 'soft-404' ? outcomes : [...outcomes, { kind: 'noted', problem }];
}

function titleProblem(url: string, html: string): Problem | undefined {
  for (const text of titleElements.flatMap((name) => firstTextOf(name, html) ?? [])) {
    if (saysNotFound(text)) return { kind: 'soft-404', url, text };
    if (saysWithdrawn(text)) return { kind: 'tombstone-page', url, text };
  }
  return undefined;
}

/** The text of the first element with a name, without a parser: most pages need none for it. */
function firstTextOf(name: string, html: string): string | undefined {
  const start = html.indexOf(`<${name}`);
  if (start === -1) return undefined;
  const [text = ''] = html.slice(start, start + maxTitle).split(`</${name}`);
  return text
    .replaceAll(/<[^<>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Problems that tell what came in place of the page. */
const replacing: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  ...missingMetadataKinds,
  'bot-challenge',
]);

/** The offers of another page are of another resource, and so are its links. */
function* offersOfOthers(
  outcome: ExtractionOutcome & { readonly kind: 'produced' },
): Iterable<ExtractionOutcome> {
  const { value } = outcome;
  if (value.kind !== 'signposts' || value.signposts.offers.length === 0) return;
  const offers = Array.from(value.signposts.offers, ofOthers);
  yield { kind: 'produced', value: { kind: 'signposts', signposts: { offers, links: [] } } };
}

function ofOthers(offer: Offer): Offer {
  return offer.verdict === 'taken' ? { ...offer, verdict: 'other-resource' } : offer;
}

/** Creates a test of whether a document has one of some names. */
function createNameTest(names: readonly string[]): (document: FoundDocument) => boolean {
  const wanted = new Set(names.map(identifierName));
  return (document) => document.names.some((name) => wanted.has(name));
}

/** The names and types in a document. */
interface FoundDocument {
  readonly names: readonly string[];
  readonly types: readonly string[];
}

function jsonOf(outcome: ExtractionOutcome): string {
  const isDocument = outcome.kind === 'produced' && outcome.value.kind === 'document';
  return isDocument ? outcome.value.document.json : '';
}

function documentOf(outcome: ExtractionOutcome): FoundDocument | undefined {
  if (outcome.kind !== 'produced' || outcome.value.kind !== 'document') return undefined;
  const { json, baseIri } = outcome.value.document;
  const document = parseJson(json) as JsonContainer; // documents are objects or arrays
  return { names: readDocumentNames(document, baseIri), types: boilerplateTypes(document) };
}

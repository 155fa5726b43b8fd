import { isJsonLdType } from '../model/media-type.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { isObject } from '../text/json.ts';
import { beginsJson, detectListing } from './body-formats.ts';
import { saysNotFound } from './not-found-texts.ts';
import { createPageMatcher, detectPageRole } from './page-boilerplate.ts';
import { detectUnreadFallbacks } from './page-fallbacks.ts';
import { type PageSigns, readPageSigns, type ScriptSign } from './page-signs.ts';
import { readJson } from './read-json.ts';
import { redirectProblem } from './replaced-page.ts';
import type { RouteInput } from './route.ts';
import { findWithdrawal, saysWithdrawn } from './withdrawn-texts.ts';

/** What is known of a page without metadata before its signs are read. */
export type MissingMetadata = ProblemOf<'no-metadata'> | ProblemOf<'site-metadata-only'>;

/** A page without metadata. */
interface BarePage {
  readonly input: RouteInput;
  readonly html: string;
  readonly signs: PageSigns;
  readonly found: MissingMetadata;
}

/** Finds one reason; undefined where it is not that of the page. */
type Diagnosis = (page: BarePage) => Problem | undefined;

/**
 * The reasons, in the order in which they are tried. First what came in place of the page (a
 * challenge, a login, an error page, a tombstone, another page, a sitemap), then metadata that is
 * nearly right, then metadata in other forms, and last a page that has not been built yet, whose
 * shell may describe the site.
 */
const diagnoses: readonly Diagnosis[] = [
  findBotChallenge,
  findLogin,
  findErrorPage,
  findTombstone,
  findRedirectAway,
  findListing,
  findMisnamedScript,
  findFallbacks,
  findUnbuiltPage,
];

/**
 * Tells why a page has no metadata. Takes linear time, and is called only for such pages.
 * @param found returned where no other reason is found
 */
export function explainMissingMetadata(found: MissingMetadata, input: RouteInput): Problem {
  const { decoded, mediaType } = input;
  const html = decoded.whole?.() ?? decoded.text;
  const xml = mediaType.essence === 'application/xhtml+xml';
  const page = { input, html, signs: readPageSigns(html, xml), found };
  for (const diagnose of diagnoses) {
    const problem = diagnose(page);
    if (problem !== undefined) return problem;
  }
  return found;
}

/** Marks of challenge pages, which sites have nowhere else. */
const challenges: readonly (readonly [service: string, mark: RegExp])[] = [
  // Cloudflare adds scripts below `scripts/` of the same path to ordinary pages, to detect bots.
  ['Cloudflare', /\/cdn-cgi\/challenge-platform\/(?!(?:h\/\w\/)?scripts\/)|_cf_chl_opt/u],
  ['AWS WAF', /\bgokuProps\b|awsWafCookieDomainList/u],
  ['Anubis', /^anubis_challenge$|\/\.within\.website\//u],
  ['DataDome', /\bcaptcha-delivery\.com\//u],
  ['DDoS-Guard', /\/\.well-known\/ddos-guard\//u],
  ['go-away', /\/git\/go-away\/cmd\/go-away\//u],
  ['HUMAN', /^px-captcha$/u],
  ['Sucuri', /\bsucuri_cloudproxy_js\b/u],
];

/** Marks that ordinary pages may have as well: they count where the page has hardly any text. */
const challengesWithoutText: readonly (readonly [service: string, mark: RegExp])[] = [
  ['AWS WAF', /\bawswaf\.com\/|\bAwsWafIntegration\b/u],
  ['Imperva', /\/_Incapsula_Resource\b/u],
];

/** The most characters of a challenge page, whose script writes what people see. */
const maxChallengeText = 200;

function findBotChallenge({ signs, found: { url } }: BarePage): Problem | undefined {
  const { addresses, scripts, textLength, emptyRoot } = signs;
  // An application may load the script of AWS by itself.
  const isOrdinary = textLength > maxChallengeText || emptyRoot !== undefined;
  const marks = isOrdinary ? challenges : [...challenges, ...challengesWithoutText];
  const texts = [...addresses, ...scripts.map(({ text }) => text)];
  const service = marks.find(([, mark]) => texts.some((text) => mark.test(text)))?.[0];
  return service === undefined ? undefined : { kind: 'bot-challenge', url, service };
}

/** The most characters of a login page; pages with more have their login form beside content. */
const maxLoginText = 1500;
function findLogin({ input, signs, found: { url } }: BarePage): Problem | undefined {
  const redirected = redirectProblem(url, input.response.retrieval);
  if (redirected?.kind === 'login-required') return redirected;
  const isLogin = signs.hasPasswordField && signs.textLength <= maxLoginText;
  return isLogin ? { kind: 'login-required', url } : undefined;
}

/** Error pages have menus, but no article. */
const maxErrorText = 4000;

function findErrorPage({ signs, found: { url } }: BarePage): Problem | undefined {
  if (signs.textLength > maxErrorText) return undefined;
  const text = titlesOf(signs).find((each) => saysNotFound(each));
  return text === undefined ? undefined : { kind: 'soft-404', url, text };
}

function titlesOf({ title, heading }: PageSigns): readonly string[] {
  return [title, heading].map((text) => text.replaceAll(/\s+/gu, ' ').trim());
}

/** Tombstone pages have the citation of what was there, and the reason, but no more. */
function findTombstone({ signs, found: { url } }: BarePage): Problem | undefined {
  if (signs.textLength > maxErrorText) return undefined;
  const text =
    titlesOf(signs).find((each) => saysWithdrawn(each)) ??
    findWithdrawal(signs.text.replaceAll(/\s+/gu, ' '));
  return text === undefined ? undefined : { kind: 'tombstone-page', url, text };
}

function findRedirectAway({ input, found: { url } }: BarePage): Problem | undefined {
  return redirectProblem(url, input.response.retrieval);
}

/** A sitemap that is declared to be HTML. */
function findListing({ input, found: { url } }: BarePage): Problem | undefined {
  const format = detectListing('text/xml', input.bytes);
  return format === undefined ? undefined : { kind: 'sitemap-as-page', url, format };
}

const jsonLdType = 'application/ld+json';
/** Both parts of the subtype, in any order and joined in any way, or with a common typing error. */
const resemblingType = /(?:^|[^a-z])(?:ld|id|1d|dl)[^a-z]*js|json[^a-z]*ld(?:$|[^a-z])/u;

/** A script whose content is JSON-LD, or whose type is nearly that of JSON-LD. */
function findMisnamedScript(page: BarePage): Problem | undefined {
  const { url } = page.found;
  const script = page.signs.scripts.find((each) => isMisnamed(each, page));
  return script && { kind: 'script-type-unread', url, type: script.type, suggestion: jsonLdType };
}

function isMisnamed({ type, text }: ScriptSign, { input, found: { url } }: BarePage): boolean {
  if (isJsonLdType(type) || !beginsJson(text)) return false;
  const resembles = resemblingType.test(type);
  if (!resembles && !(text.includes('"@context"') && /schema\.org/iu.test(text))) return false;
  const { finalUrl } = input.response.retrieval;
  const isPage = createPageMatcher({ url, finalUrl, baseIri: finalUrl });
  return readJson(text, input.limits).some((reading) => {
    // Broken JSON is a second fault, which is found when the type is right.
    if (reading.kind !== 'document') return resembles && reading.kind === 'malformed';
    const { value } = reading;
    // State of an application may have JSON-LD somewhere inside.
    const isJsonLd =
      resembles || [value].flat().some((each) => isObject(each) && '@context' in each);
    return isJsonLd && detectPageRole(value, isPage) !== 'furniture';
  });
}

function findFallbacks({ input, html, found }: BarePage): Problem | undefined {
  const beside = detectUnreadFallbacks(html, input);
  if (beside.length === 0) return undefined;
  if (found.kind === 'site-metadata-only') return { ...found, beside };
  return { kind: 'fallback-metadata-only', url: found.url, beside };
}

/** The most visible characters of the shell of an application: a header, a footer, a notice. */
const maxShellText = 1000;
/** The same where only a notice tells it. */
const maxNoticeText = 500;
/** Asks for JavaScript, in the languages of repositories; other notices only show a picture. */
const request = new RegExp(
  [
    'enabl|activ|turn(?:ed)? (?:it )?on|requir|need|necess|nécess|habilit|abilit|ativ|attiv',
    'aktiv|einschalten|benötig|erforderlich|inschakel|slå på|włącz|включ|启用|啟用|有効|활성',
  ].join('|'),
  'iu',
);

function findUnbuiltPage({ signs, found: { url } }: BarePage): Problem | undefined {
  const { emptyRoot, noscript, scripts, textLength } = signs;
  const hasApplication = scripts.some(({ isApplication }) => isApplication);
  if (emptyRoot !== undefined && hasApplication && textLength <= maxShellText) {
    return { kind: 'page-needs-javascript', url, mark: `empty ${emptyRoot}` };
  }
  const notice = noscript.replaceAll(/\s+/gu, ' ').trim();
  const asks = /java\s?script/iu.test(notice) && request.test(notice);
  if (!asks || textLength > maxNoticeText) return undefined;
  return { kind: 'page-needs-javascript', url, mark: `noscript "${notice}"` };
}

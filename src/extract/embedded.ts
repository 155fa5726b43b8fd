import { findCdifLabel } from '../model/media-type.ts';
import type { Offer, OfferVerdict, PlacedLink } from '../model/typed-link.ts';
import type { JsonMend, Problem } from '../model/problem.ts';
import type { Target } from '../model/target.ts';
import {
  createPartFinder,
  createPartLocator,
  createPositionFinder,
  type TextPlace,
} from '../text/text-position.ts';
import {
  charsetProblems,
  type DecodedText,
  decodePage,
  type ReadableScript,
  redecodeScripts,
} from './character-decoding.ts';
import type { JsonLimits } from './json-complexity.ts';
import { readResourceNames } from './json-document.ts';
import type { MissingMetadata } from './missing-metadata.ts';
import {
  boilerplateTypes,
  createPageMatcher,
  detectPageRole,
  type PageIdentity,
  type PageRole,
  resolveBaseIri,
} from './page-boilerplate.ts';
import { type PageScript, scanPage } from './page-scan.ts';
import { readJson, toJsonProblem, toNoteProblems } from './read-json.ts';
import {
  chooseLinks,
  followLinks,
  type LinkChoice,
  listLinkedPages,
  readPageLinks,
  signpostOutcomes,
} from './response-links.ts';
import {
  type ExtractionOutcome,
  type ExtractRoute,
  failedOutcome,
  producedDocument,
  type RouteInput,
} from './route.ts';

/**
 * Extracts metadata from scripts of a page, or follows its links and `Link` fields. Per described
 * resource, an offer labelled as CDIF outranks others; otherwise scripts, being at hand, outrank
 * links, `describedby` outranks `alternate`, and links to metadata outrank linksets.
 */
export const embeddedRoute = {
  decode: decodePage,

  *extract(input: RouteInput): Generator<ExtractionOutcome> {
    const { response, mediaType, decoded, limits } = input;
    const { url } = response.target;
    const { finalUrl } = response.retrieval;
    const xml = mediaType.essence === 'application/xhtml+xml';
    const { html, scanned } = scanDecoded(decoded, xml);
    const page = { url, finalUrl, baseIri: resolveBaseIri(scanned.baseHref, finalUrl) };
    const pageLinks = readPageLinks(scanned.links, page);
    const links = [...input.links, ...pageLinks];
    const choice = chooseLinks(links, response);
    const isLabelled = createLabelTest(choice, input);
    const hasLabels = choice.labelled.length > 0 || scanned.scripts.some(isLabelled);
    const encoded = { body: input.bytes, charset: mediaType.charset, xml };
    const readings = readScripts(
      redecodeScripts(scanned.scripts, encoded),
      { ...page, html, xml },
      { limits, isLabelled, wantsNames: hasLabels },
    );
    const scripts = hasLabels
      ? chooseScripts(readings, choice.labelled.length > 0, choice.own.identifiers)
      : noChoice;
    const wanted = selectLinks(choice, readings, scripts);
    const followed = followLinks({ url, links, wanted, own: choice.own }, limits.linksPerPage);
    const outcomes = scriptOutcomes(readings, page, scripts.outranked, wanted.length > 0);
    yield* outcomes;
    yield* reportMissingScripts(scanned.scripts, response.target);
    yield* followed.outcomes;
    yield* listLinkedPages(pageLinks, response, 'html');
    if ([...outcomes, ...followed.outcomes].every(({ kind }) => kind === 'skipped')) {
      yield { kind: 'failed', problem: noMetadataProblem(url, readings) };
    }
    const offers = [...createScriptOffers(readings, outcomes, finalUrl), ...followed.offers];
    yield* signpostOutcomes(offers, links);
  },
} satisfies ExtractRoute;

/** Lists the types of ignored JSON-LD, so that nobody searches for a fault in it. */
function noMetadataProblem(url: string, readings: readonly ScriptReading[]): MissingMetadata {
  const types = readings.flatMap((each) => (each.kind === 'document' ? each.boilerplateTypes : []));
  return types.length === 0
    ? { kind: 'no-metadata', url }
    : { kind: 'site-metadata-only', url, types: [...new Set(types)] };
}

const noChoice: ScriptChoice = { outranked: new Set(), describesPage: false };

function scanDecoded({ text, whole }: DecodedText, xml: boolean) {
  const scanned = scanPage(text, { xml });
  if (whole === undefined || scanned.endsWithScript) return { html: text, scanned };
  // The end tag was not one (in an attribute, say), so the page is scanned as a whole.
  const html = whole();
  return { html, scanned: scanPage(html, { xml }) };
}

/** Creates the test of whether a script is labelled as CDIF, by itself or by a link or sitemap. */
function createLabelTest(
  { scripts, isLabelling }: LinkChoice,
  { response }: RouteInput,
): (script: PageScript) => boolean {
  const named = new Set(response.target.labels?.map(({ scriptId }) => scriptId));
  return ({ id, profiles }) =>
    findCdifLabel(profiles) !== undefined ||
    (isLabelling && profiles.length === 0) ||
    (id !== undefined && (named.has(id) || findCdifLabel(scripts.get(id) ?? []) !== undefined));
}

function selectLinks(
  { labelled, lists, unlabelled, linksets }: LinkChoice,
  readings: readonly ScriptReading[],
  { describesPage }: ScriptChoice,
): readonly PlacedLink[] {
  if (labelled.length > 0 && !describesPage) return [...labelled, ...lists];
  if (readings.some((reading) => isRecordScript(reading))) return lists;
  const others = [...unlabelled, ...lists];
  return others.length > 0 ? others : linksets;
}

/** Reports a script that a listing or link names and the page does not have. */
function reportMissingScripts(
  scripts: readonly PageScript[],
  { url, labels = [] }: Target,
): readonly ExtractionOutcome[] {
  const named = new Set(labels.flatMap(({ scriptId = [] }) => scriptId));
  return [...named]
    .filter((id) => !scripts.some((script) => script.id === id))
    .map((id) => ({ kind: 'noted', problem: { kind: 'script-missing', url, id } }));
}

/** @param outcomes one per reading */
function createScriptOffers(
  readings: readonly ScriptReading[],
  outcomes: readonly ExtractionOutcome[],
  pageUrl: string,
): readonly Offer[] {
  return readings.map(({ script: { id, profiles } }, index) => ({
    via: 'script',
    url: id === undefined ? pageUrl : `${pageUrl}#${encodeURIComponent(id)}`,
    type: 'application/ld+json',
    profiles,
    verdict: toVerdict(outcomes[index]),
  }));
}

function toVerdict(outcome: ExtractionOutcome | undefined): OfferVerdict {
  if (outcome?.kind === 'produced') return 'taken';
  if (outcome?.kind === 'failed') return 'unreadable';
  return outcome?.kind === 'skipped' && outcome.reason === 'outranked' ? 'outranked' : 'no-record';
}

/**
 * The result of reading one script, or one of several values in it. The parsed value is not kept:
 * pages may have thousands of scripts.
 */
type ScriptReading =
  | DocumentScript
  | { readonly kind: 'template'; readonly script: PageScript }
  | {
      readonly kind: 'failed';
      readonly script: PageScript;
      readonly problem: Problem;
      readonly problems: readonly Problem[];
    };

/** A script that holds JSON-LD. */
interface DocumentScript {
  readonly kind: 'document';
  readonly script: PageScript;
  readonly role: PageRole;
  /** The types in boilerplate. */
  readonly boilerplateTypes: readonly string[];
  readonly json: string;
  /** Where it begins in the page; absent where the JSON was mended. */
  readonly start: TextPlace | undefined;
  /** Problems that did not prevent reading. */
  readonly problems: readonly Problem[];
  /** Whether it is labelled as CDIF, which makes it a record in any case. */
  readonly isLabelled: boolean;
  /** The names of its resource; absent where it may describe several, or names are not wanted. */
  readonly names?: ReadonlySet<string> | undefined;
}

type RecordScript = DocumentScript & { readonly role: 'record' };

/** In XML these are ways to escape `<` and `&`. */
const usualInXml: ReadonlySet<JsonMend> = new Set<JsonMend>(['cdata', 'html-escaped']);

interface ScriptOptions {
  readonly limits: JsonLimits;
  readonly isLabelled: (script: PageScript) => boolean;
  /** Whether the names of resources are needed. */
  readonly wantsNames: boolean;
}

/** Reads the scripts of a page, in document order. Positions are in the page, not in the script. */
function readScripts(
  scripts: readonly ReadableScript[],
  page: PageIdentity & { readonly html: string; readonly xml: boolean },
  { limits, isLabelled, wantsNames }: ScriptOptions,
): readonly ScriptReading[] {
  const { url, html, xml, baseIri } = page;
  const usual = xml ? usualInXml : undefined;
  const positionInPage = createPositionFinder(html);
  const isPage = createPageMatcher(page);
  return scripts.flatMap((script) => {
    const { text, offset } = script;
    const positionOf = createPartFinder(text, () => positionInPage(offset));
    const placed = { url, text, positionOf };
    const ofScript = charsetProblems(script, url, positionOf);
    const locate = createPartLocator(text);
    return readJson(text, limits).map((reading, index): ScriptReading => {
      const problems = index === 0 ? ofScript : [];
      if (reading.kind === 'template') return { kind: 'template', script };
      if (reading.kind !== 'document') {
        return { kind: 'failed', script, problem: toJsonProblem(reading, placed), problems };
      }
      const { json, value, notes } = reading;
      const labelled = isLabelled(script);
      const at = locate(json);
      const start = at === undefined ? at : { offset: offset + at, ...positionOf(at) };
      const all = problems.concat(toNoteProblems(notes, placed, usual));
      const role = labelled ? 'record' : detectPageRole(value, isPage);
      return {
        kind: 'document',
        script,
        role,
        start,
        boilerplateTypes: role === 'record' ? [] : boilerplateTypes(value),
        json,
        isLabelled: labelled,
        names: wantsNames ? readResourceNames(value, baseIri) : undefined,
        problems: all,
      };
    });
  });
}

/**
 * One outcome per script, in document order. A description of the page's organisation or person is
 * a record only where there is no other record, no broken script and no followed link.
 * @param isLinking whether the page has links to metadata that will be followed
 */
function scriptOutcomes(
  readings: readonly ScriptReading[],
  page: PageIdentity,
  outranked: ReadonlySet<ScriptReading>,
  isLinking: boolean,
): readonly ExtractionOutcome[] {
  const isBroken = readings.some(
    (reading) => reading.kind === 'failed' && reading.problem.kind !== 'json-not-metadata',
  );
  const hasRecord = readings.some((reading) => isRecordScript(reading));
  const wanted: PageRole = hasRecord || isBroken || isLinking ? 'record' : 'page-subject';
  return readings.map((reading) => {
    const { url, baseIri } = page;
    if (reading.kind === 'template') return { kind: 'skipped', url, reason: 'template' };
    const { problems } = reading;
    if (reading.kind === 'failed') return failedOutcome(reading.problem, problems);
    if (reading.role !== wanted) return { kind: 'skipped', url, reason: 'page-furniture' };
    if (outranked.has(reading)) return { kind: 'skipped', url, reason: 'outranked' };
    const { json, start } = reading;
    const document = { documentUrl: url, route: 'embedded', json, start, baseIri } as const;
    return producedDocument(document, problems);
  });
}

/** Whether a script of a page is a record. */
function isRecordScript(reading: ScriptReading): reading is RecordScript {
  return reading.kind === 'document' && reading.role === 'record';
}

/** The winning offers of a page with CDIF labels. */
interface ScriptChoice {
  /** Unlabelled records whose resource also has a labelled record. */
  readonly outranked: ReadonlySet<ScriptReading>;
  /** Whether a labelled script describes the page's resource: no link needs to be followed. */
  readonly describesPage: boolean;
}

/** Represents the page's resource. No name has a control character. */
const pageResource = '\u0000page';

/**
 * Per described resource, an offer labelled as CDIF outranks unlabelled ones. A script is about the
 * page's resource if it has a name of the page, or no name, or no other resource is described. A
 * script that may describe several resources is never outranked, since some may be in it only.
 * @param hasLabelledLink whether a link leads to CDIF-labelled metadata of the page
 * @param own the names of the page in comparable spelling
 */
function chooseScripts(
  readings: readonly ScriptReading[],
  hasLabelledLink: boolean,
  own: ReadonlySet<string>,
): ScriptChoice {
  const scripts = readings.filter((reading) => isRecordScript(reading));
  const resources = new NameGroups();
  const groupOf = ({ names }: RecordScript): string | undefined =>
    names && resources.of(nameFor(names, own));
  for (const { names } of scripts) {
    if (names !== undefined) resources.join([nameFor(names, own), ...names]);
  }
  const all = new Set(scripts.map((script) => groupOf(script)));
  const [only] = all;
  if (all.size === 1 && only !== undefined) resources.join([only, pageResource]);

  const labelled = new Set(scripts.filter(({ isLabelled }) => isLabelled).map(groupOf));
  const describesPage = labelled.has(resources.of(pageResource));
  if (hasLabelledLink) labelled.add(resources.of(pageResource));
  const outranked = scripts.filter((script) => {
    const group = groupOf(script);
    return !script.isLabelled && group !== undefined && labelled.has(group);
  });
  return { outranked: new Set(outranked), describesPage };
}

/** The name that identifies a script's resource; the page's, where it is the page's. */
function nameFor(names: ReadonlySet<string>, own: ReadonlySet<string>): string {
  const [first] = names;
  if (first === undefined) return pageResource;
  for (const name of names) if (own.has(name)) return pageResource;
  return first;
}

/**
 * Groups of names that are used for one thing (disjoint sets). Each step takes nearly constant
 * time.
 */
class NameGroups {
  readonly #parents = new Map<string, string>();

  /** Joins the groups of these names. */
  join(names: Iterable<string>): void {
    let group: string | undefined;
    for (const name of names) {
      const own = this.of(name);
      if (group === undefined) group = own;
      else if (own !== group) this.#parents.set(own, group);
    }
  }

  /** The representative of a name's group; stable until the next join. */
  of(name: string): string {
    let root = name;
    for (let parent = this.#parents.get(root); parent !== undefined;) {
      root = parent;
      parent = this.#parents.get(root);
    }
    // Shortens the path for later calls.
    for (let at = name; at !== root;) {
      const parent = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = parent;
    }
    return root;
  }
}

import { isUtf8 } from 'node:buffer';
import type { JsonMend, Problem } from '../model/problem.ts';
import { encodingByMark } from '../text/encoding.ts';
import { createPartFinder, createPositionFinder } from '../text/text-position.ts';
import {
  charsetProblems,
  decodeBrokenUtf8,
  encodingOfPage,
  hasReplacementCharacter,
  isValidInEncoding,
  locateDecodingGap,
  singleByteEncoding,
  type WrongCharset,
} from './character-decoding.ts';
import type { JsonLimits } from './json-complexity.ts';
import { readResourceNames } from './json-document.ts';
import { type ExtractionOutcome, failedOutcome, producedDocument } from './outcomes.ts';
import {
  boilerplateTypes,
  createPageMatcher,
  detectPageRole,
  type PageIdentity,
  type PageRole,
} from './page-boilerplate.ts';
import { type PageScript, scanPage } from './page-scan.ts';
import { readJson, toJsonProblem, toNoteProblems } from './read-json.ts';

/**
 * The result of reading one script, or one of several values in it. The parsed value is not kept:
 * pages may have thousands of scripts.
 */
export type ScriptReading =
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

/**
 * Reads the scripts of a page, in document order. Positions are in the page, not in the script.
 * @param options.wantsNames whether the names of resources are needed
 */
export function readScripts(
  scripts: readonly ReadableScript[],
  page: PageIdentity & { readonly html: string; readonly xml: boolean },
  {
    limits,
    isLabelled,
    wantsNames,
  }: {
    readonly limits: JsonLimits;
    readonly isLabelled: (script: PageScript) => boolean;
    readonly wantsNames: boolean;
  },
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
    return readJson(text, limits).map((reading, index): ScriptReading => {
      const problems = index === 0 ? ofScript : [];
      if (reading.kind === 'template') return { kind: 'template', script };
      if (reading.kind !== 'document') {
        return { kind: 'failed', script, problem: toJsonProblem(reading, placed), problems };
      }
      const { json, value, notes } = reading;
      const labelled = isLabelled(script);
      const all = problems.concat(toNoteProblems(notes, placed, usual));
      const role = labelled ? 'record' : detectPageRole(value, isPage);
      return {
        kind: 'document',
        script,
        role,
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
export function scriptOutcomes(
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
    if (reading.kind === 'template') return skippedScript(page.url, 'template');
    const { problems } = reading;
    if (reading.kind === 'failed') return failedOutcome(reading.problem, problems);
    if (reading.role !== wanted) return skippedScript(page.url, 'page-furniture');
    if (outranked.has(reading)) return skippedScript(page.url, 'outranked');
    const { url: documentUrl, baseIri } = page;
    const document = { documentUrl, route: 'embedded', json: reading.json, baseIri } as const;
    return producedDocument(document, problems);
  });
}

/** Whether a script of a page is a record. */
export function isRecordScript(reading: ScriptReading): reading is RecordScript {
  return reading.kind === 'document' && reading.role === 'record';
}

function skippedScript(
  url: string,
  reason: 'outranked' | 'page-furniture' | 'template',
): ExtractionOutcome {
  return { kind: 'skipped', url, reason };
}

/** The winning offers of a page with CDIF labels. */
export interface ScriptChoice {
  /** Unlabelled records whose resource also has a labelled record. */
  readonly outranked: ReadonlySet<ScriptReading>;
  /**
   * Whether a labelled script describes the page's resource, so that no link needs to be followed.
   */
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
export function chooseScripts(
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

/** A script with its charset corrected. */
interface ReadableScript extends PageScript {
  /** `offset` is an offset in `text`. */
  readonly wrongCharset?: WrongCharset;
}

/** The page of scripts. */
interface EncodedPage {
  /** Reads its bytes. */
  readonly body: () => Uint8Array;
  /** From its `Content-Type`. */
  readonly charset: string | undefined;
  readonly xml: boolean;
}

/**
 * Decodes scripts again that are invalid in the page's encoding, or are UTF-8 in a page declared
 * Latin-1, and reports that: such declarations are often wrong. Invalid bytes outside scripts do
 * not matter. Cheap where nothing is wrong.
 * @param scripts from the text that `decodePage` returns
 */
export function redecodeScripts(
  scripts: readonly PageScript[],
  page: EncodedPage,
): readonly ReadableScript[] {
  if (scripts.some(({ text }) => hasReplacementCharacter(text))) return rereadBroken(scripts, page);
  const { body, charset } = page;
  const isUtf8Declared = charset !== undefined && /^utf-?8$/iu.test(charset);
  if (isUtf8Declared || !scripts.some(({ text }) => utf8InSingleBytes.test(text))) return scripts;
  const bytes = body();
  if (encodingOfPage(bytes, charset) !== singleByteEncoding) return scripts;
  return scripts.map((script) => rereadAsUtf8(script, bytes));
}

/** The first two bytes of a UTF-8 character, read as windows-1252. */
const utf8InSingleBytes = /[\u00C2-\u00F4][^\0-\u007F]/u;

/**
 * Decodes a script as UTF-8 if it is valid UTF-8: Latin-1 words hardly ever look so, and never
 * throughout.
 * @param bytes the page; each byte is one character of its text
 */
function rereadAsUtf8(script: PageScript, bytes: Uint8Array): ReadableScript {
  const { text, offset } = script;
  const own = bytes.subarray(offset, offset + text.length);
  if (!utf8InSingleBytes.test(text) || !isUtf8(own)) return script;
  const wrongCharset = {
    charset: singleByteEncoding,
    readAs: 'utf-8',
    offset: text.search(/[^\0-\u007F]/u),
  };
  return { ...script, text: Buffer.from(own).toString('utf8'), wrongCharset };
}

function rereadBroken(
  scripts: readonly PageScript[],
  { body, charset, xml }: EncodedPage,
): readonly ReadableScript[] {
  const bytes = body();
  const encoding = encodingOfPage(bytes, charset);
  if (isValidInEncoding(encoding, bytes)) return scripts;
  const isAssumed = encoding === 'utf-8' && encodingByMark(bytes) === undefined;
  // Markup bytes mean the same in both encodings, so the scripts are the same.
  const encoded = isAssumed ? scanPage(Buffer.from(bytes).toString('latin1'), { xml }).scripts : [];
  return scripts.map((script, index) => {
    if (!hasReplacementCharacter(script.text)) return script;
    const raw = encoded.length === scripts.length ? encoded[index] : undefined;
    if (raw === undefined) return { ...script, ...locateDecodingGap(script.text, encoding) };
    const own = bytes.subarray(raw.offset, raw.offset + raw.text.length);
    if (isValidInEncoding(encoding, own)) return script;
    return { ...script, ...decodeBrokenUtf8(own, bytes) };
  });
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

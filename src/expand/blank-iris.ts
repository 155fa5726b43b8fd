import { repairIri } from '../rdf/iri.ts';
import { withTexts, type Finding, type FindingSink } from './findings.ts';
import { isContainer, type JsonContainer, type JsonObject, type JsonValue } from './json.ts';

/** Placeholders in a document for texts that jsonld.js might misread. */
export interface BlankIris {
  /** Replaces placeholders in a finding by the published texts. */
  inFinding<Found extends Finding>(finding: Found): Found;
  /**
   * Restores expanded JSON-LD in place. A literal gets its published text back exactly; an IRI is
   * mended by `encodeBlanks`, which is noted as `iri-repaired`.
   */
  restore(nodes: readonly JsonValue[], findings: FindingSink): void;
}

/**
 * A scheme (RFC 3986 §3.1) or prefix. A text with `//` after it is never a compact IRI, so the
 * slashes are kept.
 */
const beginning = /^\s*[A-Za-z][A-Za-z\d+.-]*:(?:\/\/)?/u;

const blank = /\s/u;

const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;
/** Literal, or (with some others) in JSON escapes. */
const privateUse = /[\u{E000}-\u{F8FF}]|\\u[ef][\da-f]{3}/giu;

/** Whether a text has a scheme or a prefix, such as `doi:`. */
export function hasScheme(text: string): boolean {
  return beginning.test(text);
}

/** An IRI without surrounding blanks, and with inner blanks percent-encoded. */
export function withoutBlanks(text: string): string {
  return text.trim().replaceAll(/\s/gu, encodeURIComponent);
}

/**
 * jsonld.js takes an IRI with a blank in it for a relative one, even `doi:10.1234/5 `. Only the
 * context tells whether a text is an IRI and `doi:` a prefix. So the part after the scheme is
 * replaced, in place, by a placeholder without blanks, and restored after expansion. Contexts and
 * property names are not changed.
 * @param source every text that can end up in an IRI or literal: the document as JSON, and the base
 */
export function hideBlankIris(document: JsonContainer, source: string): BlankIris {
  const found = findBlankIris(document);
  const marker = found.length === 0 ? undefined : unusedCharacter(source);
  if (marker === undefined) return none;
  const published: string[] = [];
  const hidden = new Map<string, string>();
  for (const { members, name, text } of found) {
    // One placeholder per text, so that references still match their node.
    const mark = hidden.get(text) ?? `${beginningOf(text)}${marker}${published.length}${marker}`;
    if (!hidden.has(text)) published.push(text);
    hidden.set(text, mark);
    members[name] = mark;
  }
  return createBlankIris(published, new RegExp(`${marker}(\\d+)${marker}`, 'u'));
}

/** Most documents have no such texts. */
const none: BlankIris = { inFinding: (finding) => finding, restore: () => undefined };

function createBlankIris(published: readonly string[], mark: RegExp): BlankIris {
  /** The published text for the placeholder in a text. */
  function textBehind(text: string): string | undefined {
    const [, index] = mark.exec(text) ?? [];
    return index === undefined ? undefined : published[Number(index)];
  }

  function restoreIri(iri: string, findings: FindingSink): string {
    const text = textBehind(iri);
    if (text === undefined) return iri;
    // Expansion may have replaced the prefix before the placeholder by its namespace.
    const { length } = beginningOf(text);
    const repaired = repairIri(iri.replace(mark, () => withoutBlanks(text).slice(length)));
    if (repaired === undefined) return iri.replace(mark, () => text.trim().slice(length));
    findings.add({ kind: 'iri-repaired', value: text, repaired });
    return repaired;
  }

  return {
    // A value that is not a text is in the finding as JSON, where each text ends at a quotation
    // mark.
    inFinding: (finding) =>
      withTexts(finding, (fact) => {
        const parts = fact.split('"');
        return parts.map((part) => textBehind(part) ?? part).join('"');
      }),
    restore(nodes, findings) {
      const pending: { value: JsonContainer; isText: boolean }[] = [
        { value: [...nodes], isText: false },
      ];
      for (const { value: container, isText } of pending) {
        const members = container as JsonObject; // only containers are added; arrays have names, too
        for (const [name, value] of Object.entries(members)) {
          const isTextToo = isText || textKeywords.has(name);
          if (isContainer(value)) pending.push({ value, isText: isTextToo });
          if (typeof value !== 'string') continue;
          members[name] = isTextToo ? (textBehind(value) ?? value) : restoreIri(value, findings);
        }
      }
    },
  };
}

/** Keywords whose values are texts or JSON in expanded JSON-LD; all other texts are IRIs. */
const textKeywords: ReadonlySet<string> = new Set(['@value', '@language', '@direction', '@index']);

interface Found {
  readonly members: JsonObject;
  readonly name: string;
  readonly text: string;
}

function findBlankIris(document: JsonContainer): readonly Found[] {
  const found: Found[] = [];
  const pending = [document];
  for (const container of pending) {
    const members = container as JsonObject; // valid for arrays as for objects
    const context = members['@context'];
    const values = Object.values(members);
    for (const value of values) if (isContainer(value) && value !== context) pending.push(value);
    // Listing the names takes longer than everything else, so only where needed.
    if (!values.some(isBlankIri)) continue;
    for (const [name, text] of Object.entries(members)) {
      if (name !== '@context' && isBlankIri(text)) found.push({ members, name, text });
    }
  }
  return found;
}

/** Whether a value is a text that would be misread as an IRI. */
function isBlankIri(value: JsonValue): value is string {
  return typeof value === 'string' && hasScheme(value) && blank.test(value);
}

/** A private-use character that does not occur in a JSON text; undefined if all do. */
function unusedCharacter(json: string): string | undefined {
  const used = new Set(
    Array.from(json.matchAll(privateUse), ([match]) =>
      match.length === 1 ? match.charCodeAt(0) : Number.parseInt(match.slice(2), 16),
    ),
  );
  for (let code = firstPrivateUse; code <= lastPrivateUse; code += 1) {
    if (!used.has(code)) return String.fromCharCode(code);
  }
  return undefined;
}

/** The scheme or prefix of a text that has one. */
function beginningOf(text: string): string {
  return beginning.exec(text)?.[0].trimStart() ?? '';
}

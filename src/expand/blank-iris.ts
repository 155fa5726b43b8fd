import { repairIri } from '../rdf/iri.ts';
import { withTexts, type Finding, type FindingSink } from './findings.ts';
import { isContainer, type JsonContainer, type JsonObject, type JsonValue } from './json.ts';

/** What stands in a document in place of texts that jsonld.js might misread. */
export interface BlankIris {
  /** The finding with the published texts in it. */
  inFinding<Found extends Finding>(finding: Found): Found;
  /**
   * Changes expanded JSON-LD in place. What became a literal is the published text again, to the character; what became
   * an IRI is mended by `withoutBlanks`, and noted in `findings` as `iri-repaired`.
   */
  restore(nodes: readonly JsonValue[], findings: FindingSink): void;
}

/** A scheme (RFC 3986 §3.1) or a prefix. What begins with `//` behind it is never a compact IRI, so that is kept. */
const beginning = /^\s*[A-Za-z][A-Za-z\d+.-]*:(?:\/\/)?/u;

const blank = /\s/u;

const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;
/** As they are, or (with some others) as JSON can escape them. */
const privateUse = /[\u{E000}-\u{F8FF}]|\\u[ef][\da-f]{3}/giu;

/** Whether a text has a scheme or a prefix, such as `doi:`. */
export function hasScheme(text: string): boolean {
  return beginning.test(text);
}

/** An IRI without the blanks around it, and with those inside percent-encoded. */
export function withoutBlanks(text: string): string {
  return text.trim().replaceAll(/\s/gu, encodeURIComponent);
}

/**
 * jsonld.js takes an IRI with a blank in it for a relative one, even `doi:10.1234/5 `. Whether a text is an IRI, and
 * `doi:` a prefix, only the context says. So what follows the scheme is replaced, in place, by a mark that has no blanks,
 * and what was published is put back after expansion. Contexts and the names of properties stay as they are.
 * @param source all that can get into an IRI or a text: the document as JSON, and the base
 */
export function hideBlankIris(document: JsonContainer, source: string): BlankIris {
  const found = findBlankIris(document);
  const marker = found.length === 0 ? undefined : unusedCharacter(source);
  if (marker === undefined) return none;
  const published: string[] = [];
  const hidden = new Map<string, string>();
  for (const { members, name, text } of found) {
    // The same text has the same mark, so that a node is recognised wherever it is referred to.
    const mark = hidden.get(text) ?? `${beginningOf(text)}${marker}${published.length}${marker}`;
    if (!hidden.has(text)) published.push(text);
    hidden.set(text, mark);
    members[name] = mark;
  }
  return createBlankIris(published, new RegExp(`${marker}(\\d+)${marker}`, 'u'));
}

/** Most documents have none. */
const none: BlankIris = { inFinding: (finding) => finding, restore: () => undefined };

function createBlankIris(published: readonly string[], mark: RegExp): BlankIris {
  /** The published text behind the mark in a text. */
  function textBehind(text: string): string | undefined {
    const [, index] = mark.exec(text) ?? [];
    return index === undefined ? undefined : published[Number(index)];
  }

  function restoreIri(iri: string, findings: FindingSink): string {
    const text = textBehind(iri);
    if (text === undefined) return iri;
    // The namespace of a prefix may have taken the place of what stood before the mark.
    const { length } = beginningOf(text);
    const repaired = repairIri(iri.replace(mark, () => withoutBlanks(text).slice(length)));
    if (repaired === undefined) return iri.replace(mark, () => text.trim().slice(length));
    findings.add({ kind: 'iri-repaired', value: text, repaired });
    return repaired;
  }

  return {
    // A value that is no text is in the finding as JSON, where each text ends at a quotation mark.
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
        const members = container as JsonObject; // only containers are put there; arrays have names, too
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

/** Under which expanded JSON-LD has texts, or JSON. All its other texts are IRIs. */
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
    const members = container as JsonObject; // what is done with it works on arrays as on objects
    const context = members['@context'];
    const values = Object.values(members);
    for (const value of values) if (isContainer(value) && value !== context) pending.push(value);
    // The names are asked for only where they are needed: it takes longer than all the rest.
    if (!values.some(isBlankIri)) continue;
    for (const [name, text] of Object.entries(members)) {
      if (name !== '@context' && isBlankIri(text)) found.push({ members, name, text });
    }
  }
  return found;
}

/** Whether a value is a text that would be misread if it were an IRI. */
function isBlankIri(value: JsonValue): value is string {
  return typeof value === 'string' && hasScheme(value) && blank.test(value);
}

/** A character for private use that is not in a JSON text; undefined if it has all of them. */
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

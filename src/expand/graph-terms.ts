import { hash } from 'node:crypto';
import { createPlaceholderReader, isNilIri } from '../facts/text/missing-values.ts';
import { readWrittenList } from '../facts/text/written-list.ts';
import { mendAddress, mendPublishedIri } from '../rdf/iri.ts';
import { isIri } from '../rdf/iri.ts';
import {
  iriTerm,
  isBlankNode,
  plainLiteral,
  repairLanguageTag,
  taggedLiteral,
  typedLiteral,
} from '../rdf/n-quads.ts';
import { canonicalTerm, rdf, xsd } from '../rdf/vocabularies.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../text/json.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { memoize } from '../text/collections.ts';
import type { FindingSink } from './findings.ts';
import {
  canonicalNodeIri,
  expandUndeclaredPrefix,
  findMisspeltTerm,
  findUndeclaredPrefix,
  repairTermSlash,
  type TermRole,
} from './iri-corrections.ts';

/** The term for a name without problems; most documents share a few hundred. */
const soundTerms = {
  predicate: memoize((iri) => soundTerm(iri, 'predicate')),
  type: memoize((iri) => soundTerm(iri, 'type')),
  datatype: memoize((iri) => soundTerm(iri, 'datatype')),
} satisfies Record<TermRole, unknown>;

function soundTerm(iri: string, role: TermRole): string | undefined {
  const isSound =
    isIri(iri) &&
    repairTermSlash(iri) === iri &&
    findUndeclaredPrefix(iri) === undefined &&
    findMisspeltTerm(iri, role) === undefined;
  return isSound ? iriTerm(canonicalTerm(iri)) : undefined;
}

interface GraphTermsOptions {
  readonly base: string;
  /** Terms of the contexts that are not prefixes, with their IRIs. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly findings: FindingSink;
}

/**
 * Turns the IRIs of one document into N-Quads terms, and notes each repair: the namespace of
 * schema.org, well-known prefixes that are undeclared or unusable, invalid IRIs. A misspelt
 * schema.org name is noted and kept. A placeholder (`nan`) identifies nothing, so each node with it
 * becomes its own blank node.
 */
export class GraphTerms {
  readonly #blankNodes: BlankNodeLabels;
  readonly #noPrefixes: ReadonlyMap<string, string>;
  readonly #findings: FindingSink;
  readonly #placeholder: (name: string) => string | undefined;
  readonly #vocabularyTerms = new Map<string, string | undefined>();
  readonly #nodeTerms = new Map<string, string | undefined>();
  /** Misspelt terms with their role, and undeclared prefixes: one value of each shows the fault. */
  readonly #noted = new Set<string>();

  constructor(blankNodes: BlankNodeLabels, { base, noPrefixes, findings }: GraphTermsOptions) {
    this.#blankNodes = blankNodes;
    this.#noPrefixes = noPrefixes;
    this.#findings = findings;
    this.#placeholder = createPlaceholderReader(base);
  }

  /**
   * The term for a property, class or datatype.
   * @returns undefined, and notes `iri-dropped`, where the IRI cannot be repaired
   */
  vocabularyTerm(iri: string, role: TermRole): string | undefined {
    const sound = soundTerms[role](iri);
    if (sound !== undefined) return sound;
    const term = this.#resolve(iri, this.#vocabularyTerms, canonicalTerm);
    if (term === undefined) this.#findings.add({ kind: 'iri-dropped', value: iri, role });
    else this.#noteMisspelt(term, role);
    return term;
  }

  /**
   * The term for a described node; a blank node where its IRI cannot be repaired (`iri-dropped`).
   */
  subjectTerm(id: string): string {
    const term = this.#placeholderNode(id, isBlankNode) ?? this.referenceTerm(id);
    if (term !== undefined) return term;
    this.#findings.add({ kind: 'iri-dropped', value: id, role: 'subject' });
    const substitute = this.#blankNodes.fresh();
    this.#nodeTerms.set(id, substitute);
    return substitute;
  }

  /**
   * The term for a reference; undefined where the IRI cannot be repaired and no such node was
   * described before. IRIs for missing values are kept, since they say why there is no value.
   */
  referenceTerm(id: string): string | undefined {
    if (id.startsWith('_:')) return this.#blankNodes.named(id);
    const known = this.#nodeTerms.get(id) ?? this.#placeholderNode(id, isNilIri);
    return known ?? this.#resolve(id, this.#nodeTerms, canonicalNodeIri);
  }

  #resolve(
    iri: string,
    known: Map<string, string | undefined>,
    canonical: (iri: string) => string,
  ): string | undefined {
    if (known.has(iri)) return known.get(iri);
    const repaired = mendPublishedIri(iri);
    if (repaired !== undefined && repaired !== iri) {
      this.#findings.add({ kind: 'iri-repaired', value: iri, repaired });
    }
    const term =
      repaired === undefined
        ? undefined
        : iriTerm(canonical(this.#repairSlash(this.#expandPrefix(repaired))));
    known.set(iri, term);
    return term;
  }

  #repairSlash(iri: string): string {
    const withSlash = repairTermSlash(iri);
    if (withSlash !== iri) this.#findings.add({ kind: 'schema-org-slash-missing', value: iri });
    return withSlash;
  }

  /** Expands a well-known prefix that no context declares. */
  #expandPrefix(iri: string): string {
    const found = findUndeclaredPrefix(iri);
    if (found === undefined) return iri;
    if (this.#isNew(found.prefix)) {
      const declared = this.#noPrefixes.get(found.prefix);
      const facts = { ...found, value: iri };
      if (declared === undefined) this.#findings.add({ kind: 'prefix-undeclared', ...facts });
      else this.#findings.add({ kind: 'prefix-unusable', ...facts, declared });
    }
    return expandUndeclaredPrefix(iri);
  }

  #noteMisspelt(term: string, role: TermRole): void {
    const found = findMisspeltTerm(term.slice(1, -1), role);
    if (found === undefined || !this.#isNew(`${role} ${found.name}`)) return;
    this.#findings.add({ kind: 'schema-org-term-misspelt', role, ...found });
  }

  #isNew(fault: string): boolean {
    const { size } = this.#noted;
    return this.#noted.add(fault).size > size;
  }

  /** A blank node of its own for a placeholder; undefined for other or allowed IRIs. */
  #placeholderNode(id: string, isAllowed: (id: string) => boolean): string | undefined {
    const value = this.#placeholder(id);
    if (value === undefined || isAllowed(id)) return undefined;
    this.#findings.add({ kind: 'identifier-unusable', value });
    return this.#blankNodes.fresh();
  }
}

/**
 * The literal of an expanded value object as an N-Quads term (JSON-LD 1.1 API §8.2, Object to RDF
 * Conversion). Notes `literal-repaired`, `language-tag-repaired` and, for a direction,
 * `value-dropped`.
 * @returns undefined where its datatype is not an IRI, which is noted as `iri-dropped`
 */
export function literalTerm(
  object: JsonObject,
  terms: GraphTerms,
  findings: FindingSink,
): string | undefined {
  const { '@value': value = null, '@type': datatype, '@direction': direction } = object;
  if (datatype === '@json') return typedLiteral(canonicalJson(value), iriTerm(rdf.JSON));
  const { text, type } = lexicalForm(value, datatype);
  const repaired = replaceLoneSurrogates(text);
  if (repaired !== text) findings.add({ kind: 'literal-repaired', value: text });
  noteReading(text, datatype, findings);
  // RDF 1.1 Concepts §3.3: these types need a language tag, and a value object with a type has
  // none.
  const lacksTag = datatype === rdf.langString || datatype === rdf.dirLangString;
  if (datatype !== undefined && !lacksTag) {
    const term = terms.vocabularyTerm(textOf(datatype), 'datatype');
    if (term === iriTerm(xsd.string)) return plainLiteral(repaired);
    return term === undefined ? undefined : typedLiteral(repaired, term);
  }
  if (type !== undefined) return typedLiteral(repaired, iriTerm(type));
  if (typeof direction === 'string') {
    findings.add({ kind: 'value-dropped', value: direction, reason: 'text-direction' });
  }
  return withLanguage(repaired, lacksTag ? '' : object['@language'], findings);
}

/** Notes how the readers of facts read a text that stays as it is. */
function noteReading(text: string, datatype: JsonValue | undefined, findings: FindingSink): void {
  const repaired = mendAddress(text);
  if (repaired !== text) findings.add({ kind: 'iri-repaired', value: text, repaired });
  const isText = datatype === undefined || datatype === xsd.string;
  const items = isText ? readWrittenList(text) : undefined;
  if (items !== undefined) findings.add({ kind: 'list-as-text', value: text, items: items.length });
}

/** The text of a value, and its implied datatype. */
function lexicalForm(
  value: JsonValue,
  datatype: JsonValue | undefined,
): { readonly text: string; readonly type?: string } {
  if (typeof value === 'boolean') return { text: String(value), type: xsd.boolean };
  if (typeof value !== 'number') return { text: textOf(value) };
  if (value % 1 !== 0 || Math.abs(value) >= 1e21 || datatype === xsd.double) {
    return { text: canonicalDouble(value), type: xsd.double };
  }
  return { text: value.toFixed(0), type: xsd.integer };
}

/**
 * JSON-LD 1.1 API §8.6: one digit before the point, one to fifteen after it. This is
 * `toExponential` without trailing zeros of the fraction and without the plus sign.
 */
export function canonicalDouble(value: number): string {
  return value.toExponential(15).replace(/(\.\d(?:\d*[1-9])?)0*e\+?/u, '$1E');
}

function withLanguage(
  text: string,
  language: JsonValue | undefined,
  findings: FindingSink,
): string {
  if (typeof language !== 'string') return plainLiteral(text);
  const repaired = repairLanguageTag(language);
  if (repaired !== language) {
    findings.add({ kind: 'language-tag-repaired', value: language, repaired });
  }
  return repaired === undefined ? plainLiteral(text) : taggedLiteral(text, repaired);
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * 80 bits: among ten million graphs in one file, two share a prefix with a probability of one in
 * ten thousand million.
 */
const prefixDigits = 20;

/**
 * The blank node labels of one graph, as N-Quads terms, in the order of the calls: a hash of the
 * graph's IRI and a number, so that blank nodes of several graphs in one file stay distinct and the
 * same document always gets the same labels.
 */
export class BlankNodeLabels {
  readonly #prefix: string;
  readonly #byName = new Map<string, string>();
  #count = 0;

  constructor(graph: string) {
    this.#prefix = hash('sha256', graph, 'hex').slice(0, prefixDigits);
  }

  /** A new node. */
  fresh(): string {
    this.#count += 1;
    return `_:g${this.#prefix}n${this.#count}`;
  }

  /** The node of a label. */
  named(name: string): string {
    const term = this.#byName.get(name) ?? this.fresh();
    this.#byName.set(name, term);
    return term;
  }
}

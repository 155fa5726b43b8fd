import { hash } from 'node:crypto';
import { isNilIri } from '../facts/text/missing-values.ts';
import { createPlaceholderReader } from '../facts/text/relative-iris.ts';
import { isIri, repairIri } from '../rdf/iri.ts';
import {
  iriTerm,
  isBlankNode,
  plainLiteral,
  repairLanguageTag,
  taggedLiteral,
  typedLiteral,
} from '../rdf/n-quads.ts';
import { canonicalTerm, rdf, xsd } from '../rdf/vocabularies.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { memoize } from '../text/memoize.ts';
import type { Findings } from './findings.ts';
import {
  canonicalNodeIri,
  expandUndeclaredPrefix,
  findMisspeltTerm,
  findUndeclaredPrefix,
  repairTermSlash,
  type TermRole,
} from './iri-corrections.ts';
import type { JsonObject, JsonValue } from './json.ts';

/**
 * Turns the IRIs of one document into N-Quads terms: with the canonical namespace
 * (`schema-org-slash-missing`), with the namespace of well-known prefixes that are undeclared
 * (`prefix-undeclared`) or unusable (`prefix-unusable`), and repaired where invalid
 * (`iri-repaired`). A misspelt schema.org name is noted (`schema-org-term-misspelt`) and kept. A
 * placeholder identifies nothing: each node named so becomes its own blank node
 * (`identifier-unusable`).
 */
export interface GraphTerms {
  /**
   * The term for a property, class or datatype.
   * @returns undefined, and notes `iri-dropped`, where the IRI cannot be repaired
   */
  vocabularyTerm(iri: string, role: TermRole): string | undefined;
  /**
   * The term for a described node; a blank node where its IRI cannot be repaired (`iri-dropped`).
   */
  subjectTerm(id: string): string;
  /**
   * The term for a reference; undefined where the IRI cannot be repaired and no such node was
   * described before. IRIs for missing values are kept, since they say why there is no value.
   */
  referenceTerm(id: string): string | undefined;
}

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

/** Notes each misspelt term of schema.org once in a role. */
function createMisspeltNoter(findings: Findings): (term: string, role: TermRole) => void {
  const noted = new Set<string>();
  return (term, role) => {
    const found = findMisspeltTerm(term.slice(1, -1), role);
    if (found === undefined || noted.has(`${role} ${found.name}`)) return;
    noted.add(`${role} ${found.name}`);
    findings.add({ kind: 'schema-org-term-misspelt', role, ...found });
  };
}

interface GraphTermsOptions {
  readonly base: string;
  /** Terms of the contexts that are not prefixes, with their IRIs. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly findings: Findings;
}

export function createGraphTerms(
  blankNodes: BlankNodeLabels,
  { base, noPrefixes, findings }: GraphTermsOptions,
): GraphTerms {
  const placeholderNode = createPlaceholderNodes(blankNodes, base, findings);
  const vocabularyTerms = new Map<string, string | undefined>();
  const nodeTerms = new Map<string, string | undefined>();
  const repairPrefix = createPrefixRepair(noPrefixes, findings);
  const noteMisspelt = createMisspeltNoter(findings);

  function repair(iri: string): string | undefined {
    const repaired = repairIri(iri);
    if (repaired !== undefined && repaired !== iri) {
      findings.add({ kind: 'iri-repaired', value: iri, repaired });
    }
    return repaired;
  }

  function repairSlash(iri: string): string {
    const withSlash = repairTermSlash(iri);
    if (withSlash !== iri) findings.add({ kind: 'schema-org-slash-missing', value: iri });
    return withSlash;
  }

  function resolveTerm(
    iri: string,
    known: Map<string, string | undefined>,
    canonical: (iri: string) => string,
  ): string | undefined {
    const term = known.get(iri);
    if (term !== undefined || known.has(iri)) return term;
    const repaired = repair(iri);
    const made =
      repaired === undefined ? undefined : iriTerm(canonical(repairSlash(repairPrefix(repaired))));
    known.set(iri, made);
    return made;
  }

  function reference(id: string): string | undefined {
    if (id.startsWith('_:')) return blankNodes.named(id);
    const known = nodeTerms.get(id) ?? placeholderNode(id, isNilIri);
    return known ?? resolveTerm(id, nodeTerms, canonicalNodeIri);
  }

  return {
    vocabularyTerm(iri, role) {
      const sound = soundTerms[role](iri);
      if (sound !== undefined) return sound;
      const term = resolveTerm(iri, vocabularyTerms, canonicalTerm);
      if (term === undefined) findings.add({ kind: 'iri-dropped', value: iri, role });
      else noteMisspelt(term, role);
      return term;
    },
    subjectTerm(id) {
      const term = placeholderNode(id, isBlankNode) ?? reference(id);
      if (term !== undefined) return term;
      findings.add({ kind: 'iri-dropped', value: id, role: 'subject' });
      const substitute = blankNodes.fresh();
      nodeTerms.set(id, substitute);
      return substitute;
    },
    referenceTerm: reference,
  };
}

/** Gives each placeholder its own blank node; undefined for other or allowed IRIs. */
function createPlaceholderNodes(
  blankNodes: BlankNodeLabels,
  base: string,
  findings: Findings,
): (id: string, isAllowed: (id: string) => boolean) => string | undefined {
  const placeholder = createPlaceholderReader(base);
  return (id, isAllowed) => {
    const value = placeholder(id);
    if (value === undefined || isAllowed(id)) return undefined;
    findings.add({ kind: 'identifier-unusable', value });
    return blankNodes.fresh();
  };
}

/** Expands well-known prefixes that no context declares, and notes each. */
function createPrefixRepair(
  noPrefixes: ReadonlyMap<string, string>,
  findings: Findings,
): (iri: string) => string {
  const noted = new Set<string>();
  return (iri) => {
    const found = findUndeclaredPrefix(iri);
    if (found === undefined) return iri;
    // One value per prefix shows the fault.
    if (!noted.has(found.prefix)) {
      const declared = noPrefixes.get(found.prefix);
      const facts = { ...found, value: iri };
      if (declared === undefined) findings.add({ kind: 'prefix-undeclared', ...facts });
      else findings.add({ kind: 'prefix-unusable', ...facts, declared });
    }
    noted.add(found.prefix);
    return expandUndeclaredPrefix(iri);
  };
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
  findings: Findings,
): string | undefined {
  const { '@value': value = null, '@type': datatype } = object;
  if (datatype === '@json') return typedLiteral(canonicalJson(value), iriTerm(rdf.JSON));
  const { text, type } = lexicalForm(value, datatype);
  const repaired = replaceLoneSurrogates(text);
  if (repaired !== text) findings.add({ kind: 'literal-repaired', value: text });
  // RDF 1.1 Concepts §3.3: these types need a language tag, and a value object with a type has
  // none.
  const lacksTag = datatype === rdf.langString || datatype === rdf.dirLangString;
  if (datatype !== undefined && !lacksTag) {
    const term = terms.vocabularyTerm(textOf(datatype), 'datatype');
    return term === undefined ? undefined : typed(repaired, term);
  }
  if (type !== undefined) return typedLiteral(repaired, iriTerm(type));
  noteDirection(object, findings);
  return withLanguage(repaired, lacksTag ? '' : object['@language'], findings);
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
function canonicalDouble(value: number): string {
  return value.toExponential(15).replace(/(\.\d(?:\d*[1-9])?)0*e\+?/u, '$1E');
}

function typed(text: string, datatypeTerm: string): string {
  return datatypeTerm === iriTerm(xsd.string)
    ? plainLiteral(text)
    : typedLiteral(text, datatypeTerm);
}

function withLanguage(text: string, language: JsonValue | undefined, findings: Findings): string {
  if (typeof language !== 'string') return plainLiteral(text);
  const repaired = repairLanguageTag(language);
  if (repaired !== language) {
    findings.add({ kind: 'language-tag-repaired', value: language, repaired });
  }
  return repaired === undefined ? plainLiteral(text) : taggedLiteral(text, repaired);
}

function noteDirection({ '@direction': direction }: JsonObject, findings: Findings): void {
  if (typeof direction !== 'string') return;
  findings.add({ kind: 'value-dropped', value: direction, reason: 'text-direction' });
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Assigns the blank node labels of one graph, as N-Quads terms, in the order of the calls. */
export interface BlankNodeLabels {
  /** A new node. */
  fresh(): string;
  /** The node of a label (or of any other key that identifies a node of the document). */
  named(name: string): string;
}

/**
 * 80 bits: among ten million graphs in one file, two share a prefix with a probability of one in
 * ten thousand million.
 */
const prefixDigits = 20;

/**
 * Labels consist of a hash of the graph's IRI and a number, so that blank nodes of several graphs
 * in one file stay distinct and the same document always gets the same labels.
 */
export function createBlankNodeLabels(graph: string): BlankNodeLabels {
  const prefix = hash('sha256', graph, 'hex').slice(0, prefixDigits);
  const byName = new Map<string, string>();
  let count = 0;

  function fresh(): string {
    count += 1;
    return `_:g${prefix}n${count}`;
  }
  return {
    fresh,
    named(name) {
      const term = byName.get(name) ?? fresh();
      byName.set(name, term);
      return term;
    },
  };
}

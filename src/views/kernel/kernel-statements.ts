import { isIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcterms, rdfs, spdx } from '../../rdf/vocabularies.ts';
import { wellFormed } from '../../text/well-formed.ts';
import { kernelAttributeNames, kernelAttributes } from './kernel-attributes.ts';
import type { KernelAttribute, KernelObject, KernelRecord, KernelValue } from './kernel-record.ts';

/** What a kernel record says as RDF, and of which graph; see `docs/vocabulary.md`. */
export interface KernelStatements {
  readonly graph: string;
  /** In that graph, those of one subject together, none twice. */
  readonly nquads: string;
}

/** What is said of a node: an IRI, and a term as N-Quads has it. */
export type Pair = readonly [predicate: string, object: string];

/** The terms of the nodes that have no IRI of the publisher's. */
export interface NodeTerms {
  /** @param at the place of an object in its record */
  readonly objectTerm: (at: number) => string;
  readonly checksumTerm: (value: KernelValue) => string;
}

/**
 * Says a kernel record in published terms: of each object its attributes, also the inherited ones,
 * which of them are inherited and from what, and which policies are undetermined.
 * @param prefix what the labels of blank nodes begin with, so that several records can stand in one
 * document
 */
export function kernelStatements(record: KernelRecord, prefix: string): KernelStatements {
  const statements = new Set<string>();
  for (const lines of kernelLines(record, prefix)) for (const line of lines) statements.add(line);
  return { graph: record.graph, nquads: [...statements].join('') };
}

/**
 * The same as lines of N-Quads, those of each object when they are asked for, and at the end the
 * names of values. None comes twice of one object.
 */
export function* kernelLines(
  { graph, objects }: KernelRecord,
  prefix: string,
): Generator<ReadonlySet<string>> {
  const linesOf = (subject: string, pairs: readonly Pair[]): readonly string[] =>
    pairs.map(([predicate, object]) => {
      return `${subject} ${iriTerm(predicate)} ${object} ${iriTerm(graph)} .\n`;
    });
  const objectTerm = (at: number): string => {
    const iri = objects[at]?.iri;
    return iri !== undefined && isIri(iri) ? iriTerm(iri) : `_:${prefix}o${at}`;
  };
  for (const [at, object] of objects.entries()) {
    const sums = object.attributes.checksum?.values ?? [];
    const checksumTerm = (value: KernelValue): string => `_:${prefix}o${at}c${sums.indexOf(value)}`;
    yield new Set([
      ...linesOf(objectTerm(at), objectPairs(object, { objectTerm, checksumTerm })),
      ...sums.flatMap((value) => linesOf(checksumTerm(value), checksumPairs(value))),
    ]);
  }
  const named = objects.flatMap(namedValues);
  yield new Set(
    named.flatMap(({ iri, text }) => linesOf(iriTerm(iri), [[rdfs.label, literal(text)]])),
  );
}

/** What is said of a digital object: its name, what it is in, its attributes and whose they are. */
export function objectPairs(
  { name, in: within, attributes }: KernelObject,
  { objectTerm, checksumTerm }: NodeTerms,
): readonly Pair[] {
  return [
    ...(name === undefined ? [] : [[rdfs.label, literal(name)] as const]),
    ...(within === undefined ? [] : [[cdifGraph.inheritsFrom, objectTerm(within)] as const]),
    ...kernelAttributeNames.flatMap((each) => {
      const { term } = kernelAttributes[each];
      const termOf = each === 'checksum' ? checksumTerm : valueTerm;
      return attributePairs(term, attributes[each], termOf);
    }),
  ];
}

function attributePairs(
  term: string,
  attribute: KernelAttribute | undefined,
  termOf: (value: KernelValue) => string,
): readonly Pair[] {
  if (attribute === undefined) return [];
  const { values, inheritedFrom } = attribute;
  const pairs = values.map((value): Pair => [term, termOf(value)]);
  if (inheritedFrom !== undefined) pairs.push([cdifGraph.inherits, iriTerm(term)]);
  if (values.some(({ undetermined }) => undetermined === true)) {
    pairs.push([cdifGraph.undetermined, iriTerm(term)]);
  }
  return pairs;
}

/** What is said of a checksum. */
export function checksumPairs({ iri, text, algorithm, checksum }: KernelValue): readonly Pair[] {
  const ni = checksum?.namedInformation;
  return [
    ...(algorithm === undefined ? [] : [[spdx.algorithm, literal(algorithm)] as const]),
    [spdx.checksumValue, literal(text ?? iri ?? '')],
    ...(ni === undefined ? [] : [[dcterms.identifier, literal(ni)] as const]),
  ];
}

/** What is called something as a value of an attribute. */
export interface NamedValue {
  readonly iri: string;
  readonly text: string;
  /** The term of the attribute. */
  readonly term: string;
}

/** The values that an object has of its own and that have a name beside their IRI. */
export function namedValues({ attributes }: KernelObject): readonly NamedValue[] {
  return kernelAttributeNames.flatMap((name) => {
    const { values = [], inheritedFrom } = attributes[name] ?? {};
    if (inheritedFrom !== undefined) return [];
    return values.flatMap((value) => nameOf(value, kernelAttributes[name].term) ?? []);
  });
}

/** What a value is called beside its IRI. @param term that of its attribute */
export function nameOf({ iri, text }: KernelValue, term: string): NamedValue | undefined {
  if (iri === undefined || !isIri(iri)) return undefined;
  return text === undefined || text === iri ? undefined : { iri, text, term };
}

/** A value as the term that stands for it. */
export function valueTerm({ iri, text = '' }: KernelValue): string {
  return iri !== undefined && isIri(iri) ? iriTerm(iri) : literal(iri ?? text);
}

function literal(text: string): string {
  return plainLiteral(wellFormed(text));
}

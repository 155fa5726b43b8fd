import { isIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcterms, rdfs, spdx } from '../../rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import {
  type KernelAttribute,
  kernelAttributeNames,
  kernelAttributes,
  type KernelObject,
  type KernelRecord,
  type KernelValue,
} from './kernel-record.ts';

/** A kernel record as RDF; see `docs/vocabulary.md`. */
export interface KernelStatements {
  readonly graph: string;
  /** Grouped by subject, without duplicates. */
  readonly nquads: string;
}

/** A predicate IRI and an N-Quads object term. */
export type PredicateObject = readonly [predicate: string, object: string];

/** Terms for nodes without published IRI. */
export interface NodeTerms {
  /** @param at index of an object in its record */
  readonly objectTerm: (at: number) => string;
  readonly checksumTerm: (value: KernelValue) => string;
}

/**
 * A kernel record in published vocabularies: the attributes of each object, including inherited
 * ones, with their origin, and undetermined policies.
 * @param prefix prefix of blank node labels, so that several records can be in one document
 */
export function kernelStatements(record: KernelRecord, prefix: string): KernelStatements {
  const statements = new Set<string>();
  for (const lines of kernelLines(record, prefix)) for (const line of lines) statements.add(line);
  return { graph: record.graph, nquads: [...statements].join('') };
}

/** As `kernelStatements`, lazily: lines by object, distinct in each, then the names of values. */
export function* kernelLines(
  { graph, objects }: KernelRecord,
  prefix: string,
): Generator<ReadonlySet<string>> {
  const linesOf = (subject: string, pairs: readonly PredicateObject[]): readonly string[] =>
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

/** The statements about a digital object: name, container, attributes and their origin. */
export function objectPairs(
  { name, in: within, attributes }: KernelObject,
  { objectTerm, checksumTerm }: NodeTerms,
): readonly PredicateObject[] {
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
): readonly PredicateObject[] {
  if (attribute === undefined) return [];
  const { values, inheritedFrom } = attribute;
  const pairs = values.map((value): PredicateObject => [term, termOf(value)]);
  if (inheritedFrom !== undefined) pairs.push([cdifGraph.inherits, iriTerm(term)]);
  if (values.some(({ undetermined }) => undetermined === true)) {
    pairs.push([cdifGraph.undetermined, iriTerm(term)]);
  }
  return pairs;
}

/** The statements about a checksum. */
export function checksumPairs({
  iri,
  text,
  algorithm,
  checksum,
}: KernelValue): readonly PredicateObject[] {
  const ni = checksum?.namedInformation;
  return [
    ...(algorithm === undefined ? [] : [[spdx.algorithm, literal(algorithm)] as const]),
    [spdx.checksumValue, literal(text ?? iri ?? '')],
    ...(ni === undefined ? [] : [[dcterms.identifier, literal(ni)] as const]),
  ];
}

/** A named value of an attribute. */
export interface NamedValue {
  readonly iri: string;
  readonly text: string;
  /** The property of the attribute. */
  readonly term: string;
}

/** The named values of an object's own attributes. */
export function namedValues({ attributes }: KernelObject): readonly NamedValue[] {
  return kernelAttributeNames.flatMap((name) => {
    const { values = [], inheritedFrom } = attributes[name] ?? {};
    if (inheritedFrom !== undefined) return [];
    return values.flatMap((value) => namedValueOf(value, kernelAttributes[name].term) ?? []);
  });
}

/**
 * The name of a value besides its IRI.
 * @param term the property of its attribute
 */
export function namedValueOf({ iri, text }: KernelValue, term: string): NamedValue | undefined {
  if (iri === undefined || !isIri(iri)) return undefined;
  return text === undefined || text === iri ? undefined : { iri, text, term };
}

/** The RDF term of a value. */
export function valueTerm({ iri, text = '' }: KernelValue): string {
  return iri !== undefined && isIri(iri) ? iriTerm(iri) : literal(iri ?? text);
}

function literal(text: string): string {
  return plainLiteral(replaceLoneSurrogates(text));
}

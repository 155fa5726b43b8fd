import { isIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcterms, rdfs, spdx } from '../../rdf/vocabularies.ts';
import { wellFormed } from '../../text/well-formed.ts';
import { kernelAttributeNames, kernelAttributes } from './kernel-attributes.ts';
import type { KernelObject, KernelRecord, KernelValue } from './kernel-record.ts';

/** What a kernel record says as RDF, and of which graph; see `docs/vocabulary.md`. */
export interface KernelStatements {
  readonly graph: string;
  /** In that graph, those of one subject together, none twice. */
  readonly nquads: string;
}

/**
 * Says a kernel record in published terms: of each object its attributes, also the inherited ones, which of them are inherited
 * and from what, and which policies are undetermined.
 * @param prefix what the labels of blank nodes begin with, so that several records can stand in one document
 */
export function kernelStatements(
  { graph, objects }: KernelRecord,
  prefix: string,
): KernelStatements {
  const writer = new StatementWriter(graph);
  const terms = objects.map(({ iri }, at) => {
    return iri !== undefined && isIri(iri) ? iriTerm(iri) : `_:${prefix}o${at}`;
  });
  const termOf = (at: number): string => terms[at] ?? '';
  for (const [at, object] of objects.entries()) {
    const checksums = checksumsOf(object, `_:${prefix}o${at}c`);
    writeObject(writer, { object, subject: termOf(at), termOf, checksums });
    for (const { node, value } of checksums) writeChecksum(writer, node, value);
  }
  for (const { iri, text } of objects.flatMap(namedValues)) {
    writer.add(iriTerm(iri), rdfs.label, literal(text));
  }
  return { graph, nquads: writer.text };
}

interface ObjectWriting {
  readonly object: KernelObject;
  readonly subject: string;
  readonly termOf: (at: number) => string;
  readonly checksums: readonly NamedChecksum[];
}

interface NamedChecksum {
  readonly node: string;
  readonly value: KernelValue;
}

function checksumsOf({ attributes }: KernelObject, prefix: string): readonly NamedChecksum[] {
  return (attributes.checksum?.values ?? []).map((value, at) => ({
    node: `${prefix}${at}`,
    value,
  }));
}

function writeObject(
  writer: StatementWriter,
  { object, subject, termOf, checksums }: ObjectWriting,
): void {
  const { name, in: within, attributes } = object;
  if (name !== undefined) writer.add(subject, rdfs.label, literal(name));
  if (within !== undefined) writer.add(subject, cdifGraph.inheritsFrom, termOf(within));
  for (const each of kernelAttributeNames) {
    const attribute = attributes[each];
    if (attribute === undefined) continue;
    const { term } = kernelAttributes[each];
    const objects =
      each === 'checksum' ? checksums.map(({ node }) => node) : attribute.values.map(valueTerm);
    for (const value of objects) writer.add(subject, term, value);
    if (attribute.inheritedFrom !== undefined) {
      writer.add(subject, cdifGraph.inherits, iriTerm(term));
    }
    if (attribute.values.some(({ undetermined }) => undetermined === true)) {
      writer.add(subject, cdifGraph.undetermined, iriTerm(term));
    }
  }
}

function writeChecksum(writer: StatementWriter, node: string, value: KernelValue): void {
  const { text = '', algorithm, checksum } = value;
  const ni = checksum?.namedInformation;
  if (algorithm !== undefined) writer.add(node, spdx.algorithm, literal(algorithm));
  writer.add(node, spdx.checksumValue, literal(text));
  if (ni !== undefined) writer.add(node, dcterms.identifier, literal(ni));
}

/** What has a name beside its IRI. */
function namedValues({
  attributes,
}: KernelObject): readonly { readonly iri: string; readonly text: string }[] {
  return Object.values(attributes).flatMap(({ values }) =>
    values.flatMap(({ iri, text }) => {
      return iri !== undefined && isIri(iri) && text !== undefined && text !== iri
        ? [{ iri, text }]
        : [];
    }),
  );
}

function valueTerm({ iri, text = '' }: KernelValue): string {
  return iri !== undefined && isIri(iri) ? iriTerm(iri) : literal(iri ?? text);
}

function literal(text: string): string {
  return plainLiteral(wellFormed(text));
}

/** Writes statements of one graph, each once. */
class StatementWriter {
  text = '';
  readonly #ending: string;
  readonly #written = new Set<string>();

  constructor(graph: string) {
    this.#ending = ` ${iriTerm(graph)} .\n`;
  }

  add(subject: string, predicate: string, object: string): void {
    const statement = `${subject} ${iriTerm(predicate)} ${object}`;
    if (this.#written.has(statement)) return;
    this.#written.add(statement);
    this.text += statement + this.#ending;
  }
}

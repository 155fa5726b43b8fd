import type { Signpost, SignpostingRelation } from '../../model/typed-link.ts';
import { isIri } from '../../rdf/iri.ts';
import { iriTerm } from '../../rdf/n-quads.ts';
import {
  canonicalTerm,
  cdifGraph,
  dcterms,
  foaf,
  rdf,
  rdfMember,
  rdfs,
  schema,
} from '../../rdf/vocabularies.ts';
import {
  checksumPairs,
  type KernelAttribute,
  type KernelObject,
  type KernelValue,
  type NamedValue,
  namedValueOf,
  namedValues,
  objectPairs,
  valueTerm,
} from '../../views/kernel/kernel-record.ts';
import type { RecordViews } from '../../views/record-views.ts';
import type {
  LinkSet,
  SignpostingLink,
  SignpostingRecord,
} from '../../views/signposting/link-sets.ts';
import {
  contentNode,
  iriOrTextTerm,
  resource,
  type SeenNodes,
  type StatementPair,
  statementsAbout,
  type Term,
  textTerm,
} from './derived-terms.ts';

/**
 * Limit of inherited values per record; beyond it they are left out. Their number is that of
 * objects times values of the resource.
 */
const maxInheritedValues = 100_000;

/**
 * Writes the views of a record, as defined in `docs/vocabulary.md`: an entry for each digital
 * object and for each set of links, and the nodes that they share. N-Quads in the views graph,
 * without blank nodes; one text per entry, because all together may exceed the longest string.
 * @param seen shared nodes that are already written; those of this record are added
 */
export function viewStatements(
  graph: string,
  { kernel, signposting }: RecordViews,
  seen: SeenNodes,
): Generator<string> {
  const writer = new ViewWriter(graph, seen);
  const objects = kernel.flatMap((record) => record.objects);
  const inherited = objects.flatMap(({ attributes }) =>
    Object.values(attributes).map((each) =>
      each.inheritedFrom === undefined ? 0 : each.values.length,
    ),
  );
  const isComplete = inherited.reduce((sum, count) => sum + count, 0) <= maxInheritedValues;
  const kernelKeys = resourceKeys(kernel.map((record) => record.objects[0]?.iri));
  const linkKeys = resourceKeys(signposting.map(({ iri }) => iri));
  for (const [at, record] of kernel.entries()) {
    const shown = isComplete ? record.objects : record.objects.map(withoutInherited);
    writer.objects(shown, kernelKeys[at] ?? '');
  }
  for (const [at, record] of signposting.entries()) writer.linkSets(record, linkKeys[at] ?? '');
  return writer.texts();
}

/** A digital object with only the names of the attributes that it inherits. */
function withoutInherited(object: KernelObject): KernelObject {
  const attributes: Record<string, KernelAttribute> = {};
  for (const [name, attribute] of Object.entries(object.attributes)) {
    const isOwn = attribute.inheritedFrom === undefined;
    attributes[name] = isOwn ? attribute : { ...attribute, values: [] };
  }
  return { ...object, attributes };
}

/** Keys that separate the resources of a record: the IRI, else the index among those without. */
function resourceKeys(iris: readonly (string | undefined)[]): readonly string[] {
  let unnamed = 0;
  return iris.map((iri) => iri ?? String(unnamed++));
}

/** Writes the entries of a record, and each shared node with the first entry that needs it. */
class ViewWriter {
  readonly #graph: string;
  readonly #seen: SeenNodes;
  /** The statements of each entry; two objects of one IRI share one. */
  readonly #entries = new Map<string, (() => readonly StatementPair[])[]>();
  /** The order nodes of creators: objects that inherit creators have the same list. */
  readonly #orders = new Map<readonly KernelValue[], Term>();
  /** Shared nodes since the last text. */
  #shared = '';

  constructor(graph: string, seen: SeenNodes) {
    this.#graph = graph;
    this.#seen = seen;
  }

  *texts(): Generator<string> {
    for (const [node, describe] of this.#entries) {
      const pairs = describe.flatMap((each) => each());
      yield statementsAbout('views', node, pairs) + this.#shared;
      this.#shared = '';
    }
  }

  objects(objects: readonly KernelObject[], resourceKey: string): void {
    const entries = objects.map(({ iri }, at) =>
      this.#objectNode(resourceKey, at === 0 ? resourceKey : (iri ?? at)),
    );
    const [resourceEntry = ''] = entries;
    const objectTerm = (at: number): Term => iriTerm(entries[at] ?? '');
    const checksumTerm = (value: KernelValue): Term => this.#checksum(value);
    for (const [at, object] of objects.entries()) {
      const { iri, pid, attributes } = object;
      this.#describe(entries[at] ?? '', () => [
        ...this.#heads(resourceEntry),
        [foaf.primaryTopic, iri !== undefined && isIri(iri) ? iriTerm(iri) : undefined],
        [dcterms.identifier, textTerm(pid)],
        ...objectPairs(object, { objectTerm, checksumTerm }),
        [cdifGraph.creators, this.#creators(attributes.creator?.values ?? [])],
      ]);
    }
    this.#describe(resourceEntry, () =>
      objects
        .flatMap(namedValues)
        .map((name): StatementPair => [cdifGraph.naming, this.#naming(name)]),
    );
  }

  linkSets({ sets }: SignpostingRecord, resourceKey: string): void {
    const resourceEntry = this.#objectNode(resourceKey, resourceKey);
    const nodes = sets.map(({ sender, anchor }) =>
      contentNode('linkset', [resourceEntry, sender, anchor]),
    );
    this.#describe(resourceEntry, () => [
      ...this.#heads(resourceEntry),
      ...nodes.map((node): StatementPair => [cdifGraph.linkSet, iriTerm(node)]),
    ]);
    for (const [at, set] of sets.entries())
      this.#describe(nodes[at] ?? '', () => this.#linkSet(set));
  }

  #linkSet({ sender, anchor, links }: LinkSet): readonly StatementPair[] {
    return [
      [cdifGraph.sender, textTerm(sender)],
      [cdifGraph.anchor, resource(anchor)],
      ...links.map((link): StatementPair => [cdifGraph.typedLink, this.#link(link)]),
    ];
  }

  /** Not `prov:wasDerivedFrom`, which a digital object may have as an attribute. */
  #heads(resourceEntry: string): readonly StatementPair[] {
    return [
      [dcterms.source, resource(this.#graph)],
      [cdifGraph.resourceEntry, iriTerm(resourceEntry)],
    ];
  }

  #objectNode(resourceKey: string, key: string | number): string {
    return contentNode('object', [this.#graph, resourceKey, key]);
  }

  #checksum(value: KernelValue): Term {
    const { iri, text, algorithm, checksum } = value;
    const content = [algorithm, text ?? iri, checksum?.namedInformation];
    return this.#sharedNode(contentNode('checksum', content), () => checksumPairs(value));
  }

  /** The order of several creators. Two may have one IRI, so the names are included. */
  #creators(values: readonly KernelValue[]): Term | undefined {
    if (values.length < 2) return undefined;
    const known = this.#orders.get(values);
    if (known !== undefined) return known;
    const terms = values.map((value) => {
      const name = namedValueOf(value, dcterms.creator);
      return name === undefined ? valueTerm(value) : this.#naming(name);
    });
    const order = this.#sharedNode(contentNode('creators', terms), () =>
      terms.map((term, at): StatementPair => [rdfMember(at + 1), term]),
    );
    this.#orders.set(values, order);
    return order;
  }

  /** The name that a record gives an IRI in an attribute. */
  #naming({ iri, text: name, term }: NamedValue): Term {
    return this.#sharedNode(contentNode('naming', [iri, name, term]), () => [
      [cdifGraph.iri, iriTerm(iri)],
      [rdfs.label, textTerm(name)],
      [rdf.predicate, iriTerm(term)],
    ]);
  }

  #link({ rel, target, type, profiles }: SignpostingLink): Term {
    return this.#sharedNode(contentNode('link', [rel, target, type, profiles]), () => [
      [rdf.predicate, iriTerm(linkPredicates[rel])],
      [rdf.object, targetTerm(rel, target)],
      ...targetPairs(type, profiles),
    ]);
  }

  #sharedNode(node: string, describe: () => readonly StatementPair[]): Term {
    if (this.#seen.add(node)) this.#shared += statementsAbout('views', node, describe());
    return iriTerm(node);
  }

  #describe(entry: string, describe: () => readonly StatementPair[]): void {
    const known = this.#entries.get(entry);
    if (known === undefined) this.#entries.set(entry, [describe]);
    else known.push(describe);
  }
}

/**
 * The CDIF property for each relation of Signposting (CDIF, "Mapping from Signposting relations to
 * CDIF elements").
 */
export const linkPredicates: Readonly<Record<SignpostingRelation, string>> = {
  author: schema.creator,
  'cite-as': schema.identifier,
  collection: schema.isPartOf,
  describedby: schema.subjectOf,
  describes: schema.about,
  item: schema.hasPart,
  license: schema.license,
  // A linkset is metadata about links, for which CDIF has no element.
  linkset: rdfs.seeAlso,
  type: rdf.type,
};

/**
 * Writes typed links as statements: context, relation and target, with media type and profiles of
 * the target. See `docs/vocabulary.md`. N-Quads in the provenance graph, without blank nodes.
 */
export function signpostStatements(links: readonly Signpost[]): string {
  return links
    .map(({ context, rel, target, type, profiles }) => {
      const object = targetTerm(rel, target);
      if (object === undefined) return '';
      return (
        statementsAbout('provenance', context, [[linkPredicates[rel], object]]) +
        statementsAbout('provenance', target, targetPairs(type, profiles))
      );
    })
    .join('');
}

/** Signposting uses https for schema.org's types; record graphs have http. */
function targetTerm(rel: SignpostingRelation, target: string): Term | undefined {
  return resource(rel === 'type' ? canonicalTerm(target) : target);
}

/** Media type and profiles of a link target. */
function targetPairs(type: string | undefined, profiles: readonly string[]): StatementPair[] {
  return [
    [dcterms.format, textTerm(type)],
    ...profiles.map((profile): StatementPair => [dcterms.conformsTo, iriOrTextTerm(profile)]),
  ];
}

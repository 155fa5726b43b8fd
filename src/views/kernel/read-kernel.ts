import {
  placeObjects,
  type DigitalObject,
  type ObjectReading,
  readDigitalObjects,
  type PlacedObject,
} from '../../facts/record/digital-objects.ts';
import type { FactValue } from '../../facts/record/fact-node.ts';
import { algorithmOf } from '../../facts/record/read-file.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { isDocumentNode, readThing } from '../../facts/record/read-thing.ts';
import type { RecordGraph } from '../../facts/record/record-graph.ts';
import { fileTerms } from '../../facts/record/text-terms.ts';
import { checksumOf } from '../../facts/text/checksum.ts';
import { endsAsFile, isRelativeAddress, looksWritten } from '../../facts/text/written-name.ts';
import type { DescribedResource } from '../../model/record.ts';
import { identifierName } from '../../rdf/identifier-name.ts';
import { prefixedName } from '../../rdf/prefixes.ts';
import { rdf } from '../../rdf/vocabularies.ts';
import {
  kernelAttributeNames,
  kernelAttributes,
  type KernelAttributeInfo,
  type KernelAttributeName,
} from './kernel-attributes.ts';
import type {
  KernelAttribute,
  KernelAttributes,
  KernelObject,
  KernelRecord,
  KernelValue,
} from './kernel-record.ts';
import { choicesOf, type Choices, type SaidValue } from './kernel-sources.ts';

const distributionProperties: ReadonlySet<string> = new Set(fileTerms.distributions);

const typeProperty = prefixedName(rdf.type) ?? rdf.type;

/** The attributes that one object states itself. */
interface OwnAttributes {
  readonly attributes: KernelAttributes;
  /**
   * Attributes that only hold if the containing object states nothing better: the creator need not
   * be the one who maintains it.
   */
  readonly lastResorts: ReadonlySet<KernelAttributeName>;
}

/**
 * The kernel record of a resource.
 * @returns undefined if the node of the resource is unknown
 */
export function kernelRecord(
  { graph, node }: RecordGraph,
  { iri, node: label }: DescribedResource,
): KernelRecord | undefined {
  const name = iri ?? label;
  if (name === undefined) return undefined;
  const reading = new KernelReading(graph.replace(/#.*/su, ''));
  const resource = node(name);
  const placed = placeObjects(resource, readDigitalObjects(resource), reading);
  const own = placed.map((object) => reading.attributesOf(object));
  const objects = placed.map((object, at): KernelObject => {
    return Object.assign(createObjectDescription(object), {
      attributes: addInherited(at, placed, own),
    });
  });
  return { graph, objects };
}

/** Reads the statements of digital objects, each once. */
class KernelReading implements ObjectReading {
  readonly #document: string;
  readonly #signatures = new Map<DigitalObject, string>();
  readonly #words = new Map<FactValue, OwnAttributes>();

  /** @param document the document URL, without fragment */
  constructor(document: string) {
    this.#document = document;
  }

  attributesOf(object: Pick<PlacedObject, 'value' | 'property'>): OwnAttributes {
    const known = this.#words.get(object.value);
    if (known !== undefined) return known;
    const words = this.#read(object);
    this.#words.set(object.value, words);
    return words;
  }

  readonly says = (object: DigitalObject): boolean => {
    return Object.keys(this.attributesOf(object).attributes).length > 0;
  };

  readonly signature = (object: DigitalObject): string => {
    const known = this.#signatures.get(object);
    const made = known ?? JSON.stringify(this.attributesOf(object).attributes);
    this.#signatures.set(object, made);
    return made;
  };

  #read({ value, property }: Pick<PlacedObject, 'value' | 'property'>): OwnAttributes {
    const choices = new Map(value.kind === 'node' ? choicesOf(value) : []);
    if (isMereAddress(value, property)) {
      choices.set('digitalObjectLocation', [[{ value, property, isListed: false }]]);
    }
    const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
    const lastResorts = new Set<KernelAttributeName>();
    for (const name of kernelAttributeNames) {
      const types = name === 'digitalObjectType' && value.kind === 'node' ? value.types : [];
      const { values, at } = this.#firstSaid(name, choices.get(name) ?? []);
      const all = [...types.map((iri) => ({ iri, property: typeProperty })), ...values];
      if (all.length > 0) attributes[name] = { values: all };
      if (name === 'technicalManagement' && at > 0) lastResorts.add(name);
    }
    return { attributes, lastResorts };
  }

  /** The first choice that is not nil, and its index. */
  #firstSaid(
    name: KernelAttributeName,
    choices: Choices,
  ): { readonly values: readonly KernelValue[]; readonly at: number } {
    for (const [at, said] of choices.entries()) {
      const values = this.#valuesOf(name, said);
      if (values.length > 0) return { values, at };
    }
    return { values: [], at: 0 };
  }

  /** Distinct values: the unlisted ones sorted, then those in lists in their order. */
  #valuesOf(name: KernelAttributeName, said: readonly SaidValue[]): readonly KernelValue[] {
    const [first, ...others] = said;
    if (first === undefined) return [];
    if (others.length === 0 && !isDocumentNode(first.value, this.#document)) {
      return this.#kernelValues(name, first);
    }
    const read = said.flatMap((each) =>
      this.#kernelValues(name, each).map((value) => ({
        value,
        key: JSON.stringify([value.iri ?? '', value.text ?? '', each.property]),
        isListed: each.isListed,
      })),
    );
    const loose = read.filter(({ isListed }) => !isListed);
    const inOrder = [
      ...loose.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      ...read.filter(({ isListed }) => isListed),
    ];
    return [...new Map(inOrder.map(({ value }) => [JSON.stringify(value), value])).values()];
  }

  #kernelValues(name: KernelAttributeName, said: SaidValue): readonly KernelValue[] {
    const { value, isLink } = said;
    const document = this.#document;
    const isText = textTests[name];
    const thing = readThing(value, { document, isText, ...(isLink && { isLink }) });
    if (thing === undefined) return [];
    const { iri } = thing;
    const names = [...new Set(thing.names.map(({ text }) => text))];
    // Several agents merged into the document node are all named.
    const isSeveral = iri === undefined && isDocumentNode(value, document);
    const texts = isSeveral ? names : [names.join(' / ')];
    return texts.map((text) => createKernelValue(name, said, { iri, text }));
  }
}

function createKernelValue(
  name: KernelAttributeName,
  { value, property, undetermined }: SaidValue,
  { iri, text }: { readonly iri: string | undefined; readonly text: string },
): KernelValue {
  return {
    ...(iri === undefined ? {} : { iri }),
    ...(text === '' ? {} : { text }),
    ...(name === 'checksum' ? readChecksum(text, value, property) : {}),
    ...(undetermined === undefined ? {} : { undetermined }),
    property: prefixedName(property) ?? property,
  };
}

/**
 * Whether a relative IRI may be a text: single words for a licence, but no files for a location.
 */
const textTests: { readonly [Name in KernelAttributeName]?: (written: string) => boolean } = {
  rights: (written) => looksWritten(written) || !isRelativeAddress(written),
  digitalObjectLocation: (written) => looksWritten(written) && !endsAsFile(written),
};

/** A distribution without statements is an address itself. */
function isMereAddress(value: FactValue, property: string | undefined): property is string {
  const isDistribution = property !== undefined && distributionProperties.has(property);
  return isDistribution && (value.kind === 'literal' || !value.isDescribed);
}

function readChecksum(
  digits: string,
  value: FactValue,
  property: string,
): Pick<KernelValue, 'algorithm' | 'checksum'> {
  const algorithm = algorithmOf(value);
  const checksum = checksumOf(digits, [algorithm ?? '', property]);
  return {
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(checksum === undefined ? {} : { checksum }),
  };
}

function createObjectDescription({
  kind,
  value,
  names,
  in: within,
}: PlacedObject): Omit<KernelObject, 'attributes'> {
  const name = names.join(' / ');
  const iri = value.kind === 'node' ? value.iri : undefined;
  const pid = readHandle(value);
  return {
    kind,
    ...(iri === undefined ? {} : { iri }),
    ...(name === '' ? {} : { name }),
    ...(within === undefined ? {} : { in: within }),
    ...(pid === undefined ? {} : { pid }),
  };
}

/** The alphabetically first DOI, else other handle. */
function readHandle(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const names = [value.iri ?? '', ...identifiersIn(value)].map(identifierName).toSorted();
  const [first] = ['doi:', 'hdl:'].flatMap((scheme) =>
    names.flatMap((name) => (name.startsWith(scheme) ? [name.slice(scheme.length)] : [])),
  );
  return first;
}

/** Adds missing attributes of the nearest containing object that has them. */
function addInherited(
  at: number,
  placed: readonly PlacedObject[],
  own: readonly OwnAttributes[],
): KernelAttributes {
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    // A resource with several files has no single location.
    if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) continue;
    const from = findSource(name, at, placed, own);
    const attribute = from === undefined ? undefined : own[from]?.attributes[name];
    if (from === undefined || attribute === undefined) continue;
    attributes[name] = from === at ? attribute : { ...attribute, inheritedFrom: from };
  }
  return attributes;
}

/**
 * The index of the object that states an attribute: itself or the nearest containing one; undefined
 * if none does.
 */
function findSource(
  name: KernelAttributeName,
  at: number,
  placed: readonly PlacedObject[],
  own: readonly OwnAttributes[],
): number | undefined {
  const { isOfBits, isRelation }: KernelAttributeInfo = kernelAttributes[name];
  let lastResort: number | undefined;
  for (let from: number | undefined = at; from !== undefined; from = placed[from]?.in) {
    const words = own[from];
    if (words?.attributes[name] !== undefined) {
      if (!words.lastResorts.has(name)) return from;
      lastResort ??= from;
    }
    // Additional types refine a type, and are not inherited by an object with another one.
    const isTyped = name === 'additionalType' && words?.attributes.digitalObjectType !== undefined;
    if (isOfBits === true || isRelation === true || isTyped) return lastResort;
  }
  return lastResort;
}

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

/** What one object says itself. */
interface OwnAttributes {
  readonly attributes: KernelAttributes;
  /**
   * Which of these hold only where what the object is in says nothing better: whoever made a thing
   * may not be who keeps it.
   */
  readonly lastResorts: ReadonlySet<KernelAttributeName>;
}

/**
 * The kernel record of a resource that a record describes.
 * @returns undefined where the catalogue does not tell which node the resource is
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
    return Object.assign(describe(object), { attributes: withInherited(at, placed, own) });
  });
  return { graph, objects };
}

/** Reads what the digital objects of a record say, each once. */
class KernelReading implements ObjectReading {
  readonly #document: string;
  readonly #signatures = new Map<DigitalObject, string>();
  readonly #words = new Map<FactValue, OwnAttributes>();

  /** @param document the URL of the document, without a fragment */
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
      const all = [...types.map(typeValue), ...values];
      if (all.length > 0) attributes[name] = { values: all };
      if (name === 'technicalManagement' && at > 0) lastResorts.add(name);
    }
    return { attributes, lastResorts };
  }

  /** The first choice that is not nil, and which one that is. */
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

  /** Each once; what stands in lists in its order, all else before that and sorted. */
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
    // Several that are one node are called by all their names.
    const isSeveral = iri === undefined && isDocumentNode(value, document);
    const texts = isSeveral ? names : [names.join(' / ')];
    return texts.map((text) => valueOf(name, said, { iri, text }));
  }
}

function valueOf(
  name: KernelAttributeName,
  { value, property, undetermined }: SaidValue,
  { iri, text }: { readonly iri: string | undefined; readonly text: string },
): KernelValue {
  return {
    ...(iri === undefined ? {} : { iri }),
    ...(text === '' ? {} : { text }),
    ...(name === 'checksum' ? sumIn(text, value, property) : {}),
    ...(undetermined === undefined ? {} : { undetermined }),
    property: prefixedName(property) ?? property,
  };
}

/**
 * Where a relative IRI may be a text: a licence also as a single word, a location not as a file.
 */
const textTests: { readonly [Name in KernelAttributeName]?: (written: string) => boolean } = {
  rights: (written) => looksWritten(written) || !isRelativeAddress(written),
  digitalObjectLocation: (written) => looksWritten(written) && !endsAsFile(written),
};

/** A distribution of which nothing is said is a location itself. */
function isMereAddress(value: FactValue, property: string | undefined): property is string {
  const isDistribution = property !== undefined && distributionProperties.has(property);
  return isDistribution && (value.kind === 'literal' || !value.isDescribed);
}

function typeValue(iri: string): KernelValue {
  return { iri, property: prefixedName(rdf.type) ?? rdf.type };
}

function sumIn(
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

function describe({
  kind,
  value,
  names,
  in: within,
}: PlacedObject): Omit<KernelObject, 'attributes'> {
  const name = names.join(' / ');
  const iri = value.kind === 'node' ? value.iri : undefined;
  const pid = pidOf(value);
  return {
    kind,
    ...(iri === undefined ? {} : { iri }),
    ...(name === '' ? {} : { name }),
    ...(within === undefined ? {} : { in: within }),
    ...(pid === undefined ? {} : { pid }),
  };
}

/**
 * The first by the alphabet of its identifiers that are DOIs, else of other handles; a DOI is one.
 */
function pidOf(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const names = [value.iri ?? '', ...identifiersIn(value)].map(identifierName).toSorted();
  const [first] = ['doi:', 'hdl:'].flatMap((scheme) =>
    names.flatMap((name) => (name.startsWith(scheme) ? [name.slice(scheme.length)] : [])),
  );
  return first;
}

/** With what it does not say itself in the words of the nearest that it is in and that does. */
function withInherited(
  at: number,
  placed: readonly PlacedObject[],
  own: readonly OwnAttributes[],
): KernelAttributes {
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    // Of several sequences of bits, the resource has no one location.
    if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) continue;
    const from = sourceOf(name, at, placed, own);
    const attribute = from === undefined ? undefined : own[from]?.attributes[name];
    if (from === undefined || attribute === undefined) continue;
    attributes[name] = from === at ? attribute : { ...attribute, inheritedFrom: from };
  }
  return attributes;
}

/**
 * Which object says an attribute of one of them: itself, or the nearest that it is in; undefined
 * where none does.
 */
function sourceOf(
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
    // Additional types say more of a type, and are not those of another thing.
    const isTyped = name === 'additionalType' && words?.attributes.digitalObjectType !== undefined;
    if (isOfBits === true || isRelation === true || isTyped) return lastResort;
  }
  return lastResort;
}

import { vocabulary } from '../../rdf/vocabularies.ts';
import { isNil } from '../text/nil.ts';
import { nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { publishedText, publishedTexts } from './fact-texts.ts';
import { fileTerms, textTerms } from './text-terms.ts';

const schema = vocabulary(
  'http://schema.org/',
  'contentSize',
  'serviceType',
  'unitCode',
  'unitText',
  'value',
);
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'accessURL', 'byteSize');

const addresses = [...fileTerms.contents, dcat.accessURL];
const formats = [...textTerms.formats, schema.serviceType];
const sizes = [schema.contentSize, dcat.byteSize];
const values = [schema.value];
const units = [schema.unitText, schema.unitCode];

/** What is known of the bits of a file, or of what a service gives: as published, but for nils. */
export interface FileFacts {
  /** Where it is; of a service the templates of its addresses. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  /** With their unit where one is given: `12 MB`. */
  readonly sizes: readonly string[];
  readonly checksums: readonly FileChecksum[];
}

export interface FileChecksum {
  /** As published: a name, or an IRI. */
  readonly algorithm?: string | undefined;
  readonly digits: string;
}

/**
 * Reads what a record says of a file: a distribution, a part of one, or a resource that is a file.
 */
export function readFile(node: FactNode): FileFacts {
  return {
    addresses: [...publishedTexts(node, addresses), ...templatesOf(node)],
    formats: distinctIn(formats, node, formatTexts),
    sizes: distinctIn(sizes, node, sizeTexts),
    checksums: [
      ...node.values(fileTerms.checksums).flatMap(checksumsIn),
      ...publishedTexts(node, fileTerms.sha256).map((each) => ({
        algorithm: 'SHA-256',
        digits: each,
      })),
    ],
  };
}

function distinctIn(
  properties: readonly string[],
  node: FactNode,
  read: (value: FactValue) => readonly string[],
): readonly string[] {
  return [...new Set(node.values(properties).flatMap(read))];
}

function templatesOf(node: FactNode): readonly string[] {
  const said = [node, ...servicesOf(node)].flatMap((each) => {
    return publishedTexts(each, fileTerms.templates);
  });
  return [...new Set(said)];
}

/** What can be done with something, and where: nodes that may have the template of an address. */
export function servicesOf(node: FactNode): readonly FactNode[] {
  const actions = nodesIn(node, fileTerms.actions);
  return [...actions, ...actions.flatMap((action) => nodesIn(action, fileTerms.targets))];
}

/** A format by its names, else by its text or IRI. */
function formatTexts(value: FactValue): readonly string[] {
  const called = publishedTexts(value, textTerms.labels);
  const own = publishedText(value);
  return called.length > 0 || own === undefined ? called : [own];
}

/** A size as text or number, or a number with its unit in a `QuantitativeValue`. */
function sizeTexts(value: FactValue): readonly string[] {
  const own = publishedText(value);
  const [unit = 'bytes'] = publishedTexts(value, units);
  const quantities = publishedTexts(value, values).map((number) => `${number} ${unit}`);
  const called = publishedTexts(value, textTerms.labels);
  return [...(own === undefined ? [] : [own]), ...quantities, ...called];
}

function checksumsIn(value: FactValue): readonly FileChecksum[] {
  const algorithm = algorithmOf(value);
  const sums = publishedTexts(value, fileTerms.checksumValues);
  // The IRI of a node is no checksum.
  const isText = value.kind === 'literal' && !isNil(value.text);
  return isText ? [{ digits: value.text.trim() }] : sums.map((digits) => ({ algorithm, digits }));
}

/** By which algorithm a node is a checksum, as published: the first in alphabetical order. */
export function algorithmOf(value: FactValue): string | undefined {
  return publishedTexts(value, fileTerms.algorithms).toSorted()[0];
}

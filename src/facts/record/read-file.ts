import { termIri, termIris } from './vocabulary-iris.ts';
import { isNil } from '../text/nil.ts';
import { nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { publishedText, publishedTexts } from './fact-texts.ts';
import { fileTerms, textTerms } from './text-terms.ts';

const addresses = [...fileTerms.contents, termIri('dcat:accessURL')];
const formats = [...textTerms.formats, termIri('schema:serviceType')];
const sizes = termIris('schema:contentSize dcat:byteSize');
const values = termIris('schema:value');
const units = termIris('schema:unitText schema:unitCode');

/** Published facts about a file or service, without nils. */
export interface FileFacts {
  /** Addresses of the content; URL templates of a service. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  /** With unit, if given: `12 MB`. */
  readonly sizes: readonly string[];
  readonly checksums: readonly FileChecksum[];
}

export interface FileChecksum {
  /** As published: a name or an IRI. */
  readonly algorithm?: string | undefined;
  readonly digits: string;
}

/** Reads the facts about a file: a distribution, a part of one, or a resource that is a file. */
export function readFile(node: FactNode): FileFacts {
  return {
    addresses: [...publishedTexts(node, addresses), ...readTemplates(node)],
    formats: readDistinct(formats, node, readFormatTexts),
    sizes: readDistinct(sizes, node, readSizeTexts),
    checksums: [
      ...node.values(fileTerms.checksums).flatMap(readChecksums),
      ...publishedTexts(node, fileTerms.sha256).map((each) => ({
        algorithm: 'SHA-256',
        digits: each,
      })),
    ],
  };
}

function readDistinct(
  properties: readonly string[],
  node: FactNode,
  read: (value: FactValue) => readonly string[],
): readonly string[] {
  return [...new Set(node.values(properties).flatMap(read))];
}

function readTemplates(node: FactNode): readonly string[] {
  const said = [node, ...servicesOf(node)].flatMap((each) => {
    return publishedTexts(each, fileTerms.templates);
  });
  return [...new Set(said)];
}

/** Nodes that may hold the URL template of a service: actions and their targets. */
export function servicesOf(node: FactNode): readonly FactNode[] {
  const actions = nodesIn(node, fileTerms.actions);
  return [...actions, ...actions.flatMap((action) => nodesIn(action, fileTerms.targets))];
}

/** A format by its names, else by its text or IRI. */
function readFormatTexts(value: FactValue): readonly string[] {
  const called = publishedTexts(value, textTerms.labels);
  const own = publishedText(value);
  return called.length > 0 || own === undefined ? called : [own];
}

/** A size as text or number, or a number with unit in a `QuantitativeValue`. */
function readSizeTexts(value: FactValue): readonly string[] {
  const own = publishedText(value);
  const [unit = 'bytes'] = publishedTexts(value, units);
  const quantities = publishedTexts(value, values).map((number) => `${number} ${unit}`);
  const called = publishedTexts(value, textTerms.labels);
  return [...(own === undefined ? [] : [own]), ...quantities, ...called];
}

function readChecksums(value: FactValue): readonly FileChecksum[] {
  const algorithm = algorithmOf(value);
  const sums = publishedTexts(value, fileTerms.checksumValues);
  // The IRI of a node is no checksum.
  const isText = value.kind === 'literal' && !isNil(value.text);
  return isText ? [{ digits: value.text.trim() }] : sums.map((digits) => ({ algorithm, digits }));
}

/** The published checksum algorithm of a node, the first in alphabetical order. */
export function algorithmOf(value: FactValue): string | undefined {
  return publishedTexts(value, fileTerms.algorithms).toSorted()[0];
}

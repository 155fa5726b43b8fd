import {
  iriTerm,
  isBlankNode,
  iterateStatements,
  literalParts,
  type Statement,
  unescapeLiteral,
} from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import type { KernelRecord } from '../views/kernel/kernel-record.ts';
import { kernelLines } from '../views/kernel/kernel-statements.ts';
import type { Serialisation } from './export-format.ts';

/** The `@vocab` that completes names without a colon. */
const nodeVocabulary = 'http://schema.org/';

const inVocabulary = `<${nodeVocabulary}`;

/** Names that no JSON-LD processor takes for a keyword or an IRI. */
const plainName = /^[A-Za-z][A-Za-z\d]*$/;

/** The `@id` of an IRI or a blank node. */
function nodeId(term: string): string {
  return isBlankNode(term) ? term : unescapeLiteral(term.slice(1, -1));
}

/** The name of a property, class or datatype, shortened if it is in the vocabulary. */
function nodeName(term: string): string {
  if (!term.startsWith(inVocabulary)) return nodeId(term);
  const name = term.slice(inVocabulary.length, -1);
  return plainName.test(name) ? name : nodeId(term);
}

/**
 * The JSON text of a value. Literals keep their lexical form: no native numbers or booleans, and
 * JSON literals (rdf:JSON) as text with their datatype, because processors would rewrite both.
 */
function nodeValue(term: string): string {
  if (!term.startsWith('"')) return `{"@id":${JSON.stringify(nodeId(term))}}`;
  const { escaped, language, datatype } = literalParts(term);
  const text = JSON.stringify(unescapeLiteral(escaped));
  if (language !== undefined) return `{"@value":${text},"@language":"${language}"}`;
  if (datatype === undefined) return text;
  return `{"@value":${text},"@type":${JSON.stringify(nodeName(datatype))}}`;
}

/** A longer node is continued in another object, so that memory stays bounded. */
const maxCharacters = 2 ** 16;

const type = iriTerm(rdf.type);

/** Builds JSON-LD node objects from statements that are grouped by subject. */
class NodeObjects {
  readonly #members = new Map<string, string[]>();
  #subject: string | undefined;
  #characters = 0;

  /** @returns the JSON text of the previous node if this statement begins another; else empty */
  add({ subject, predicate, object }: Statement): string {
    const isSame = subject === this.#subject && this.#characters < maxCharacters;
    const ended = isSame ? '' : this.end();
    this.#subject = subject;
    this.#characters += predicate.length + object.length;
    // `@type` takes no literals, but publishers do use literals as types.
    const isType = predicate === type && !object.startsWith('"');
    const name = isType ? '@type' : nodeName(predicate);
    const value = isType ? JSON.stringify(nodeName(object)) : nodeValue(object);
    const values = this.#members.get(name);
    if (values === undefined) this.#members.set(name, [value]);
    else values.push(value);
    return ended;
  }

  /** @returns the JSON text of the last node; empty if there is none */
  end(): string {
    if (this.#subject === undefined) return '';
    const node = formatNodeObject(this.#subject, this.#members);
    this.#members.clear();
    this.#subject = undefined;
    this.#characters = 0;
    return node;
  }
}

function formatNodeObject(
  subject: string,
  members: ReadonlyMap<string, readonly string[]>,
): string {
  let text = `{"@id":${JSON.stringify(nodeId(subject))}`;
  for (const [name, values] of members) {
    const [value = ''] = values;
    text += `,${JSON.stringify(name)}:${values.length === 1 ? value : `[${values.join(',')}]`}`;
  }
  return `${text}}`;
}

/**
 * Uses no prefixes: a prefix would expand an IRI whose scheme has the same name (JSON-LD 1.1 API
 * §5.2.2), and publishers who forget to declare `schema` leave IRIs such as `schema:Dataset`.
 * `@vocab` only completes names without a colon.
 */
const head = `{"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}},"@graph":[`;

/**
 * One JSON-LD 1.1 document: an array of graphs, each an array of nodes, one node a line. A node
 * with many or scattered statements is split into objects with the same `@id`, which JSON-LD
 * merges.
 */
export const jsonLd: Serialisation = () => {
  const nodes = new NodeObjects();
  let current: string | undefined;
  let nodesInGraph = 0;

  function line(node: string): string {
    if (node === '') return '';
    nodesInGraph += 1;
    return nodesInGraph === 1 ? `\n${node}` : `,\n${node}`;
  }
  function endGraph(): string {
    return current === undefined ? '' : `${line(nodes.end())}\n]}`;
  }
  return {
    head,
    *write(piece) {
      if (piece.graph !== current) {
        const before = current === undefined ? '\n' : `${endGraph()},\n`;
        yield `${before}{"@id":${JSON.stringify(piece.graph)},"@graph":[`;
        nodesInGraph = 0;
      }
      current = piece.graph;
      for (const statement of iterateStatements(piece)) yield line(nodes.add(statement));
    },
    end: () => `${endGraph()}\n]}\n`,
  };
};

/**
 * A kernel record as a single-line JSON-LD 1.1 document. It names no graph, because the publisher
 * did not make these statements.
 */
export function kernelJsonLd(record: KernelRecord): string {
  return [...kernelJsonLdText(record)].join('');
}

/** As `kernelJsonLd` in pieces, because the whole may exceed the maximum string length. */
export function* kernelJsonLdText(record: KernelRecord): Generator<string> {
  const nodes = new NodeObjects();
  let isFirst = true;
  const withComma = (node: string): string => {
    if (node === '') return '';
    const before = isFirst ? '' : ',';
    isFirst = false;
    return before + node;
  };
  yield head;
  for (const lines of kernelLines(record, '')) {
    const nquads = [...lines].join('');
    for (const statement of iterateStatements({ graph: record.graph, nquads })) {
      yield withComma(nodes.add(statement));
    }
  }
  yield `${withComma(nodes.end())}]}`;
}

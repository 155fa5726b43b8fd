import { basename, extname } from 'node:path';
import type { GraphPiece } from '../catalogue/snapshot.ts';
import {
  iriTerm,
  isBlankNode,
  iterateStatements,
  literalParts,
  type Statement,
  unescapeLiteral,
} from '../rdf/n-quads.ts';
import { prefixDeclarations, prefixedName, rdf } from '../rdf/vocabularies.ts';
import { type KernelRecord, kernelLines } from '../views/kernel/kernel-record.ts';

/** Export formats, named after their file extensions. `query` uses the same names. */
export const exportFormats = ['nq', 'trig', 'nt', 'ttl', 'jsonld'] as const;

/** One of `exportFormats`. */
export type ExportFormat = (typeof exportFormats)[number];

/** Format and compression derived from a file name. */
interface FileKind {
  /** Undefined if the extension is not that of a format. */
  readonly format: ExportFormat | undefined;
  /** In lower case, without its dot; empty if there is none. */
  readonly extension: string;
  readonly gzip: boolean;
}

const gzipEnding = '.gz';

/** Reads the extensions of a file name, ignoring case: `all.TTL.gz` is gzipped Turtle. */
export function fileKind(path: string): FileKind {
  const name = basename(path).toLowerCase();
  const gzip = name.endsWith(gzipEnding);
  const extension = extname(gzip ? name.slice(0, -gzipEnding.length) : name).slice(1);
  return { format: exportFormats.find((format) => format === extension), extension, gzip };
}

/**
 * A serialisation format; calling it starts a document. The output depends only on the statements
 * and their order, not on how they are split into pieces, and memory is bounded by the statements
 * of one subject.
 */
export type Serialisation = () => SerialisedDocument;

/** A document being written: `head`, then the output of `write` for each piece, then `end`. */
interface SerialisedDocument {
  readonly head: string;
  /** Yields text in parts, so that a large piece is not held twice. */
  write(piece: GraphPiece): Iterable<string>;
  end(): string;
}

/** Turtle: the union of the graphs, separated by empty lines. */
export const turtle: Serialisation = () => {
  const statements = new GroupedStatements();
  let current: string | undefined;
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${statements.end()}\n`;
      current = piece.graph;
      for (const statement of iterateStatements(piece)) yield statements.add(statement);
    },
    end: () => statements.end(),
  };
};

/** TriG: one block a graph. */
const trig: Serialisation = () => {
  const statements = new GroupedStatements('  ');
  let current: string | undefined;

  function end(): string {
    return current === undefined ? '' : `${statements.end()}}\n`;
  }
  return {
    head: prefixDeclarations,
    *write(piece) {
      if (piece.graph !== current) yield `${end()}\n${iriTerm(piece.graph)} {\n`;
      current = piece.graph;
      for (const statement of iterateStatements(piece)) yield statements.add(statement);
    },
    end,
  };
};

const type = iriTerm(rdf.type);

/** Writes statements as Turtle, abbreviating repeated subjects with `;` and predicates with `,`. */
class GroupedStatements {
  readonly #indent: string;
  #last: Statement | undefined;

  /** @param indent prefix of each line */
  constructor(indent = '') {
    this.#indent = indent;
  }

  /** @returns the text of one more statement, without the final dot */
  add(statement: Statement): string {
    const { subject, predicate, object } = statement;
    const isSame = subject === this.#last?.subject;
    if (isSame && predicate === this.#last?.predicate) return `, ${turtleTerm(object)}`;
    const indent = this.#indent;
    const verb = predicate === type ? 'a' : turtleTerm(predicate);
    const before = isSame ? ` ;\n${indent}  ` : `${this.end()}${indent}${turtleTerm(subject)} `;
    this.#last = statement;
    return `${before}${verb} ${turtleTerm(object)}`;
  }

  /** @returns the final dot of the last statement; empty if there is none */
  end(): string {
    const ending = this.#last === undefined ? '' : ' .\n';
    this.#last = undefined;
    return ending;
  }
}

/** An N-Quads term in Turtle or TriG, with prefixed names for IRIs and datatypes. */
function turtleTerm(term: string): string {
  if (term.startsWith('<')) return prefixedName(term.slice(1, -1)) ?? term;
  // Strings have the same escapes in both (Turtle `STRING_LITERAL_QUOTE`), blank nodes the same
  // labels.
  if (!term.endsWith('>')) return term;
  const { escaped, datatype } = literalParts(term);
  const name = datatype === undefined ? undefined : prefixedName(datatype.slice(1, -1));
  return name === undefined ? term : `"${escaped}"^^${name}`;
}

/** N-Triples of all graphs. A statement in several graphs is repeated, to keep memory bounded. */
const nTriples: Serialisation = () => ({
  head: '',
  *write(piece) {
    for (const { subject, predicate, object } of iterateStatements(piece)) {
      yield `${subject} ${predicate} ${object} .\n`;
    }
  },
  end: () => '',
});

/** N-Quads: the stored canonical statements, one a line, without duplicates. */
const nQuads: Serialisation = () => ({
  head: '',
  *write({ nquads }) {
    yield nquads;
  },
  end: () => '',
});

/** The `@vocab` that completes names without a colon. */
const nodeVocabulary = 'http://schema.org/';

/**
 * The context of our JSON-LD. It has no prefixes: a prefix would expand an IRI whose scheme has the
 * same name (JSON-LD 1.1 API §5.2.2), and publishers who forget to declare `schema` leave IRIs such
 * as `schema:Dataset`. `@vocab` only completes names without a colon.
 */
export const jsonLdContext = `"@context":{"@vocab":${JSON.stringify(nodeVocabulary)}}`;

const head = `{${jsonLdContext},"@graph":[`;

/**
 * One JSON-LD 1.1 document: an array of graphs, each an array of nodes, one node a line. A node
 * with many or scattered statements is split into objects with the same `@id`, which JSON-LD
 * merges.
 */
const jsonLd: Serialisation = () => {
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
    const name = isType ? '@type' : jsonLdName(predicate);
    const value = isType ? JSON.stringify(jsonLdName(object)) : jsonLdValue(object);
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

/** The serialisation of each export format. */
export const serialisations = {
  nq: nQuads,
  trig,
  nt: nTriples,
  ttl: turtle,
  jsonld: jsonLd,
} satisfies Record<ExportFormat, Serialisation>;

const inVocabulary = `<${nodeVocabulary}`;

/** Names that no JSON-LD processor takes for a keyword or an IRI. */
const plainName = /^[A-Za-z][A-Za-z\d]*$/;

/** The `@id` of an IRI or a blank node. */
export function jsonLdId(term: string): string {
  return isBlankNode(term) ? term : unescapeLiteral(term.slice(1, -1));
}

/** The name of a property, class or datatype, shortened if it is in the vocabulary. */
export function jsonLdName(term: string): string {
  if (!term.startsWith(inVocabulary)) return jsonLdId(term);
  const name = term.slice(inVocabulary.length, -1);
  return plainName.test(name) ? name : jsonLdId(term);
}

/**
 * The JSON text of a value. Literals keep their lexical form: no native numbers or booleans, and
 * JSON literals (rdf:JSON) as text with their datatype, because processors would rewrite both.
 */
export function jsonLdValue(term: string): string {
  if (!term.startsWith('"')) return `{"@id":${JSON.stringify(jsonLdId(term))}}`;
  const { escaped, language, datatype } = literalParts(term);
  const text = JSON.stringify(unescapeLiteral(escaped));
  if (language !== undefined) return `{"@value":${text},"@language":"${language}"}`;
  if (datatype === undefined) return text;
  return `{"@value":${text},"@type":${JSON.stringify(jsonLdName(datatype))}}`;
}

/** A longer node is continued in another object, so that memory stays bounded. */
const maxCharacters = 2 ** 16;

function formatNodeObject(
  subject: string,
  members: ReadonlyMap<string, readonly string[]>,
): string {
  let text = `{"@id":${JSON.stringify(jsonLdId(subject))}`;
  for (const [name, values] of members) {
    const [value = ''] = values;
    text += `,${JSON.stringify(name)}:${values.length === 1 ? value : `[${values.join(',')}]`}`;
  }
  return `${text}}`;
}

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

import jsonld from 'jsonld';
import { DataFactory, Parser, type Quad } from 'n3';
import { Findings } from '../../expand/findings.ts';
import { JsonLdProcessor } from '../../expand/json-ld-processor.ts';
import { prepareDocument } from '../../expand/prepare-document.ts';
import { Fault } from '../../model/fault.ts';
import { canonicalTerm, schemaOrgNamespace, sh } from '../../rdf/vocabularies.ts';
import { isContainer, type JsonValue } from '../../text/json.ts';
import { TermGraph } from './term-graph.ts';

/** A file of shapes. */
export interface ShapesFile {
  /** For messages, and the base of relative IRIs. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Without it the ending of the name and the content tell the syntax. */
  readonly mediaType?: string | undefined;
}

/** A file of shapes that cannot be parsed. */
export class ShapesFault extends Fault {
  override readonly name = 'ShapesFault' as const;
}

/** Those of the default configuration. */
const limits = { jsonDepth: 200, jsonValues: 2_000_000 };

const syntaxes: ReadonlyMap<string, string> = new Map([
  ['ttl', 'text/turtle'],
  ['trig', 'application/trig'],
  ['nt', 'application/n-triples'],
  ['nq', 'application/n-quads'],
  ['jsonld', 'application/ld+json'],
  ['json', 'application/ld+json'],
]);

/**
 * Reads files of shapes into one graph, named graphs included: Turtle, TriG, N-Triples, N-Quads,
 * and JSON-LD with bundled contexts only. Shapes that know schema.org's namespace in another
 * spelling than record graphs get theirs, also in queries; otherwise they would ask for nothing.
 * Shapes that have both spellings distinguish them, as the official CDIF shapes do.
 * @throws {ShapesFault} that names the file, and the line where the syntax has one
 */
export async function readShapesGraph(files: readonly ShapesFile[]): Promise<TermGraph> {
  const quads: Quad[] = [];
  for (const [index, file] of files.entries()) quads.push(...(await readFile(file, index)));
  const isCanonical = quads.some(hasCanonicalTerm);
  const graph = new TermGraph();
  for (const quad of quads) graph.add(isCanonical ? quad : canonicalQuad(quad));
  return graph;
}

function hasCanonicalTerm({ subject, predicate, object }: Quad): boolean {
  return [subject, predicate, object].some(({ value }) => value.includes(schemaOrgNamespace));
}

async function readFile(file: ShapesFile, index: number): Promise<readonly Quad[]> {
  const text = decode(file);
  const ending = /\.(\w+)$/u.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const syntax = file.mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? syntaxes.get(ending);
  if (syntax?.endsWith('json') ?? /^\s*[[{]/u.test(text)) {
    return parseText(file, await jsonLdAsNQuads(file, text), 'application/n-quads', index);
  }
  if (/^\s*<\?xml/u.test(text))
    throw new ShapesFault(
      `${file.name} is XML; shapes are read as Turtle, TriG, N-Triples, N-Quads or JSON-LD`,
    );
  return parseText(file, text, syntax, index);
}

function decode({ name, content }: ShapesFile): string {
  if (typeof content === 'string') return content;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (error) {
    throw new ShapesFault(`${name} is not UTF-8`, { cause: error });
  }
}

/** @param syntax without it, n3 accepts what any of its syntaxes has */
function parseText(
  file: ShapesFile,
  text: string,
  syntax: string | undefined,
  index: number,
): readonly Quad[] {
  const format = syntax === undefined ? {} : { format: syntax };
  // Labels that no record has, and no other file.
  const parser = new Parser({
    ...format,
    baseIRI: baseOf(file),
    blankNodePrefix: `shapes${index}_`,
  });
  try {
    return parser.parse(text);
  } catch (error) {
    throw new ShapesFault(`${file.name} cannot be parsed: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function baseOf({ name }: ShapesFile): string {
  return URL.canParse(name) ? name : new URL(encodeURI(name), 'file:///').href;
}

async function jsonLdAsNQuads(file: ShapesFile, text: string): Promise<string> {
  const refuse = (reason: string): never => {
    throw new ShapesFault(`${file.name} cannot be parsed: ${reason}`);
  };
  let document: JsonValue = null;
  try {
    document = JSON.parse(text) as JsonValue; // What JSON.parse returns.
  } catch (error) {
    refuse(messageOf(error));
  }
  if (!isContainer(document)) return refuse('JSON-LD is an object or an array');
  const base = baseOf(file);
  const findings = new Findings(base);
  const prepared = prepareDocument(document, { base, limits }, findings);
  if (prepared.kind === 'refused') return refuse(JSON.stringify(prepared.reason));
  const expand = new JsonLdProcessor().open(prepared.contexts);
  const expansion = await expand(document, { base, findings });
  if (expansion.kind === 'refused') return refuse(JSON.stringify(expansion.reason));
  // An expanded document has no contexts to load.
  const nquads = await jsonld.toRDF(expansion.nodes as object, { format: 'application/n-quads' });
  return nquads as unknown as string; // With a format it is text.
}

/** A statement with schema.org's namespace as record graphs spell it. */
function canonicalQuad({ subject, predicate, object }: Quad): Quad {
  return DataFactory.quad(
    subject.termType === 'NamedNode'
      ? DataFactory.namedNode(canonicalTerm(subject.value))
      : subject,
    DataFactory.namedNode(canonicalTerm(predicate.value)),
    canonicalObject(object, predicate.value),
  );
}

const schemaOrgInQuery = /<https?:\/\/(?:www\.)?schema\.org\//giu;

function canonicalObject(object: Quad['object'], predicate: string): Quad['object'] {
  if (object.termType === 'NamedNode') return DataFactory.namedNode(canonicalTerm(object.value));
  if (object.termType !== 'Literal') return object;
  const { value, language, datatype } = object;
  if (predicate === sh.select || predicate === sh.ask) {
    return DataFactory.literal(value.replaceAll(schemaOrgInQuery, `<${schemaOrgNamespace}`));
  }
  if (predicate === sh.namespace) return DataFactory.literal(canonicalTerm(value));
  return language === ''
    ? DataFactory.literal(value, DataFactory.namedNode(canonicalTerm(datatype.value)))
    : object;
}

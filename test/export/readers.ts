import jsonld from 'jsonld';
import { Parser } from 'n3';
import { parse } from 'oxigraph';
import type { ExportFormat } from '../../src/export/serialisations.ts';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../../src/rdf/n-quads.ts';
import { xsd } from '../../src/rdf/vocabularies.ts';

/** Reads a document with somebody else's parser and gives it back as N-Quads. */
type Reader = (document: string) => Promise<string>;

const n3Formats = {
  nq: 'application/n-quads',
  trig: 'application/trig',
  nt: 'application/n-triples',
  ttl: 'text/turtle',
} as const;

/** The parsers of each format. */
export const readers: Readonly<Record<ExportFormat, Readonly<Record<string, Reader>>>> = {
  nq: { n3: byN3('nq'), oxigraph: byOxigraph('nq') },
  trig: { n3: byN3('trig'), oxigraph: byOxigraph('trig') },
  nt: { n3: byN3('nt'), oxigraph: byOxigraph('nt') },
  ttl: { n3: byN3('ttl'), oxigraph: byOxigraph('ttl') },
  jsonld: { jsonld: byJsonLd, oxigraph: byOxigraph('jsonld') },
};

function byN3(format: keyof typeof n3Formats): Reader {
  return async (document) =>
    new Parser({ format: n3Formats[format] })
      .parse(document)
      .map((quad) => lineOf(quad))
      .join('');
}

function byOxigraph(format: ExportFormat): Reader {
  return async (document) => {
    // Not through a store, which would write numbers again.
    return parse(document, { format })
      .map((quad) => lineOf(quad))
      .join('');
  };
}

async function byJsonLd(document: string): Promise<string> {
  // An export is an object, whatever is in it.
  const parsed = JSON.parse(document) as object;
  const nquads: unknown = await jsonld.toRDF(parsed, {
    format: 'application/n-quads',
    documentLoader: () => Promise.reject(new Error('no context is fetched')),
  });
  return String(nquads);
}

/** What both libraries have for a term. */
interface ReadTerm {
  readonly termType: string;
  readonly value: string;
  readonly language?: string;
  readonly datatype?: { readonly value: string };
}

type ReadQuad = Readonly<Record<'subject' | 'predicate' | 'object' | 'graph', ReadTerm>>;

function lineOf({ subject, predicate, object, graph }: ReadQuad): string {
  const terms = [subject, predicate, object, graph].filter(
    ({ termType }) => termType !== 'DefaultGraph',
  );
  return `${terms.map((term) => termOf(term)).join(' ')} .\n`;
}

function termOf({ termType, value, language = '', datatype }: ReadTerm): string {
  if (termType === 'NamedNode') return iriTerm(value);
  if (termType === 'BlankNode') return `_:${value}`;
  if (termType !== 'Literal') throw new TypeError(`a ${termType} in a document`);
  if (language !== '') return taggedLiteral(value, language);
  return datatype === undefined || datatype.value === xsd.string
    ? plainLiteral(value)
    : typedLiteral(value, iriTerm(datatype.value));
}

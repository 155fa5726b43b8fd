import { type ResultFormat, resultMediaTypes } from '../../engine/engine-task.ts';
import type { QueryForm } from '../../query/query-tree.ts';
import { bestMediaType } from '../negotiation.ts';
import { RefusedRequest } from './protocol-request.ts';

/** What an answer is written as, and the media type that it is sent under. */
export interface AnswerFormat {
  readonly format: ResultFormat;
  /** With the character set of formats whose media type has none of its own. */
  readonly contentType: string;
}

/** A format of results. */
export interface FormatEntry {
  readonly format: ResultFormat;
  /** The registered media type. */
  readonly mediaType: string;
  /** Other media types that clients ask for; the answer is sent under the one that was asked. */
  readonly aliases?: readonly string[];
  /** Values of the parameter `format` besides the name and the media types. */
  readonly names?: readonly string[];
  /** Its IRI in http://www.w3.org/ns/formats/. */
  readonly iri: string;
}

const json: FormatEntry = {
  format: 'json',
  mediaType: resultMediaTypes.json,
  aliases: ['application/json'],
  iri: 'SPARQL_Results_JSON',
};

const xml: FormatEntry = {
  format: 'xml',
  mediaType: resultMediaTypes.xml,
  aliases: ['application/xml', 'text/xml'],
  iri: 'SPARQL_Results_XML',
};

const csv: FormatEntry = {
  format: 'csv',
  mediaType: resultMediaTypes.csv,
  iri: 'SPARQL_Results_CSV',
};

const tsv: FormatEntry = {
  format: 'tsv',
  mediaType: resultMediaTypes.tsv,
  iri: 'SPARQL_Results_TSV',
};

/** The formats of graphs; all of them are written by the engine. */
export const graphFormats: readonly [FormatEntry, ...FormatEntry[]] = [
  { format: 'ttl', mediaType: resultMediaTypes.ttl, names: ['turtle', 'n3'], iri: 'Turtle' },
  {
    format: 'jsonld',
    mediaType: resultMediaTypes.jsonld,
    aliases: ['application/json'],
    names: ['json-ld', 'json'],
    iri: 'JSON-LD',
  },
  {
    format: 'rdf',
    mediaType: resultMediaTypes.rdf,
    aliases: ['application/xml', 'text/xml'],
    names: ['rdf+xml', 'rdfxml', 'xml'],
    iri: 'RDF_XML',
  },
  { format: 'nt', mediaType: resultMediaTypes.nt, names: ['ntriples'], iri: 'N-Triples' },
  { format: 'nq', mediaType: resultMediaTypes.nq, names: ['nquads'], iri: 'N-Quads' },
  { format: 'trig', mediaType: resultMediaTypes.trig, iri: 'TriG' },
];

/**
 * The formats for each form of query, the default first. CSV and TSV are defined for SELECT only
 * (SPARQL 1.1 Query Results CSV and TSV Formats, 2).
 */
const formatsOfForm: Readonly<Record<QueryForm, readonly [FormatEntry, ...FormatEntry[]]>> = {
  SELECT: [json, xml, csv, tsv],
  ASK: [json, xml],
  CONSTRUCT: graphFormats,
  DESCRIBE: graphFormats,
};

/** The formats of all answers. */
export const resultFormats: readonly FormatEntry[] = [...formatsOfForm.SELECT, ...graphFormats];

/** What a request says about the format of its answer. */
export interface WantedFormat {
  readonly accept: string | undefined;
  /** The values of the parameter `format`; the first one that is known counts before `Accept`. */
  readonly formats: readonly string[];
}

/**
 * Chooses the format of the answer to a query.
 * @throws {RefusedRequest} 400 for an unknown `format`; 406 if none fits the form of the query
 */
export function chooseResultFormat(form: QueryForm, wanted: WantedFormat): AnswerFormat {
  return chooseFormat(formatsOfForm[form], wanted, form);
}

/** @param what has the format, for the message of the fault */
export function chooseFormat(
  entries: readonly FormatEntry[],
  { accept, formats }: WantedFormat,
  what: string,
): AnswerFormat {
  const [asked] = formats;
  if (asked !== undefined) {
    const entry = formats.map((name) => entryNamed(entries, name)).find((each) => each);
    if (entry !== undefined) return withCharset(entry.format, entry.mediaType);
    const isKnown = formats.some((name) => entryNamed(resultFormats, name));
    throw new RefusedRequest(
      isKnown ? 406 : 400,
      `${what} cannot be written in the format ${asked}; it can be in ${namesOf(entries)}`,
    );
  }
  const offered = [
    ...entries.map(({ mediaType }) => mediaType),
    ...entries.flatMap(({ aliases = [] }) => aliases),
  ];
  const best = bestMediaType(accept, offered);
  const entry = entries.find(({ mediaType, aliases }) =>
    [mediaType, ...(aliases ?? [])].includes(best ?? ''),
  );
  if (best === undefined || entry === undefined) {
    const types = entries.map(({ mediaType }) => mediaType).join(', ');
    throw new RefusedRequest(406, `${what} cannot be written as ${accept}; it can be as ${types}`);
  }
  return withCharset(entry.format, best);
}

function entryNamed(entries: readonly FormatEntry[], name: string): FormatEntry | undefined {
  const wanted = name.toLowerCase();
  return entries.find(({ format, mediaType, aliases = [], names = [] }) =>
    [format, mediaType, ...names, ...aliases].includes(wanted),
  );
}

function namesOf(entries: readonly FormatEntry[]): string {
  return entries.map(({ format }) => format).join(', ');
}

function withCharset(format: ResultFormat, mediaType: string): AnswerFormat {
  const isText = mediaType.startsWith('text/');
  return { format, contentType: isText ? `${mediaType}; charset=utf-8` : mediaType };
}

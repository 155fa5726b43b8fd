import type { Transform } from 'node:stream';
import { parseStream } from './parse-stream.ts';
import type { Quad, QuadSink } from './quad.ts';
import { noRemarks, RdfExcess, RdfFault } from './rdf-fault.ts';
import { readStatements, type RdfReading, type ReadRdfOptions } from './read-rdf.ts';

/** Deeper than a page that is meant for people; the parsers keep much for each open element. */
const maxElementDepth = 1000;
/** Of link relations (`stylesheet`, `role`) and of RDFa itself: what is said with these is not of the resource. */
const ofThePage = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml\/vocab|ns\/rdfa)#/u;

/** The limits that `readRdf` keeps. */
export type PageRdfOptions = Pick<ReadRdfOptions, 'limits' | 'jsonDepth'>;

/**
 * The microdata of a page as one JSON-LD document, or none where it has none, by "Microdata to RDF" (W3C). It is
 * `malformed` only where elements nest too deeply, or the parser does not get by with the page. The parser is loaded when the first page comes.
 * @param base what relative IRIs are resolved against
 */
export function microdataToJsonLd(
  html: string,
  base: string,
  options: PageRdfOptions,
): Promise<RdfReading> {
  return readStatements(async (sink) => {
    const { MicrodataRdfParser } = await import('microdata-rdf-streaming-parser');
    const parser = new MicrodataRdfParser({ baseIRI: base });
    const open = parser.onTagOpen.bind(parser);
    // For `itemref` it copies all that stands inside of an element with an id, which few pages are in need of.
    if (!/itemref/iu.test(html)) {
      parser.onTagOpen = (name, { id: _id, ...others }) => open(name, others);
    }
    await parsePage(parser, html, sink);
    return noRemarks;
  }, options);
}

/**
 * The RDFa of a page as one JSON-LD document, or none where it has none, by HTML+RDFa 1.1, without what links and roles
 * say of the page, and without `rdfa:copy`, by which a small page could stand for a very large one. Otherwise as
 * `microdataToJsonLd`.
 */
export function rdfaToJsonLd(
  html: string,
  base: string,
  options: PageRdfOptions,
): Promise<RdfReading> {
  return readStatements(async (sink) => {
    const { RdfaParser } = await import('rdfa-streaming-parser');
    const parser = new RdfaParser({ baseIRI: base, features: rdfaFeatures });
    const open = parser.onTagOpen.bind(parser);
    // Of a prefix without a colon the parser would take time by the power of its length.
    parser.onTagOpen = (name, { prefix, ...others }) => {
      open(name, prefix === undefined ? others : { ...others, prefix: wholePrefixes(prefix) });
    };
    await parsePage(parser, html, (quad: Quad) => {
      if (!ofThePage.test(quad.predicate.value)) sink(quad);
    });
    return noRemarks;
  }, options);
}

/** Those of HTML+RDFa 1.1 §3, without patterns. */
const rdfaFeatures = {
  baseTag: true,
  langAttribute: true,
  onlyAllowUriRelRevIfProperty: true,
  inheritSubjectInHeadBody: true,
  datetimeAttribute: true,
  timeTag: true,
  htmlDatatype: true,
  xmlnsPrefixMappings: true,
};

/** The pairs of a `prefix` attribute that have both parts (RDFa Core 1.1 §5). */
function wholePrefixes(text: string): string {
  return (text.match(/(?<!\S)[^:\s]+:\s+\S+/gu) ?? []).join(' ');
}

/** What the parsers keep to themselves and are asked for here: the open elements. */
interface PageParser {
  readonly itemScopeStack?: readonly unknown[];
  readonly activeTagStack?: readonly unknown[];
}

async function parsePage(
  parser: Pick<Transform, 'on' | 'destroy'>,
  html: string,
  sink: QuadSink,
): Promise<void> {
  const { itemScopeStack, activeTagStack } = parser as PageParser; // they are private
  const open = itemScopeStack ?? activeTagStack ?? [];
  const check = (): void => {
    if (open.length <= maxElementDepth) return;
    const detail = `more than ${maxElementDepth} elements within each other`;
    throw new RdfFault({ detail, line: 1 });
  };
  try {
    await parseStream(parser, html, { sink, check });
  } catch (error) {
    if (error instanceof RdfExcess || error instanceof RdfFault) throw error;
    // Pages have no faults, but the parsers have: odd attributes give a `TypeError`.
    throw new RdfFault({ detail: `the parser ended with ${String(error)}`, line: 1 });
  }
}

import type { Transform } from 'node:stream';
import { parseStream } from './parse-stream.ts';
import type { Quad, QuadSink } from './quad.ts';
import { noRemarks, RdfExcess, RdfFault } from './rdf-fault.ts';
import { readStatements, type RdfReading, type ReadRdfOptions } from './read-rdf.ts';

/** No page for people nests deeper; the parsers keep much per open element. */
const maxElementDepth = 1000;
/**
 * Vocabularies of link relations (`stylesheet`, `role`) and of RDFa itself: statements with them
 * are about the page, not the resource.
 */
const pageVocabularies = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml\/vocab|ns\/rdfa)#/u;

/** The limits of `readRdf`. */
export type PageRdfOptions = Pick<ReadRdfOptions, 'limits' | 'jsonDepth'>;

/**
 * Converts the microdata of a page to one JSON-LD document, or none, by "Microdata to RDF" (W3C).
 * `malformed` only where elements nest too deeply or the parser fails. The parser is loaded for the
 * first page.
 * @param base the base of relative IRIs
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
    // For `itemref` the parser copies the content of every element with an id; few pages need that.
    if (!/itemref/iu.test(html)) {
      parser.onTagOpen = (name, { id: _id, ...others }) => open(name, others);
    }
    await parsePage(parser, html, sink);
    return noRemarks;
  }, options);
}

/**
 * Converts the RDFa of a page to one JSON-LD document, or none, by HTML+RDFa 1.1, without
 * statements of links and roles about the page, and without `rdfa:copy`, by which a small page
 * could stand for a very large one. Otherwise as `microdataToJsonLd`.
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
    // The parser takes polynomial time for a prefix without a colon.
    parser.onTagOpen = (name, { prefix, ...others }) => {
      open(name, prefix === undefined ? others : { ...others, prefix: completePrefixes(prefix) });
    };
    await parsePage(parser, html, (quad: Quad) => {
      if (!pageVocabularies.test(quad.predicate.value)) sink(quad);
    });
    return noRemarks;
  }, options);
}

/** The features of HTML+RDFa 1.1 §3, without patterns. */
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

/** The complete pairs of a `prefix` attribute (RDFa Core 1.1 §5). */
function completePrefixes(text: string): string {
  return (text.match(/(?<!\S)[^:\s]+:\s+\S+/gu) ?? []).join(' ');
}

/** Private state of the parsers that is read here: the open elements. */
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
    const detail = `more than ${maxElementDepth} nested elements`;
    throw new RdfFault({ detail, line: 1 });
  };
  try {
    await parseStream(parser, html, { sink, check });
  } catch (error) {
    if (error instanceof RdfExcess || error instanceof RdfFault) throw error;
    // The parsers throw a `TypeError` for some odd attributes.
    throw new RdfFault({ detail: `parser failed: ${String(error)}`, line: 1 });
  }
}

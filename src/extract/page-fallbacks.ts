import type { Transform } from 'node:stream';
import { agentTypes, pageTypes } from '../model/page-types.ts';
import { type Fallback, fallbacks } from '../model/typed-link.ts';
import { type JsonContainer, parseJson } from '../text/json.ts';
import type { DecodedText } from './character-decoding.ts';
import { metaTagsToJsonLd } from './meta-tags.ts';
import {
  createPageMatcher,
  detectPageRole,
  type PageIdentity,
  resolveBaseIri,
} from './page-boilerplate.ts';
import { readStartTags, scanPage } from './page-scan.ts';
import { parseStream } from './rdf/parsers.ts';
import { noRemarks, type Quad, type QuadSink, RdfExcess, RdfFault } from './rdf/parse-results.ts';
import {
  deriveRdfLimits,
  type RdfReading,
  type RdfReadingLimits,
  readStatements,
} from './rdf/read-rdf.ts';
import { signpostOutcomes } from './response-links.ts';
import { type ExtractionOutcome, producedDocument, type RouteInput } from './route.ts';

/** The fallbacks that a page may have. */
export function detectFallbacks({ text, whole }: DecodedText): readonly Fallback[] {
  const html = whole?.() ?? text;
  return fallbacks.filter((fallback) => fallbackReaders[fallback].sign.test(html));
}

/** The vocabulary terms that microdata and RDFa give as types, in quotes of either kind or none. */
const typeAttribute = {
  microdata: /\sitemtype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu,
  rdfa: /\stypeof\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu,
};

/**
 * The fallbacks that a page has and its source does not ask for, without those that describe only
 * the page, its parts or its publisher, as many themes do.
 */
export function detectUnreadFallbacks(
  html: string,
  { decoded, response: { target } }: Pick<RouteInput, 'decoded' | 'response'>,
): readonly Fallback[] {
  return detectFallbacks(decoded).filter((fallback) => {
    if (target.fallbacks?.includes(fallback) === true) return false;
    return fallback === 'metaTags' || namesResource(html, typeAttribute[fallback]);
  });
}

function namesResource(html: string, attribute: RegExp): boolean {
  for (const [, double, single, bare = ''] of html.matchAll(attribute)) {
    for (const type of (double ?? single ?? bare).split(/\s+/u)) {
      const name = type.replace(/^[^]*[#/:]/u, '');
      if (name !== '' && !pageTypes.has(name) && !agentTypes.has(name)) return true;
    }
  }
  return false;
}

/**
 * Reads the first fallback that a page without metadata has and its source enables. Descriptions of
 * the page itself are ignored. The route of a document is its fallback.
 * @returns whether any record was found
 */
export async function* extractFallbacks(
  input: RouteInput,
): AsyncGenerator<ExtractionOutcome, boolean> {
  const { response, mediaType, decoded, limits } = input;
  const { url, fallbacks: wanted = [] } = response.target;
  const { finalUrl } = response.retrieval;
  const html = decoded.whole?.() ?? decoded.text;
  const { baseHref } = scanPage(html, { xml: mediaType.essence === 'application/xhtml+xml' });
  const page = { url, finalUrl, baseIri: resolveBaseIri(baseHref, finalUrl) };
  const isPage = createPageMatcher(page);
  const options = deriveRdfLimits(limits);
  for (const fallback of detectFallbacks(decoded).filter((each) => wanted.includes(each))) {
    const texts = await fallbackReaders[fallback].read(html, page, options);
    // We wrote them, so they are valid JSON-LD.
    const records = texts.filter(
      (json) => detectPageRole(parseJson(json) as JsonContainer, isPage) === 'record',
    );
    for (const json of records) {
      yield producedDocument({ documentUrl: url, route: fallback, json, baseIri: page.baseIri });
    }
    if (records.length === 0) continue;
    const offer = { via: fallback, url: finalUrl, profiles: [], verdict: 'taken' } as const;
    yield* signpostOutcomes([offer], []);
    return true;
  }
  return false;
}

/** A fallback for pages without JSON-LD. */
interface FallbackReader {
  /** Detects in linear time whether the fallback may be present; a match may be in a comment. */
  readonly sign: RegExp;
  /** Converts the page to JSON-LD texts; none where there is nothing, or it cannot be read. */
  read(html: string, page: PageIdentity, options: RdfReadingLimits): Promise<readonly string[]>;
}

/** All fallbacks, the most expressive first. */
export const fallbackReaders = {
  microdata: {
    sign: /\sitemscope(?=[\s=>/])/iu,
    read: async (html, { baseIri }, options) =>
      documentTexts(await microdataToJsonLd(html, baseIri, options)),
  },
  rdfa: {
    // Nearly every page has `property`, for social media cards; only `typeof` describes something.
    sign: /\stypeof\s*=/iu,
    read: async (html, { baseIri }, options) =>
      documentTexts(await rdfaToJsonLd(html, baseIri, options)),
  },
  metaTags: {
    sign: /\b(?:name|rel)\s*=\s*(?:["']\s*)?(?:dc(?:t|terms)?[.:]|citation_)/iu,
    read: async (html, { finalUrl }) => {
      const json = metaTagsToJsonLd(html, finalUrl);
      return json === undefined ? [] : [json];
    },
  },
} satisfies Record<Fallback, FallbackReader>;

function documentTexts(reading: RdfReading): readonly string[] {
  return reading.kind === 'documents' ? [...reading.documents] : [];
}

/** No page for people nests deeper; the parsers keep much per open element. */
const maxElementDepth = 1000;
/**
 * Vocabularies of link relations (`stylesheet`, `role`) and of RDFa itself: statements with them
 * are about the page, not the resource.
 */
const pageVocabularies = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml\/vocab|ns\/rdfa)#/u;

/**
 * Converts the microdata of a page to one JSON-LD document, or none, by "Microdata to RDF" (W3C).
 * `malformed` only where elements nest too deeply or the parser fails. The parser is loaded for the
 * first page.
 * @param base the base of relative IRIs
 */
export function microdataToJsonLd(
  html: string,
  base: string,
  options: RdfReadingLimits,
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
  options: RdfReadingLimits,
): Promise<RdfReading> {
  return readStatements(async (sink) => {
    const { RdfaParser } = await import('rdfa-streaming-parser');
    const parser = new RdfaParser({ baseIRI: base, features: rdfaFeatures });
    const open = parser.onTagOpen.bind(parser);
    // The parser takes polynomial time for a prefix without a colon.
    parser.onTagOpen = (name, { prefix, ...others }) => {
      open(name, prefix === undefined ? others : { ...others, prefix: completePrefixes(prefix) });
    };
    await parsePage(parser, withRoot(html), (quad: Quad) => {
      if (!pageVocabularies.test(quad.predicate.value)) sink(quad);
    });
    return noRemarks;
  }, options);
}

/**
 * Adds the tag of the root element where a page leaves it out, as HTML permits: the parser takes
 * its first tag for the root, and what that describes for the page (RDFa Core 1.1 §7.5).
 */
function withRoot(html: string): string {
  let hasRoot = false;
  readStartTags(html, ['html'], () => (hasRoot = true));
  return hasRoot ? html : `<html>${html}`;
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

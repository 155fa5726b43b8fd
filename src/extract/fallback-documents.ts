import { fallbacks, type Fallback } from '../model/fallback.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { DecodedText } from './character-decoding.ts';
import { fallbackReaders } from './fallbacks.ts';
import { parseJson, type JsonDocument } from './json-document.ts';
import { signpostOutcomes } from './link-offers.ts';
import { roleOf } from './page-furniture.ts';
import { baseIriOf, createPageMatcher } from './page-identity.ts';
import { scanPage } from './page-scan.ts';
import { rdfLimits } from './rdf/rdf-limits.ts';
import type { RouteInput } from './route.ts';

/** The fallbacks that a page may have. */
export function fallbacksOn({ text, whole }: DecodedText): readonly Fallback[] {
  const html = whole?.() ?? text;
  return fallbacks.filter((fallback) => fallbackReaders[fallback].sign.test(html));
}

/**
 * Reads the first fallback that a page without metadata has and its source enables. Descriptions of
 * the page itself are ignored. The route of a document is its fallback.
 * @returns whether any record was found
 */
export async function* extractFallbacks({
  response,
  mediaType,
  decoded,
  limits,
}: RouteInput): AsyncGenerator<Outcome<Extracted>, boolean> {
  const { target, retrieval } = response;
  const { url, fallbacks: wanted = [] } = target;
  const { finalUrl } = retrieval;
  const html = decoded.whole?.() ?? decoded.text;
  const { baseHref } = scanPage(html, { xml: mediaType.essence === 'application/xhtml+xml' });
  const page = { url, finalUrl, baseIri: baseIriOf(baseHref, finalUrl) };
  const isPage = createPageMatcher(page);
  const options = { limits: rdfLimits(limits), jsonDepth: limits.jsonDepth };
  for (const fallback of fallbacksOn(decoded).filter((each) => wanted.includes(each))) {
    const texts = await fallbackReaders[fallback].read(html, page, options);
    // We wrote them, so they are valid JSON-LD.
    const records = texts.filter(
      (json) => roleOf(parseJson(json) as JsonDocument, isPage) === 'record',
    );
    for (const json of records) {
      const document = { documentUrl: url, route: fallback, json, baseIri: page.baseIri } as const;
      yield { kind: 'produced', value: { kind: 'document', document } };
    }
    if (records.length === 0) continue;
    const offer = { via: fallback, url: finalUrl, profiles: [], verdict: 'taken' } as const;
    yield* signpostOutcomes([offer], []);
    return true;
  }
  return false;
}

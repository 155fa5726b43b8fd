import type { Outcome } from '../model/outcome.ts';
import type { Extracted, FoundLink } from '../model/record.ts';
import { decodePage, type DecodedText } from './character-decoding.ts';
import { linksToJson } from './found-links.ts';
import { baseIriOf } from './page-identity.ts';
import { scanPage, type ScannedPage } from './page-scan.ts';
import { hasRecord, readScripts, scriptOutcomes } from './page-scripts.ts';
import type { Route } from './route.ts';

/** The metadata stands in scripts of a page; where none does, its links may lead to some. */
export const embedded: Route = {
  decode: decodePage,

  *extract({ response: { target, retrieval }, mediaType, decoded, limits }) {
    const { url } = target;
    const { finalUrl } = retrieval;
    const xml = mediaType.essence === 'application/xhtml+xml';
    const { html, scanned } = scanDecoded(decoded, xml);
    const page = { url, finalUrl, baseIri: baseIriOf(scanned.baseHref, finalUrl) };
    const readings = readScripts(scanned.scripts, { ...page, html }, limits);
    const links = hasRecord(readings) ? [] : linksToJson(scanned.describedBy, page);
    const outcomes = [
      ...scriptOutcomes(readings, page, links.length > 0),
      ...linkOutcomes(links, url, limits.linksPerPage),
    ];
    yield* outcomes;
    if (outcomes.every(({ kind }) => kind === 'skipped')) {
      yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
    }
  },
};

interface Scan {
  /** What was scanned. */
  readonly html: string;
  readonly scanned: ScannedPage;
}

function scanDecoded({ text, whole }: DecodedText, xml: boolean): Scan {
  const scanned = scanPage(text, { xml });
  if (whole === undefined || scanned.endsWithScript) return { html: text, scanned };
  // Where it was cut off there only seemed to be an end tag, in an attribute, say.
  const html = whole();
  return { html, scanned: scanPage(html, { xml }) };
}

function linkOutcomes(
  links: readonly FoundLink[],
  url: string,
  maxLinks: number,
): readonly Outcome<Extracted>[] {
  const outcomes: Outcome<Extracted>[] = links
    .slice(0, maxLinks)
    .map((link) => ({ kind: 'produced', value: { kind: 'link', link } }));
  if (links.length > maxLinks) {
    outcomes.push({ kind: 'failed', problem: { kind: 'too-many-links', url, maxLinks } });
  }
  return outcomes;
}

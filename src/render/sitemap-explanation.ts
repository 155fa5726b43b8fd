import type { SitemapLook } from '../catalogue/find-sitemaps.ts';
import type { SitemapNaming, SitemapRead } from '../model/run.ts';
import { formatCount, formatMoment } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { textParts } from './layout.ts';
import { formatProblems } from './url-explanation.ts';

const stateTexts: Readonly<Record<SitemapRead['state'], string>> = {
  read: 'a sitemap, which was read',
  'not-modified': 'a sitemap, not modified since it was read before, so its entries count again',
  failed: 'a sitemap that could not be read',
  unfinished:
    'a sitemap, of which not all was read, because the listing of its source ended before',
};

/** Explains for people how a source read a sitemap. */
export function formatSitemapLook(look: SitemapLook): string {
  return [
    escapeControls(look.url),
    ...describeSitemapLook(look).map((line) => `  ${escapeControls(line)}`),
    '',
    ...formatProblems(look.problems, 'the sitemap', true),
    '',
  ].join('\n');
}

/** How a source read a sitemap: lines for people, which may have control characters. */
export function describeSitemapLook(look: SitemapLook): readonly string[] {
  const { finalUrl, state, source, run, at, named, status, urls, sitemaps } = look;
  const response = status === undefined ? 'no response' : `HTTP status ${status}`;
  const more = sitemaps === 0 ? '' : ` and ${formatCount(sitemaps, 'sitemap')}`;
  return textParts(
    stateTexts[state],
    `source ${source}, ${namingText(named)}`,
    `${formatMoment(at)}, run ${run}: ${response}`,
    finalUrl !== undefined && `redirected to ${finalUrl}`,
    state !== 'failed' && `names ${formatCount(urls, 'URL')}${more}`,
  );
}

function namingText({ by, in: place = '' }: SitemapNaming): string {
  switch (by) {
    case 'configuration':
      return 'named by the configuration';
    case 'robots':
      return `named by ${place}`;
    case 'sitemap':
      return `named by the sitemap ${place}`;
    case 'usual-place':
      return `tried as a usual place of ${place}`;
  }
}

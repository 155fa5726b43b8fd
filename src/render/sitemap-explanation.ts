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
  const { url, finalUrl, state, source, run, at, named, status, urls, sitemaps, problems } = look;
  const response = status === undefined ? 'no response' : `HTTP status ${status}`;
  const names =
    sitemaps === 0
      ? formatCount(urls, 'URL')
      : `${formatCount(urls, 'URL')} and ${formatCount(sitemaps, 'sitemap')}`;
  return textParts(
    escapeControls(url),
    `  ${stateTexts[state]}`,
    escapeControls(`  source ${source}, ${namingText(named)}`),
    `  ${formatMoment(at)}, run ${run}: ${response}`,
    finalUrl !== undefined && escapeControls(`  redirected to ${finalUrl}`),
    state !== 'failed' && `  names ${names}`,
    '',
    ...formatProblems(problems, 'the sitemap', true),
    '',
  ).join('\n');
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

import type { PageRoute } from '../page.ts';
import { changeCollection, changeFeed, changePage } from './change-feeds.ts';
import { recordListPage } from './record-list.ts';
import { robotsFile, sitemapFile, sitemapPart } from './robots-and-sitemaps.ts';

const listType = 'application/ld+json';

const activity = { mediaTypes: ['application/activity+json'] } as const;

/** The routes of what other harvesters and mirrors read. */
export const republishRoutes = {
  '/robots.txt': { isInterface: true, mediaTypes: ['text/plain'], answer: robotsFile },
  '/sitemap.xml': { isInterface: true, mediaTypes: ['application/xml'], answer: sitemapFile },
  '/:sitemap{sitemap-[0-9]+\\.xml}': {
    isInterface: true,
    mediaTypes: ['application/xml'],
    answer: sitemapPart,
  },
  '/cdif-list.json': { isInterface: true, mediaTypes: [listType], answer: recordListPage },
  '/:list{cdif-list-[0-9]+\\.json}': {
    isInterface: true,
    mediaTypes: [listType],
    answer: recordListPage,
  },
  '/changes/': { isInterface: true, isSurvey: true, ...activity, answer: changeCollection },
  '/changes/:page': { isInterface: true, isSurvey: true, ...activity, answer: changePage },
  '/changes.atom': {
    isInterface: true,
    isSurvey: true,
    mediaTypes: ['application/atom+xml'],
    answer: changeFeed,
  },
} as const satisfies Record<string, PageRoute>;

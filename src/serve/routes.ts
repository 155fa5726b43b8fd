import { ogcRoutes } from './ogc/ogc-routes.ts';
import { apiRoutes } from './api/api-routes.ts';
import type { PageRoute } from './page.ts';
import { compareRoutes } from './pages/dataset/compare-page.tsx';
import { datasetRoutes } from './pages/dataset/dataset-routes.tsx';
import { searchAtomFeed, searchCsvFile, searchGeoJsonFile } from './pages/search/feeds.ts';
import { helpPage } from './pages/help/help-page.tsx';
import { problemKindPage } from './pages/problems/problem-kind-page.tsx';
import { problemsCsv, problemsPage } from './pages/problems/problems-page.tsx';
import { queryRoutes } from './pages/query/query-page.tsx';
import { explainPage } from './pages/sources/explain-page.tsx';
import { removalsPage } from './pages/sources/removals-page.tsx';
import { runPage } from './pages/sources/run-page.tsx';
import { runsPage } from './pages/sources/runs-page.tsx';
import { sourcePage } from './pages/sources/source-page.tsx';
import { sourceRecordsPage } from './pages/sources/source-records-page.tsx';
import { sourceUrlsPage } from './pages/sources/source-urls-page.tsx';
import { sourcesPage } from './pages/sources/sources-page.tsx';
import { searchPage } from './pages/search/search-page.tsx';
import { sparqlPage } from './pages/search/sparql-page.tsx';
import { republishRoutes } from './republish/republish-routes.ts';

/** All pages, by their paths below the path of the site. */
export const pageRoutes = {
  '/': { answer: searchPage },
  '/search.csv': { answer: searchCsvFile, mediaTypes: ['text/csv'] },
  '/search.geojson': { answer: searchGeoJsonFile, mediaTypes: ['application/geo+json'] },
  '/search.atom': { answer: searchAtomFeed, mediaTypes: ['application/atom+xml'] },
  '/search/sparql': { answer: sparqlPage },
  ...compareRoutes,
  ...datasetRoutes,
  '/sources': { answer: sourcesPage, isSurvey: true },
  '/sources/:name': { answer: sourcePage, isSurvey: true },
  '/sources/:name/urls': { answer: sourceUrlsPage, isSurvey: true },
  '/sources/:name/records': { answer: sourceRecordsPage, isSurvey: true },
  '/sources/:name/removals': { answer: removalsPage, isSurvey: true },
  '/explain': { answer: explainPage },
  '/runs': { answer: runsPage },
  '/runs/:id': { answer: runPage, isSurvey: true },
  '/problems': { answer: problemsPage, isSurvey: true },
  '/problems.csv': { mediaTypes: ['text/csv'], answer: problemsCsv },
  '/problems/:kind': { answer: problemKindPage, isSurvey: true },
  ...queryRoutes,
  '/help': { answer: helpPage },
  ...ogcRoutes,
  ...apiRoutes,
  ...republishRoutes,
} as const satisfies Record<string, PageRoute>;

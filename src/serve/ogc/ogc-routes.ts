import type { PageRoute, StatelessRequest, TextAnswer } from '../page.ts';
import { urlOnSite } from '../site.ts';
import { collectionAnswer, collectionsAnswer } from './collections.ts';
import { itemParameters } from './item-parameters.ts';
import { itemAnswer, itemsAnswer } from './items.ts';
import {
  ogcAnswer,
  ogcMediaTypes,
  ogcProblem,
  ogcRoute,
  ogcUrl,
  statelessOgcRoute,
} from './ogc-answers.ts';
import { ogcApiDocument } from './ogc-api-document.ts';

const { json, catalog, geoJson, openApi, html } = ogcMediaTypes;

/** The conformance classes of the interface; `docs/ogc.md` explains them. */
const conformanceClasses = [
  'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/landing-page',
  'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/json',
  'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-collection',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core-query-parameters',
  // The standard writes it in both ways: in its table of classes, and in its tests.
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-api',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/records-api',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/searchable-catalog',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/json',
  'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/oas30',
] as const;

const landingPage = statelessOgcRoute({ mediaTypes: [json], answer: landingAnswer });

/** The routes of OGC API – Records (OGC 20-004r1), in JSON whatever a client accepts. */
export const ogcRoutes = {
  '/ogc': landingPage,
  '/ogc/': landingPage,
  '/ogc/conformance': statelessOgcRoute({
    mediaTypes: [json],
    answer: () => ogcAnswer({ conformsTo: conformanceClasses }, json),
  }),
  '/ogc/api': statelessOgcRoute({
    mediaTypes: [openApi],
    answer: ({ site }) => ogcAnswer(ogcApiDocument(site), openApi),
  }),
  '/ogc/collections': ogcRoute({ mediaTypes: [json], answer: collectionsAnswer }),
  '/ogc/collections/:collection': ogcRoute({
    mediaTypes: [catalog, json],
    answer: collectionAnswer,
  }),
  '/ogc/collections/:collection/items': ogcRoute({
    mediaTypes: [geoJson],
    parameters: itemParameters,
    answer: itemsAnswer,
  }),
  '/ogc/collections/:collection/items/:item': ogcRoute({
    mediaTypes: [geoJson],
    answer: itemAnswer,
  }),
  '/ogc/*': {
    isInterface: true,
    mediaTypes: [json],
    problem: ogcProblem,
    answer: refusePath,
    withoutState: refusePath,
  },
} as const satisfies Record<string, PageRoute>;

/** Paths end without a slash, but for the landing page. */
function refusePath({ site }: StatelessRequest): TextAnswer {
  return ogcProblem(404, 'Not found', `There is no such path; ${ogcUrl(site, '/api')} has all`);
}

/** The landing page (17-069r4, /req/core/root-success). */
function landingAnswer({ site }: StatelessRequest): TextAnswer {
  const links = [
    { rel: 'self', href: ogcUrl(site, '/'), type: json, title: 'This page' },
    { rel: 'alternate', href: urlOnSite(site, '/'), type: html, title: 'The catalogue as pages' },
    { rel: 'service-desc', href: ogcUrl(site, '/api'), type: openApi, title: 'The API definition' },
    { rel: 'service-doc', href: urlOnSite(site, '/help'), type: html, title: 'Help' },
    {
      rel: 'conformance',
      href: ogcUrl(site, '/conformance'),
      type: json,
      title: 'The conformance classes',
    },
    { rel: 'data', href: ogcUrl(site, '/collections'), type: json, title: 'The collections' },
  ];
  const description = `The catalogue ${site.title} as OGC API – Records`;
  return ogcAnswer({ title: site.title, description, links }, json);
}

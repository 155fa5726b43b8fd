import type { PageAnswer, PageRequest, PageRoute } from '../page.ts';
import { urlOnSite } from '../site.ts';
import { collectionAnswer, collectionsAnswer } from './collections.ts';
import { itemParameters } from './item-parameters.ts';
import { itemAnswer, itemsAnswer } from './items.ts';
import { ogcAnswer, ogcMediaTypes, ogcRoute, ogcUrl } from './ogc-answers.ts';
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

const landingPage = {
  isInterface: true,
  mediaTypes: [json],
  answer: ogcRoute([], landingAnswer),
} as const satisfies PageRoute;

/** The routes of OGC API – Records (OGC 20-004r1), in JSON whatever a client accepts. */
export const ogcRoutes = {
  '/ogc': landingPage,
  '/ogc/': landingPage,
  '/ogc/conformance': {
    isInterface: true,
    mediaTypes: [json],
    answer: ogcRoute([], () => ogcAnswer({ conformsTo: conformanceClasses }, json)),
  },
  '/ogc/api': {
    isInterface: true,
    mediaTypes: [openApi],
    answer: ogcRoute([], ({ site }) => ogcAnswer(ogcApiDocument(site), openApi)),
  },
  '/ogc/collections': {
    isInterface: true,
    mediaTypes: [json],
    answer: ogcRoute([], collectionsAnswer),
  },
  '/ogc/collections/:collection': {
    isInterface: true,
    mediaTypes: [catalog, json],
    answer: ogcRoute([], collectionAnswer),
  },
  '/ogc/collections/:collection/items': {
    isInterface: true,
    mediaTypes: [geoJson],
    answer: ogcRoute(itemParameters, itemsAnswer),
  },
  '/ogc/collections/:collection/items/:item': {
    isInterface: true,
    mediaTypes: [geoJson],
    answer: ogcRoute([], itemAnswer),
  },
} as const satisfies Record<string, PageRoute>;

/** The landing page (17-069r4, /req/core/root-success). */
function landingAnswer({ site }: PageRequest): PageAnswer {
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

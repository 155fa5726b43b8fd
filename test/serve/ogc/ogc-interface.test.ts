import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../src/text/json.ts';
import { ogcBase, serveOgcCatalogue, type OgcCatalogue, type ReadLink } from './ogc-catalogue.ts';

// Requirements are named as in OGC 20-004r1 (Records) and 17-069r4 (Features).

let catalogue: OgcCatalogue;
beforeAll(async () => {
  catalogue = await serveOgcCatalogue();
});
afterAll(async () => catalogue.close());

const ogc = `${ogcBase}ogc`;
const lakes = `${ogc}/collections/lakes.2`;

async function typeOfSea(accept: string): Promise<string | null> {
  const got = await catalogue.get('/data/ogc/collections/sea', { headers: { accept } });
  return got.headers.get('content-type');
}

function linksOf(document: JsonObject): readonly ReadLink[] {
  const { links }: { readonly links?: unknown } = document;
  return links as readonly ReadLink[]; // tested by the schema
}

function linkOf(document: JsonObject, rel: string): ReadLink | undefined {
  return linksOf(document).find((link) => link.rel === rel);
}

describe('/req/core/root-success', () => {
  it.each(['/data/ogc', '/data/ogc/'])('links all parts of the interface from %s', async (path) => {
    const page = await catalogue.json(path);
    expect(page['title']).toBe('Waters');
    expect(linksOf(page).map(({ rel, href }) => [rel, href])).toEqual([
      ['self', `${ogc}/`],
      ['alternate', ogcBase],
      ['service-desc', `${ogc}/api`],
      ['service-doc', `${ogcBase}help`],
      ['conformance', `${ogc}/conformance`],
      ['data', `${ogc}/collections`],
    ]);
  });

  it('gives JSON whatever a client accepts, and to HEAD the same fields', async () => {
    for (const accept of [undefined, '*/*', 'text/html', 'application/xml']) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const got = await catalogue.get('/data/ogc/', { headers });
      expect(got.headers.get('content-type')).toBe('application/json');
    }
    const head = await catalogue.get('/data/ogc/collections/sea/items', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('application/geo+json');
    expect(await head.text()).toBe('');
  });
});

describe('every link', () => {
  it.each(['', '/collections', '/collections/sea', '/collections/sea/items'])(
    'of %s within the site leads to a resource of its media type',
    async (path) => {
      const page = await catalogue.json(ogc + path);
      const links = linksOf(page).filter(({ href }) => href.startsWith(ogcBase));
      expect(links.length).toBeGreaterThan(1);
      for (const { href, type } of links) {
        expect(type).toBeDefined();
        const got = await catalogue.get(href, { headers: { accept: String(type) } });
        expect([href, got.status]).toEqual([href, 200]);
        const [essence] = (got.headers.get('content-type') ?? '').split('; ');
        expect([href, essence]).toEqual([href, type]);
      }
    },
  );

  it('named self leads to the same document', async () => {
    for (const path of [
      '/',
      '/collections',
      '/collections/sea',
      '/collections/sea/items?limit=2',
    ]) {
      const page = await catalogue.json(ogc + path);
      const again = await catalogue.json(linkOf(page, 'self')?.href ?? '');
      expect({ ...again, timeStamp: 0 }).toEqual({ ...page, timeStamp: 0 });
    }
  });
});

describe('/req/core/conformance-success, /req/searchable-catalog/conformance', () => {
  it('declares the classes that a searchable catalogue needs', async () => {
    const { conformsTo } = await catalogue.json('/data/ogc/conformance');
    expect(conformsTo).toEqual(
      expect.arrayContaining([
        'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
        'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
        'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
        'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/searchable-catalog',
        'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/record-core-query-parameters',
        'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/json',
        'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/oas30',
      ]),
    );
  });
});

describe('/req/core/fc-md-success, /req/records-api/catalogs-response', () => {
  it('has a collection for each source, as the collection itself says', async () => {
    const { collections } = await catalogue.json('/data/ogc/collections');
    const [first, second] = collections as readonly JsonObject[]; // tested by the schema
    expect([first?.['id'], second?.['id']]).toEqual(['lakes.2', 'sea']);
    expect(await catalogue.json(lakes)).toEqual(first);
    expect(await catalogue.json(`${ogc}/collections/sea`)).toEqual(second);
  });

  it('has the members of a catalogue of records', async () => {
    const sea = await catalogue.json(`${ogc}/collections/sea`);
    expect(sea).toMatchObject({ id: 'sea', type: 'Collection', itemType: 'record', title: 'sea' });
    expect(linkOf(sea, 'items')).toMatchObject({
      href: `${ogc}/collections/sea/items`,
      type: 'application/geo+json',
    });
    expect(linkOf(sea, 'profile')?.href).toContain('/ogc-catalog');
  });

  it('has the extent of all records (/req/core/fc-md-extent)', async () => {
    const { extent } = await catalogue.json(`${ogc}/collections/sea`);
    expect(extent).toMatchObject({
      // Across the antimeridian, without the widest gap.
      spatial: { bbox: [[170, -40, 31, 55]] },
      // It begins before the years of RFC 3339.
      temporal: { interval: [[null, '2015-01-02T23:59:59Z']] },
    });
    const other = await catalogue.json(lakes);
    expect(other['extent']).toEqual({
      temporal: {
        interval: [['1990-01-01T00:00:00Z', '1990-12-31T23:59:59Z']],
        trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
      },
    });
  });

  it('is application/ogc-catalog+json by default, and JSON for who wants that', async () => {
    expect(await typeOfSea('*/*')).toBe('application/ogc-catalog+json');
    expect(await typeOfSea('application/json')).toBe('application/json');
  });
});

describe('errors', () => {
  it.each([
    ['/req/core/query-param-unknown', '/collections/sea/items?colour=red', 400],
    ['/req/core/query-param-unknown', '/?f=json', 400],
    ['/req/core/query-param-unknown', '/collections/sea?limit=1', 400],
    ['a parameter twice', '/collections/sea/items?q=a&q=b', 400],
    ['an unknown collection', '/collections/none', 404],
    ['records of an unknown collection', '/collections/none/items', 404],
    ['an unknown record', '/collections/sea/items/0123', 404],
  ])('are exceptions and problem details: %s, %s', async (_, path, status) => {
    const got = await catalogue.get(ogc + path);
    expect(got.status).toBe(status);
    expect(got.headers.get('content-type')).toBe('application/problem+json');
    expect(got.headers.get('access-control-allow-origin')).toBe('*');
    const problem = (await got.json()) as JsonObject;
    expect(problem).toMatchObject({ status, description: problem['detail'] });
    expect(typeof problem['code']).toBe('string');
  });

  it('does not show a record in the collection of another source', async () => {
    const { id } = await catalogue.feature('Waves at a buoy');
    expect((await catalogue.get(`${ogc}/collections/sea/items/${id}`)).status).toBe(200);
    expect((await catalogue.get(`${lakes}/items/${id}`)).status).toBe(404);
  });
});

describe('/req/oas30', () => {
  it('defines the interface in OpenAPI 3.0', async () => {
    const got = await catalogue.get('/data/ogc/api');
    expect(got.headers.get('content-type')).toBe('application/vnd.oai.openapi+json;version=3.0');
    const definition = (await got.json()) as JsonObject;
    const validator = new Validator();
    expect(await validator.validate(definition)).toEqual({ valid: true });
    expect(validator.version).toBe('3.0');
    expect(definition['servers']).toEqual([{ url: ogc }]);
  });

  it.each([
    ['/', 'landingPage'],
    ['/conformance', 'confClasses'],
    ['/collections', 'collections'],
    ['/collections/sea', 'catalog'],
    ['/collections/sea/items', 'recordCollectionGeoJSON'],
  ])('describes %s as %s', async (path, schema) => {
    const errors = errorsOf(
      await catalogue.json('/data/ogc/api'),
      schema,
      await catalogue.json(ogc + path),
    );
    expect(errors).toEqual([]);
  });

  it('describes each record, and refuses one without an id', async () => {
    const definition = await catalogue.json('/data/ogc/api');
    const { features } = await catalogue.items('');
    for (const { id } of features) {
      const record = await catalogue.json(`${ogc}/collections/sea/items/${id}`);
      expect(errorsOf(definition, 'recordGeoJSON', record)).toEqual([]);
      expect(errorsOf(definition, 'recordGeoJSON', { ...record, id: null })).not.toEqual([]);
    }
  });
});

/** How a document violates a schema of an OpenAPI definition. */
function errorsOf(definition: JsonObject, schema: string, document: unknown): readonly string[] {
  const { schemas } = definition['components'] as { readonly schemas: JsonObject }; // validated
  const text = JSON.stringify({ $ref: `#/definitions/${schema}`, definitions: schemas });
  const json = JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/')) as Parameters<
    typeof z.fromJSONSchema
  >[0];
  const { error } = z.fromJSONSchema(json, { defaultTarget: 'openapi-3.0' }).safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser, Store } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPath, openStore, urlUpdate } from '../../catalogue/updates.ts';
import { serveCatalogue, type ServedPages } from '../../../dist/serve/serve-catalogue.js';
import { suiteFolder } from '../../engine/sparql-suite.ts';
import {
  readProtocolTests,
  type ReceivedResponse,
  sendRequest,
  type SuiteRequest,
} from './protocol-suite.ts';

const folder = suiteFolder();
const sd = 'http://www.w3.org/ns/sparql-service-description#';
const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The media types of the formats that tests expect. */
const mediaTypes: Readonly<Record<string, readonly string[]>> = {
  boolean: ['application/sparql-results+json', 'application/sparql-results+xml'],
  tabular: [
    'application/sparql-results+json',
    'application/sparql-results+xml',
    'text/csv',
    'text/tab-separated-values',
  ],
  RDF: ['text/turtle', 'application/rdf+xml', 'application/n-triples'],
};

/** What is wrong with a response; undefined if it is as expected. */
function mistake(
  { statuses, boolean, format }: SuiteRequest,
  { status, contentType, body }: ReceivedResponse,
): string | undefined {
  if (!statuses.includes(`${Math.floor(status / 100)}xx`)) return `status ${status}: ${body}`;
  if (format !== undefined && mediaTypes[format]?.includes(contentType) !== true) {
    return `${format} as ${contentType}`;
  }
  if (boolean === undefined) return undefined;
  const answer = JSON.parse(body) as { readonly boolean: boolean };
  return answer.boolean === boolean ? undefined : `the answer ${answer.boolean}`;
}

// Left out where CDIF_CORPORA names no folder with the suite.
describe.skipIf(folder === undefined)('the W3C suite for the SPARQL 1.1 protocol', () => {
  let served: ServedPages;

  beforeAll(async () => {
    const path = newPath(afterAll);
    const store = openStore(path, 'write', afterAll);
    for (const number of [1, 2, 3]) {
      const graph = `http://kasei.us/2009/09/sparql/data/data${number}.rdf`;
      const file = join(folder ?? '', 'protocol', `data${number}.nt`);
      const nquads = readFileSync(file, 'utf8').replace(/ \.\s*$/u, ` <${graph}> .\n`);
      await store.write(urlUpdate(graph, { nquads }));
    }
    served = await serveCatalogue({
      path,
      host: '127.0.0.1',
      port: 0,
      title: 'Suite',
      onTrouble: (error) => {
        throw error;
      },
    });
  });

  afterAll(async () => served.close());

  it('passes with its queries and bad queries, and is refused its updates', async () => {
    const found: Record<string, string[]> = { query: [], bad_query: [], update: [] };
    const failed: string[] = [];
    for (const { name, requests } of readProtocolTests(folder ?? '')) {
      // The first request of a test of updates is the update.
      const isUpdate = /update/u.test(name);
      for (const each of isUpdate ? requests.slice(0, 1) : requests) {
        const response = await sendRequest(new URL(each.target, served.url), each);
        const wanted = isUpdate ? { ...each, statuses: ['4xx'], boolean: undefined } : each;
        const wrong = mistake({ ...wanted, ...(isUpdate && { format: undefined }) }, response);
        if (wrong !== undefined) failed.push(`${name}: ${wrong}`);
      }
      const kind = isUpdate ? 'update' : name.startsWith('bad') ? 'bad_query' : 'query';
      found[kind]?.push(name);
    }
    expect(failed).toEqual([]);
    const counts = Object.entries(found).map(([kind, { length }]) => [kind, length]);
    expect(Object.fromEntries(counts)).toEqual({ query: 13, bad_query: 7, update: 14 });
  });

  it('finds a service description', async () => {
    const endpoint = `${served.url}sparql`;
    const get = { method: 'GET', headers: {}, body: undefined };
    const { status, contentType, body } = await sendRequest(new URL(endpoint), get);
    // `returns-rdf`
    expect([status, contentType]).toEqual([200, 'text/turtle']);
    const store = new Store(new Parser().parse(body));
    const objects = (predicate: string): readonly string[] =>
      store.getObjects(null, sd + predicate, null).map(({ value }) => value);
    // `has-endpoint-triple`
    expect(objects('endpoint')).toEqual([endpoint]);
    // `conforms-to-schema`: the classes and properties of the specification, as it uses them
    const types = store.getObjects(null, rdfType, null).map(({ value }) => value);
    expect([...new Set(types)].toSorted()).toEqual(
      ['Dataset', 'Graph', 'GraphCollection', 'NamedGraph', 'Service'].map((name) => sd + name),
    );
    expect(objects('supportedLanguage')).toEqual([`${sd}SPARQL11Query`]);
    expect(store.countQuads(null, `${sd}defaultDataset`, null, null)).toBe(1);
    for (const graph of store.getObjects(null, `${sd}namedGraph`, null)) {
      expect(store.countQuads(graph, `${sd}name`, null, null)).toBe(1);
    }
  });
});

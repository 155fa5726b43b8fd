import type { CatalogueName } from '../support/browser.ts';

/** A page in a state of it. */
interface LookedAt {
  readonly path: string;
  /** 200 by default. */
  readonly status?: 400 | 404 | 410 | 503;
  /** The catalogue of many records by default. */
  readonly of?: CatalogueName;
  /** It is laid out as another one, so that `npm run prove` alone looks at it. */
  readonly isLikeAnother?: true;
}

// Keys are made of the IRI of a resource, and of that of the graph of a record.
const dataset = '/dataset/14c06ba0afda09022375';
const record = '/record/195ba93a70145872b1c7';
const many = '/dataset/7b14616e2dbdb3e566e5';
const removedDataset = '/dataset/16e73ed0d6f2296e662b';
const removed = '/record/578c780ed6b997582dc3';

/** Every page in its states, one per line: each is checked in both themes and three widths. */
export const addresses: Readonly<Record<string, LookedAt>> = {
  'the whole catalogue': { path: '/' },
  'words and a period': { path: '/?q=temperature&time=1980/1995' },
  'a box across the antimeridian and to both poles': { path: '/?bbox=120,-90,-70,90' },
  'a part of the map': { path: '/?map=10,45,2&page=2', isLikeAnother: true },
  ages: { path: '/?axis=Ma&age=Jurassic' },
  'all values of a facet': { path: '/?all=variables' },
  'all facets open, and many conditions': {
    path: '/?q=temperature&time=1950/2030&bbox=-180,-90,180,90&variable=Salinity&source=local&open=types&open=publishers&open=people&open=formats&open=keywords&open=profiles',
  },
  'nothing found': { path: '/?q=unobtainium&time=1900' },
  'a name that is not known': { path: '/?source=locale', isLikeAnother: true },
  'a page behind the last': { path: '/?page=9', isLikeAnother: true },
  'a wrong box': { path: '/?bbox=0,50,10,40' },
  'a short period': { path: '/?time=1980', isLikeAnother: true },
  'one record': { path: '/', of: 'one', isLikeAnother: true },
  'nothing harvested': { path: '/', of: 'empty' },
  'sources that gave nothing': { path: '/sources', of: 'empty', isLikeAnother: true },
  'no catalogue': { path: '/', of: 'none', status: 503 },
  'a search as SPARQL': { path: '/search/sparql?q=temperature&time=1980/1995' },
  'a dataset': { path: dataset },
  'a dataset with little said of it': { path: '/dataset/5147819ca5b4abe6a282' },
  'a dataset of very many values': { path: many, of: 'one', isLikeAnother: true },
  'all relations of a dataset': { path: `${many}?all=related`, of: 'one', isLikeAnother: true },
  'a record': { path: record },
  'a removed record': { path: removed, status: 410 },
  'a removed dataset': { path: removedDataset, status: 410, isLikeAnother: true },
  'no such dataset': { path: '/dataset/00000000000000000000', status: 404, isLikeAnother: true },
  'datasets compared': {
    path: '/compare?dataset=14c06ba0afda09022375&dataset=5147819ca5b4abe6a282',
  },
  'a dataset to compare, and another that is not known': {
    path: '/compare?dataset=14c06ba0afda09022375&dataset=nothing',
    isLikeAnother: true,
  },
  'all sources': { path: '/sources' },
  'a source': { path: '/sources/local' },
  'a source of which URLs were left': { path: '/sources/local', of: 'one', isLikeAnother: true },
  'no such source': { path: '/sources/nobody', status: 404, isLikeAnother: true },
  'URLs of a source': { path: '/sources/local/urls?state=all' },
  'URLs of a source that failed': {
    path: '/sources/local/urls?state=metadata-failed',
    isLikeAnother: true,
  },
  'URLs of a source that are due': {
    path: '/sources/local/urls?due=later-than-2026-01-01',
    of: 'one',
    isLikeAnother: true,
  },
  'no URLs that are due': { path: '/sources/local/urls?due=next-run', isLikeAnother: true },
  'URLs of a host': {
    path: '/sources/local/urls?state=all&host=records.example',
    isLikeAnother: true,
  },
  'records of a source': { path: '/sources/local/records' },
  'what a source removed': { path: '/sources/local/removals' },
  'a URL explained': { path: '/explain?url=https://records.example/record-19.jsonld' },
  'a URL that nobody knows': {
    path: '/explain?url=https://nobody.example/',
    status: 404,
    isLikeAnother: true,
  },
  'all runs': { path: '/runs' },
  'the latest run': { path: '/runs/last' },
  'no such run': { path: '/runs/20000101T000000Z', status: 404, isLikeAnother: true },
  'all problems': { path: '/problems' },
  'problems of a kind': { path: '/problems/iri-repaired' },
  'problems by a filter that cannot be read': { path: '/problems?severity=bad', status: 400 },
  'no such kind of problem': { path: '/problems/none', status: 404, isLikeAnother: true },
  'the query editor': { path: '/query' },
  'the query editor over nothing': { path: '/query', of: 'empty', isLikeAnother: true },
  'a bundled query': { path: '/query?name=search-all', isLikeAnother: true },
  'a bundled query with a wrong value': { path: '/query?name=search-box&west=x', status: 400 },
  'no such bundled query': { path: '/query?name=none', status: 404, isLikeAnother: true },
  help: { path: '/help' },
  'no such page': { path: '/nowhere', status: 404 },
};

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KeptDocument, RecordGraph } from '../../src/model/record.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import { bindQuery } from '../../src/query/bind-query.ts';
import { bundledQueries } from '../../src/query/bundled.ts';
import { runQuery } from '../../src/query/run-query.ts';
import { openEmbeddedStore, type CatalogueStore } from '../../src/catalogue/store.ts';
import { engineInThisThread } from '../support/engine-in-this-thread.ts';
import { recordsOf, type Published } from './derived.ts';
import { sourceOf } from './matches-by-name.ts';
import { questionKinds, resourceName, type Ask, type AskedBox, type Question } from './question.ts';
import { folded } from './words.ts';

/** A catalogue with what the harvester makes of documents, and how to ask it. */
export interface Implementation {
  readonly ask: Ask;
  readonly store: CatalogueStore;
  readonly engine: SparqlEngine;
  /** What a record calls a resource, by the IRI of its graph and the key of the resource. */
  readonly nameIn: (graph: string, key: string) => string;
  close(): Promise<void>;
}

/** Stores the records of documents in a new catalogue, and searches it by bundled queries. */
export async function openImplementation(documents: readonly Published[]): Promise<Implementation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cdif-graph-search-'));
  const store = openEmbeddedStore({ path: path.join(folder, 'catalogue'), access: 'write' });
  const engine = engineInThisThread(store);
  // Not too many at once, since each waits with its texts.
  for (let from = 0; from < documents.length; from += 200) {
    await fill(store, documents.slice(from, from + 200));
  }
  const names = await namesOf(engine, new Set(documents.map(({ url }) => url)));
  return {
    store,
    engine,
    nameIn: (graph, key) => names.get(`${graph} ${key}`) ?? 'no entry',
    ask: cachingAnswers(async (question) => answer(engine, textOf(question), names)),
    close: async () => {
      await engine.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks only once what is asked often, such as the few types that there are. */
function cachingAnswers(ask: Ask): Ask {
  const answers = new Map<string, ReturnType<Ask>>();
  return async (question) => {
    const key = JSON.stringify(question);
    const answered = answers.get(key) ?? ask(question);
    answers.set(key, answered);
    return answered;
  };
}

const run = '20261120T113625Z';
const at = '2026-11-20T11:36:27.000Z';

async function fill(store: CatalogueStore, documents: readonly Published[]): Promise<void> {
  const updates = await Promise.all(
    documents.map(async (document) => updateOf(document, await recordsOf([document]))),
  );
  await Promise.all(updates.map(async (update) => store.write(update)));
}

function updateOf({ url, json }: Published, graphs: readonly RecordGraph[]): UrlUpdate {
  const listings = [{ source: sourceOf(url), found: { by: 'urls' }, depth: 0 }] as const;
  const sha256 = createHash('sha256').update(json).digest('hex');
  const document: KeptDocument = { documentUrl: url, baseIri: url, route: 'direct', json, sha256 };
  return {
    url,
    run,
    retrieval: { finalUrl: url, redirects: [], status: 200, at },
    listings,
    documents: [document],
    graphs,
    end: {
      outcome: { url, listings, state: 'harvested', at, run, problems: [] },
      graphs: new Set(graphs.map(({ graph }) => graph)),
      documents: new Set([sha256]),
    },
  };
}

async function answer(
  engine: SparqlEngine,
  text: string,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(engine, text);
  return new Set(rows.map(({ entry }) => names.get(entry?.value ?? '') ?? 'no entry'));
}

type Row = Readonly<
  Partial<Record<'entry' | 'graph' | 'iri' | 'resource', { readonly value: string }>>
>;

async function rowsOf(engine: SparqlEngine, text: string): Promise<readonly Row[]> {
  const json = await runQuery(engine, { text, format: 'json' });
  const { results } = JSON.parse(json) as { results: { bindings: readonly Row[] } };
  return results.bindings;
}

/**
 * The name of the resource of each entry, by entry, and by graph and resource. A resource without
 * IRI has the URL of its document, which is the graph IRI without the key.
 */
async function namesOf(
  engine: SparqlEngine,
  urls: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf(engine, entriesQuery);
  return new Map(
    rows.flatMap(({ entry, resource, graph, iri }) => {
      const named = graph?.value ?? '';
      const url = urls.has(named) ? named : named.replace(/#.*$/u, '');
      const name = resourceName(iri?.value ?? url);
      return [
        [entry?.value ?? '', name],
        [`${named} ${resource?.value}`, name],
      ] as const;
    }),
  );
}

const entriesQuery = `
  PREFIX foaf: <http://xmlns.com/foaf/0.1/>
  PREFIX prov: <http://www.w3.org/ns/prov#>
  PREFIX cdif: <urn:cdif-graph:ns#>
  SELECT ?entry ?resource ?graph ?iri FROM NAMED <urn:cdif-graph:index> {
    GRAPH <urn:cdif-graph:index> {
      ?entry prov:wasDerivedFrom ?graph ; cdif:resource ?resource .
      OPTIONAL { ?entry foaf:primaryTopic ?iri }
    }
  }`;

type Kind = Question['kind'];
type Values = readonly (readonly [string, string])[];

/**
 * The kinds of questions that a bundled query answers, or one that the vocabulary of the index
 * tells how to write.
 */
export const askedKinds: readonly Kind[] = questionKinds.filter(
  (kind) => kind !== 'composed' && kind !== 'words',
);

const bundled = new Map(bundledQueries().map((query) => [query.name, query]));

function textOf(question: Question): string {
  const name = nameOf(question);
  if (question.kind === 'exact-keyword' || name === undefined) return keywordQuery(question);
  const query = bundled.get(name);
  if (query === undefined) throw new TypeError(`no query ${name}`);
  return bindQuery(query, new Map(valuesOf(question)));
}

const queryNames: Readonly<Partial<Record<Kind, string>>> = {
  'bbox-intersects': 'search-box',
  'bbox-within': 'search-box-within',
  'time-overlaps': 'search-time',
  'time-within': 'search-time-within',
  'age-overlaps': 'search-age',
  'keyword-words': 'search-keyword',
  text: 'search-text',
  'variable-name': 'search-variable',
  term: 'search-term',
  type: 'search-type',
  'variable-concept': 'search-concept',
  combined: 'search-all',
  geometry: 'search-geometry',
  person: 'datasets-of-person',
  organization: 'datasets-of-organization',
  funder: 'datasets-by-funder',
  licence: 'datasets-by-licence',
  format: 'datasets-by-format',
  identifier: 'datasets-by-identifier',
  place: 'search-place',
  'term-said': 'search-term',
  'variable-said': 'search-variable',
  'variable-called': 'search-all',
  access: 'search-access',
  'modified-since': 'datasets-modified-since',
  source: 'search-source',
};

/** A variable by its concept is another query than one by words. */
const nameOf = (question: Question): string | undefined =>
  question.kind === 'variable-said' && isConcept(question.text)
    ? 'search-concept'
    : queryNames[question.kind];

const isConcept = (text: string): boolean => /^(?:https?|urn):/u.test(text);

const values: { readonly [K in Kind]: (question: Extract<Question, { kind: K }>) => Values } = {
  'bbox-intersects': boxValues,
  'bbox-within': boxValues,
  'time-overlaps': timeValues,
  'time-within': timeValues,
  'age-overlaps': ({ older, younger }) => [
    ['older', String(older)],
    ['younger', String(younger)],
  ],
  'exact-keyword': () => [],
  'keyword-words': ({ text }) => [['word', text]],
  text: ({ text }) => [['word', text]],
  'variable-name': ({ text }) => [['word', text]],
  term: ({ iri }) => [['term', iri]],
  type: ({ iri }) => [['type', iri]],
  'variable-concept': ({ iri }) => [['concept', iri]],
  combined: ({ all }) => [
    ...all.flatMap(valuesOf),
    ...(all.some(({ kind }) => kind.endsWith('-within')) ? [['within', 'yes'] as const] : []),
  ],
  composed: () => [],
  words: () => [],
  geometry: ({ wkt }) => [['geometry', wkt]],
  person: ({ who, role }) => given({ person: who, role }),
  organization: ({ who, role }) => given({ organization: who, role }),
  funder: ({ who }) => [['funder', who]],
  licence: ({ text }) => [['licence', text]],
  format: ({ text }) => [['format', text]],
  identifier: ({ text }) => [['identifier', text]],
  place: ({ text }) => [['place', text]],
  'term-said': ({ text, scheme }) => given({ term: text, scheme }),
  'variable-called': ({ text }) => [['variable', text]],
  'variable-said': ({ text, unit, technique }) =>
    given({ [isConcept(text) ? 'concept' : 'word']: text, unit, technique }),
  access: ({ access }) => [['access', access]],
  'modified-since': ({ since }) => [['since', since]],
  source: ({ source }) => [['source', source]],
};

const given = (said: Readonly<Record<string, string | undefined>>): Values =>
  Object.entries(said).flatMap(([name, value]): Values =>
    value === undefined ? [] : [[name, value]],
  );

function valuesOf(question: Question): Values {
  // The compiler does not see that the kind of the function is that of the question.
  return (values[question.kind] as (asked: Question) => Values)(question);
}

function boxValues({ box }: { readonly box: AskedBox }): Values {
  const names = ['west', 'south', 'east', 'north'] as const;
  return names.map((name, index) => [name, String(box[index])]);
}

function timeValues({ time }: { readonly time: string }): Values {
  const [begin = '', end = begin] = time.split('/');
  return [
    ['begin', begin],
    ['end', end],
  ];
}

/** No bundled search finds complete keywords, so this query uses the vocabulary of the index. */
const keywordQuery = (question: Question): string => `
  PREFIX cdif: <urn:cdif-graph:ns#>
  SELECT DISTINCT ?entry FROM NAMED <urn:cdif-graph:index> {
    GRAPH <urn:cdif-graph:index> {
      ?keyword cdif:folded ${JSON.stringify(folded('text' in question ? question.text : ''))} .
      ?entry cdif:keyword ?keyword .
    }
  }`;

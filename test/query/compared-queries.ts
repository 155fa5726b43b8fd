import type { ResultFormat } from '../../src/engine/engine-task.ts';
import { records } from './catalogue-fixture.ts';

/** A query that engines are compared by, and the formats that its answer is asked for in. */
export interface FormattedQuery {
  readonly text: string;
  readonly formats: readonly ResultFormat[];
}

const tables = ['json', 'xml', 'csv', 'tsv'] as const;
const booleans = ['json', 'xml'] as const;
const graphs = ['ttl', 'nq'] as const;

const ice = `<${records}ice>`;
const copy = `<${records}copy>`;
const index = '<urn:cdif-graph:index>';
const problems = '<urn:cdif-graph:problems>';

/** Queries over the fixture, by what they do. */
export const fixtureQueries: readonly (readonly [about: string, query: FormattedQuery])[] = [
  [
    'selects IRIs, texts with quotes and languages, and nothing',
    {
      text: `SELECT ?g ?p ?o ?none {
        GRAPH ?g { ?d a schema:Dataset ; ?p ?o }
        FILTER(ISLITERAL(?o) && ?p IN (schema:name, schema:description, schema:keywords))
      } ORDER BY ?g ?p STR(?o)`,
      formats: tables,
    },
  ],
  [
    'counts',
    {
      text: `SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?d ?p ?o } }
        GROUP BY ?g ORDER BY DESC(?n) ?g LIMIT 3`,
      formats: tables,
    },
  ],
  [
    'selects blank nodes',
    { text: `SELECT ?d { GRAPH ${copy} { ?d a schema:Place } }`, formats: ['json', 'xml'] },
  ],
  ['finds no row', { text: 'SELECT ?s { GRAPH ?g { ?s a <urn:none> } }', formats: tables }],
  ['asks for what is there', { text: 'ASK { GRAPH ?g { ?s a schema:Place } }', formats: booleans }],
  ['asks for what is not there', { text: 'ASK { ?s a <urn:none> }', formats: booleans }],
  [
    'constructs statements',
    {
      text: 'CONSTRUCT { ?s schema:name ?o } { GRAPH ?g { ?s schema:name ?o } }',
      formats: graphs,
    },
  ],
  [
    'constructs nothing',
    { text: 'CONSTRUCT { ?s a ?o } { GRAPH <urn:none> { ?s a ?o } }', formats: graphs },
  ],
  ['describes nothing', { text: 'DESCRIBE <urn:none>', formats: graphs }],
  ['describes a record', { text: 'DESCRIBE <https://doi.org/10.1234/ice>', formats: graphs }],
  [
    'reads the default graph as a set, which is the union of the records',
    {
      text:
        'SELECT DISTINCT ?s ?p ?o { ?s ?p ?o FILTER(!ISBLANK(?s) && ISIRI(?o)) } ' +
        'ORDER BY ?s ?p ?o',
      formats: ['json'],
    },
  ],
  [
    'counts statements of the default graph',
    { text: 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', formats: ['json'] },
  ],
  [
    'names each graph of a record, and no other',
    { text: 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g', formats: ['json'] },
  ],
  [
    'reads derived graphs beside those of records',
    {
      text: `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } VALUES ?only { ${problems} }
        FILTER(?g = ?only || STRSTARTS(STR(?g), 'https://')) } ORDER BY ?g`,
      formats: ['json'],
    },
  ],
  [
    'reads the default graph beside the index',
    {
      text: `SELECT DISTINCT ?s { ?s ?p ?o FILTER(ISIRI(?s)) FILTER EXISTS { GRAPH ${index} { ?d ?q ?v } } }
        ORDER BY ?s`,
      formats: ['json'],
    },
  ],
  [
    'reads the graph of FROM',
    {
      text: `SELECT ?s ?o FROM ${ice} { ?s schema:name ?o } ORDER BY STR(?o) LANG(?o)`,
      formats: ['json'],
    },
  ],
  [
    'reads a derived graph by FROM',
    { text: `SELECT (COUNT(*) AS ?n) FROM ${problems} { ?s ?p ?o }`, formats: ['json'] },
  ],
  [
    'reads the graphs of FROM NAMED',
    {
      text: `SELECT ?g (COUNT(*) AS ?n) FROM NAMED ${ice} FROM NAMED ${copy}
        { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g`,
      formats: ['json'],
    },
  ],
  [
    'names a graph by FROM, and reads another',
    {
      text: `SELECT DISTINCT ?g FROM ${ice} { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g`,
      formats: ['json'],
    },
  ],
  ['computes a boolean', { text: 'SELECT (1 < 2 AS ?is) {}', formats: ['json'] }],
];

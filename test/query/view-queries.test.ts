import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { bundledQuery } from '../../src/query/bundled.ts';
import { canonicalTerm, dcterms, rdf } from '../../src/rdf/vocabularies.ts';
import { iriTerm, plainLiteral } from '../../src/rdf/n-quads.ts';
import { linkPredicates } from '../../src/catalogue/derived/view-statements.ts';
import {
  kernelAttributeNames,
  type KernelRecord,
  kernelStatements,
} from '../../src/views/kernel/kernel-record.ts';
import type { RecordViews } from '../../src/views/record-views.ts';
import type { SignpostingRecord } from '../../src/views/signposting/link-sets.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { rows as saidRows } from '../views/kernel/row-cases.ts';
import { rootIsMetadata, rootIsResource, viewFixture } from '../views/viewing.ts';
import { bound } from './bound-queries.ts';
import { graphOf, published, viewsOfGraph, viewsOfGraphs } from './catalogue-fixture.ts';
import { comunica, oxigraph, type Row } from './two-engines.ts';

const ann = { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ann' };
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const lab = 'https://lab.example/';
/** One IRI, which the record calls something else each time. */
const oneIriByManyNames = {
  'schema:creator': {
    '@list': ['Bob', 'Ann', 'Ann', { name: 'no page' }].map((who) =>
      typeof who === 'string'
        ? { '@type': 'schema:Person', 'schema:name': who, 'schema:url': lab }
        : { '@type': 'schema:Person', 'schema:name': who.name },
    ),
  },
  'schema:provider': [
    { '@type': 'schema:Organization', 'schema:name': 'The lab', 'schema:url': lab },
    { '@type': 'schema:Organization', 'schema:name': 'Its mother', 'schema:url': lab },
  ],
  'schema:distribution': { '@type': 'schema:DataDownload', 'schema:contentUrl': { '@id': lab } },
};

/** In several ways told apart by one thing alone. */
const documents = [
  { url: 'https://records.example/lochs', json: viewFixture('five-distributions') },
  {
    url: 'https://records.example/metadata',
    json: rootIsMetadata({ 'schema:license': 'https://spdx.org/licenses/CC0-1.0' }),
  },
  published('unnamed', {
    name: 'Nothing has an IRI',
    creator: { '@list': ['Zoe', { ...ann, name: 'Ann Other' }, 'Bob'] },
    isBasedOn: { '@id': 'https://data.example/raw' },
    publishingPrinciples: { '@id': 'https://rules.example/', name: 'House rules' },
    distribution: [
      { '@type': 'DataDownload', name: 'one', sha256, contentUrl: 'https://data.example/1' },
      { '@type': 'DataDownload', name: 'two', hasPart: { name: 'inside', creator: 'Bob' } },
    ],
  }),
  published('named', {
    '@id': 'https://doi.org/10.1234/Named',
    name: 'Another name of who is known',
    creator: ann,
    url: 'https://records.example/named.html',
    license: 'https://spdx.org/licenses/CC0-1.0',
    // The address of two records, which is in another format here.
    distribution: {
      '@type': 'DataDownload',
      encodingFormat: 'text/csv',
      contentUrl: 'https://data.example/1',
    },
  }),
  { url: 'https://records.example/names', json: rootIsResource(oneIriByManyNames) },
] as const;
const graphs = await Promise.all(documents.map(graphOf));
const nquads = viewsOfGraphs(graphs);
const views = graphs.map(viewsOfGraph);
const ask = oxigraph(nquads);

/** Each once, in one order. What has no IRI is called by an entry, whose IRI is made of a hash. */
function sorted(rows: readonly Row[]): readonly string[] {
  const texts = rows.map((each) =>
    JSON.stringify(each, (_, value: unknown) =>
      typeof value === 'string' ? value.replace(/urn:cdif-graph:object:[\da-f]{32}/u, '_') : value,
    ),
  );
  return [...new Set(texts)].toSorted();
}

/** A row with its columns in the order of the alphabet. */
function row(columns: Readonly<Record<string, string | undefined>>): Row {
  const said = Object.entries(columns).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(said.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const iri = (value = '_'): string => `<${value}>`;
const text = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : `"${value}"`;

function objectRows({ graph, objects }: KernelRecord): readonly Row[] {
  return objects.map((object) =>
    row({
      graph: iri(graph),
      resource: iri(objects[0]?.iri),
      object: iri(object.iri),
      in: object.in === undefined ? undefined : iri(objects[object.in]?.iri),
      name: text(object.name),
      pid: text(object.pid),
    }),
  );
}

function attributeRows({ graph, objects }: KernelRecord): readonly Row[] {
  return objects.flatMap((object) =>
    kernelAttributeNames.flatMap((attribute) => {
      const { values = [], inheritedFrom } = object.attributes[attribute] ?? {};
      const isOrdered = attribute === 'creator' && values.length > 1;
      return values.map((value, at) =>
        row({
          graph: iri(graph),
          resource: iri(objects[0]?.iri),
          object: iri(object.iri),
          attribute: text(attribute),
          order: isOrdered ? String(at + 1) : undefined,
          iri: value.iri && iri(value.iri),
          text: text(value.text),
          algorithm: text(value.algorithm),
          ni: text(value.checksum?.namedInformation),
          inherited: inheritedFrom === undefined ? undefined : '"yes"',
          undetermined: values.some((each) => each.undetermined) ? '"yes"' : undefined,
        }),
      );
    }),
  );
}

function linkRows({ graph, iri: resource, sets }: SignpostingRecord): readonly Row[] {
  return sets.flatMap(({ sender, anchor, links }) =>
    links.flatMap(({ rel, target, type, profiles }) =>
      (profiles.length === 0 ? [undefined] : profiles).map((profile) =>
        row({
          graph: iri(graph),
          resource: iri(resource),
          set: text(sender),
          anchor: anchor && iri(anchor),
          relation: text(rel),
          target: iri(target),
          type: text(type),
          profile: profile && iri(profile),
        }),
      ),
    ),
  );
}

const expectedOf = (all: readonly RecordViews[]) => ({
  'kernel-objects': all.flatMap(({ kernel }) => kernel.flatMap(objectRows)),
  'kernel-attributes': all.flatMap(({ kernel }) => kernel.flatMap(attributeRows)),
  'signposting-links': all.flatMap(({ signposting }) => signposting.flatMap(linkRows)),
});
const expected = expectedOf(views);

const rowsOf = (rows: readonly Row[], graph: string): readonly Row[] =>
  rows.filter((each) => each['graph'] === iri(graph));

describe.each(Object.entries(expected))('%s', (name, rows) => {
  it('has the rows of the view', async () => {
    expect(rows.length).toBeGreaterThan(9);
    expect(sorted(await ask(bundledQuery(name).text))).toEqual(sorted(rows));
  });

  it('finds one record', async () => {
    const { url: graph } = documents[3];
    const own = rowsOf(rows, graph);
    expect(own.length).toBeGreaterThan(1);
    expect(sorted(await ask(bound(name, { graph })))).toEqual(sorted(own));
  });

  // Which takes a while for each row.
  it('has the same rows on a second engine', async () => {
    const unnamed = graphs.slice(2, 3);
    const own = rowsOf(rows, documents[2].url);
    const second = comunica(viewsOfGraphs(unnamed));
    expect(sorted(await second(bundledQuery(name).text))).toEqual(sorted(own));
  });
});

it.each([
  ['resource', rootIsResource],
  ['metadata record', rootIsMetadata],
])('tell each attribute as the views do where the root is the %s', async (root, documentOf) => {
  const said = [...saidRows.map((each) => each[1]), oneIriByManyNames];
  const shaped = await Promise.all(
    said.map(async (what, at) =>
      graphOf({ url: `https://${root[0]}.example/${at}`, json: documentOf(what) }),
    ),
  );
  const askShaped = oxigraph(viewsOfGraphs(shaped));
  for (const [name, rows] of Object.entries(expectedOf(shaped.map(viewsOfGraph)))) {
    expect(rows.length).toBeGreaterThan(said.length);
    expect(sorted(await askShaped(bundledQuery(name).text))).toEqual(sorted(rows));
  }
});

it('number creators of one IRI', async () => {
  const answer = await ask(bound('kernel-attributes', { graph: 'https://records.example/names' }));
  const creators = answer.filter((each) => each['attribute'] === '"creator"');
  const named = creators.map((each) => `${each['order']} ${each['text']} ${each['iri'] ?? ''}`);
  const order = [`1 "Bob" <${lab}>`, `2 "Ann" <${lab}>`, '3 "no page" '];
  // Of the resource, and of its file.
  expect(named.toSorted()).toEqual([...order, ...order].toSorted());
});

const store = new Store();
store.load(nquads, { format: 'nq' });
const graphAnswer = (name: string): string =>
  store.query(bundledQuery(name).text, { results_format: 'nt' }) as string; // With a format it is.

it('kernel-graph has the statements of the view, and PIDs', async () => {
  const said = views.flatMap(({ kernel }) => kernel);
  const statements = said.map((record, at) => {
    const { graph, nquads: lines } = kernelStatements(record, `r${at}`);
    return withoutGraph(lines, graph);
  });
  const pids = said.flatMap(({ objects }) =>
    objects.map(({ iri: object = '', pid }) =>
      pid === undefined
        ? ''
        : `${iri(object)} ${iriTerm(dcterms.identifier)} ${plainLiteral(pid)} .\n`,
    ),
  );
  expect(pids.filter((pid) => pid !== '')).toHaveLength(2);
  const answer = graphAnswer('kernel-graph').replaceAll(
    /<urn:cdif-graph:(object|checksum):([\da-f]{32})>/gu,
    '_:$1$2',
  );
  expect(await canonical(answer)).toEqual(await canonical([...statements, ...pids].join('')));
});

it('signposting-graph has the statements of the view in the terms of CDIF', async () => {
  const statements = views
    .flatMap(({ signposting }) => signposting.flatMap(({ sets }) => sets))
    .flatMap(({ anchor, links }) =>
      anchor === undefined ? [] : links.flatMap((link) => statementsOf(anchor, link)),
    );
  expect(statements.length).toBeGreaterThan(20);
  expect(await canonical(graphAnswer('signposting-graph'))).toEqual(
    await canonical(statements.join('')),
  );
});

type Link = SignpostingRecord['sets'][number]['links'][number];

function statementsOf(anchor: string, { rel, target, type, profiles }: Link): readonly string[] {
  const predicate = linkPredicates[rel];
  const object = iriTerm(predicate === rdf.type ? canonicalTerm(target) : target);
  const said = (property: string, value: string): string =>
    `${object} ${iriTerm(property)} ${value} .\n`;
  return [
    `${iriTerm(anchor)} ${iriTerm(predicate)} ${object} .\n`,
    ...(type === undefined ? [] : [said(dcterms.format, plainLiteral(type))]),
    ...profiles.map((profile) => said(dcterms.conformsTo, iriTerm(profile))),
  ];
}

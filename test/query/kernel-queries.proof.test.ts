import { describe, expect, it } from 'vitest';
import { Store } from 'oxigraph';
import { iriTerm } from '../../src/rdf/n-quads.ts';
import { cdifGraph, dcterms } from '../../src/rdf/vocabularies.ts';
import { kernelAttributes } from '../../src/views/kernel/kernel-attributes.ts';
import { kernelStatements } from '../../src/views/kernel/kernel-statements.ts';
import { recordHeads } from '../../src/engine/record-heads.ts';
import { canonical } from '../support/canonical.ts';
import {
  recordsOf,
  rootIsMetadata,
  rootIsResource,
  viewFixture,
  viewsOf,
} from '../views/viewing.ts';
import { provesInFull } from '../support/proof.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { queryText, rowsOfBoth, whereOf } from './view-queries.ts';

describe('the kernel queries', async () => {
  const plain = await catalogueNQuads([
    { url: 'https://records.example/lochs', json: viewFixture('five-distributions') },
  ]);
  it.each(provesInFull ? ['kernel-objects', 'kernel-attributes'] : ['kernel-objects'])(
    'have the same answer on a second engine: %s',
    async (name) => {
      const [ours, theirs] = await rowsOfBoth(name, plain);
      expect(ours?.length).toBeGreaterThan(20);
      expect(theirs).toEqual(ours);
    },
  );

  it('look for the same in the graph as in the rows', () => {
    const rows = whereOf('kernel-attributes');
    expect(rows).not.toBe('');
    expect(whereOf('kernel-graph').startsWith(rows)).toBe(true);
  });
});

const other = 'https://data.example/other';

describe('the graph of kernel records', () => {
  it.each<[string, unknown]>([
    ['a record with five distributions', viewFixture('five-distributions')],
    ['a record whose root is the resource', rootIsResource({ 'schema:url': other })],
    [
      'a record whose root is the metadata',
      rootIsMetadata({
        'schema:datePublished': '',
        'schema:dateModified': '2020-02-03',
        'schema:maintainer': { 'schema:name': 'Ann Other' },
        'schema:author': 'Bob Other',
        'schema:publisher': { 'schema:name': 'Press' },
        'schema:publishingPrinciples': { 'schema:name': 'House rules', 'schema:url': other },
        'schema:distribution': { 'schema:contentUrl': `${other}.csv`, 'schema:url': other },
      }),
    ],
    [
      'a record whose first values are nil',
      rootIsResource({
        'schema:datePublished': 'unknown',
        'schema:dateModified': '2020-01-01',
        'schema:provider': { 'schema:name': 'N/A' },
        'schema:publisher': { 'schema:name': 'Press' },
        'schema:maintainer': 'unknown',
        'schema:creator': { 'schema:name': 'Ann' },
        'schema:distribution': 'missing',
        'schema:url': other,
      }),
    ],
    [
      'a record with a maintainer by a term',
      rootIsResource({
        'schema:creator': { 'schema:name': 'Ann' },
        'schema:contributor': {
          '@type': 'schema:Role',
          'schema:roleName': { '@type': 'schema:DefinedTerm', 'schema:name': 'Data maintainer' },
          'schema:contributor': { 'schema:name': 'Bob' },
        },
      }),
    ],
    [
      'a file that somebody else made',
      rootIsResource({
        'schema:maintainer': { 'schema:name': 'Ann' },
        'schema:distribution': {
          'schema:contentUrl': `${other}.csv`,
          'schema:creator': { 'schema:name': 'Bob' },
        },
      }),
    ],
  ])('says what the view does, but for what is inherited: %s', async (_, document) => {
    const [record] = await recordsOf(document);
    const [view] = await viewsOf('kernel', document);
    if (record === undefined || view === undefined) throw new Error('no record');
    const store = new Store();
    store.load(record.nquads + recordHeads(record), { format: 'nq' });
    const graph = store.query(queryText('kernel-graph'), { results_format: 'nt' }) as string;
    expect(await canonical(graph)).toEqual(await canonical(ownStatements(view)));
  });
});

/** Without what is inherited, names of objects and RFC 6920 URIs, which the query does not say. */
function ownStatements(view: Parameters<typeof kernelStatements>[0]): string {
  const objects = view.objects.map(({ kind, iri, in: within, attributes }) => ({
    kind,
    ...(iri === undefined ? {} : { iri }),
    ...(within === undefined ? {} : { in: within }),
    attributes: Object.fromEntries(
      Object.entries(attributes).filter(([, { inheritedFrom }]) => inheritedFrom === undefined),
    ),
  }));
  const { graph, nquads } = kernelStatements({ ...view, objects }, '');
  return nquads
    .split('\n')
    .filter((line) => !line.includes(`${iriTerm(dcterms.identifier)} "ni:`))
    .map((line) => line.replace(` <${graph}> .`, ' .'))
    .join('\n');
}

it('every attribute has a term in the graph', () => {
  const text = queryText('kernel-graph');
  const named = Array.from(text.matchAll(/\("(\w+)" ([\w:]+)\)/gu), ([, name = '']) => name);
  expect(named.toSorted()).toEqual(Object.keys(kernelAttributes).toSorted());
  expect(text).toContain(`PREFIX cdif: <${cdifGraph.inherits.slice(0, -'inherits'.length)}>`);
});

import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { canonicalTerm } from '../../src/rdf/schema-org.ts';
import { dcterms, rdf, schema } from '../../src/rdf/vocabularies.ts';
import { iriTerm, plainLiteral } from '../../src/rdf/n-quads.ts';
import { recordHeads } from '../../src/engine/record-heads.ts';
import type { SignpostingRecord } from '../../src/views/signposting/signposting-record.ts';
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

const provenance = (url: string, route: string): string =>
  `<${url}> <urn:cdif-graph:ns#route> <urn:cdif-graph:ns#${route}> <urn:cdif-graph:provenance> .
<${url}> <http://purl.org/dc/terms/source> <${url}> <urn:cdif-graph:provenance> .
<${url}> <http://www.w3.org/ns/prov#wasDerivedFrom> <${url}> <urn:cdif-graph:provenance> .
<${url}> <urn:cdif-graph:ns#claimsProfile> <https://w3id.org/cdif/core/1.1> <urn:cdif-graph:provenance> .
`;

describe('the Signposting queries', async () => {
  const lochs = 'https://records.example/lochs';
  const bare = 'https://records.example/bare';
  const page = 'https://records.example/page';
  const published = await catalogueNQuads([
    { url: lochs, json: viewFixture('five-distributions') },
    { url: bare, json: { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Bare' } },
    { url: page, json: { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Page' } },
  ]);
  const plain =
    published +
    provenance(lochs, 'direct') +
    provenance(bare, 'direct') +
    provenance(page, 'embedded');
  it.runIf(provesInFull)('have the same answer on a second engine', async () => {
    const [ours, theirs] = await rowsOfBoth('signposting-links', plain);
    expect(ours?.length).toBeGreaterThan(20);
    expect(theirs).toEqual(ours);
  });

  it('look for the same in the graph as in the rows', () => {
    const rows = whereOf('signposting-links');
    expect(rows).not.toBe('');
    expect(whereOf('signposting-graph').startsWith(rows)).toBe(true);
  });
});

const other = 'https://data.example/other';

describe('the graph of Signposting links', () => {
  it.each<[string, unknown]>([
    ['a record with five distributions', viewFixture('five-distributions')],
    [
      'a record whose root is the resource',
      rootIsResource({ 'schema:url': other, 'schema:license': `${other}/terms` }),
    ],
    [
      'a record whose root is the metadata',
      rootIsMetadata({
        'schema:identifier': 'doi:10.1234/tides',
        'schema:isPartOf': { '@id': other },
        'schema:creator': { '@id': other },
      }),
    ],
  ])('says what the view does: %s', async (_, document) => {
    const [record] = await recordsOf(document);
    const [view] = await viewsOf('signposting', document);
    if (record === undefined || view === undefined) throw new Error('no record');
    const store = new Store();
    store.load(record.nquads + recordHeads(record), { format: 'nq' });
    const graph = store.query(queryText('signposting-graph'), { results_format: 'nt' }) as string;
    expect(await canonical(graph)).toEqual(await canonical(statementsOf(view)));
  });
});

const terms: Readonly<Record<string, string>> = {
  author: schema.creator,
  'cite-as': schema.identifier,
  collection: schema.isPartOf,
  describedby: schema.subjectOf,
  describes: schema.about,
  item: schema.hasPart,
  license: schema.license,
  type: rdf.type,
};

/** In the terms in which the provenance graph says what links were found (`docs/vocabulary.md`). */
function statementsOf({ sets }: SignpostingRecord): string {
  const statements = sets.flatMap(({ anchor = '', links }) =>
    links.flatMap(({ rel, target, type, profiles }) => {
      const object = rel === 'type' ? canonicalTerm(target) : target;
      return [
        `<${anchor}> ${iriTerm(terms[rel] ?? '')} <${object}> .`,
        ...(type === undefined
          ? []
          : [`<${target}> ${iriTerm(dcterms.format)} ${plainLiteral(type)} .`]),
        ...profiles.map((profile) => `<${target}> ${iriTerm(dcterms.conformsTo)} <${profile}> .`),
      ];
    }),
  );
  return `${[...new Set(statements)].join('\n')}\n`;
}

import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import type { PatchOperation } from '../../../src/text/json-patch.ts';
import { goodRecord } from '../checking.ts';
import { findingsIn } from '../validating.ts';

describe('a text with commas', () => {
  it('is split into keywords where it is the only one', async () => {
    const [finding] = await findingsAfter([
      { op: 'replace', path: '/schema:keywords', value: 'methane, 1,2-ethanediol; bog' },
    ]);
    expect(finding?.remedy?.patch).toEqual([
      {
        op: 'replace',
        path: '/schema:keywords',
        value: [
          { '@type': ['schema:DefinedTerm'], 'schema:name': 'methane, 1,2-ethanediol' },
          'bog',
        ],
      },
    ]);
  });

  it('is a term where it is a phrase among other keywords', async () => {
    const phrase = 'Midwest and Southern Flooding (July 2019), Mississippi';
    const [finding] = await findingsAfter([
      { op: 'replace', path: '/schema:keywords/0', value: phrase },
    ]);
    expect(finding?.remedy?.patch).toEqual([
      {
        op: 'replace',
        path: '/schema:keywords/0',
        value: { '@type': ['schema:DefinedTerm'], 'schema:name': phrase },
      },
    ]);
  });

  it('keeps its language', async () => {
    const value = { '@value': 'Moor, Torf', '@language': 'de' };
    const [finding] = await findingsAfter([{ op: 'replace', path: '/schema:keywords', value }]);
    expect(finding?.remedy?.patch[0]).toMatchObject({
      value: [
        { '@value': 'Moor', '@language': 'de' },
        { '@value': 'Torf', '@language': 'de' },
      ],
    });
  });
});

describe('a metadata record', () => {
  it('without any mark is marked, and not taken for missing', async () => {
    const findings = await findingsAfter([
      { op: 'remove', path: '/schema:subjectOf/schema:additionalType' },
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(['catalog-record-form']);
  });

  it('with a date or contact of the resource for its metadata lacks neither', async () => {
    const findings = await findingsAfter([
      { op: 'remove', path: '/schema:subjectOf/schema:sdDatePublished' },
      { op: 'remove', path: '/schema:subjectOf/schema:maintainer' },
      { op: 'add', path: '/schema:sdDatePublished', value: '2024-03-16' },
      {
        op: 'add',
        path: '/schema:sdPublisher',
        value: { '@id': 'https://mire.example/institute' },
      },
    ]);
    expect(findings).toEqual([]);
  });

  it('that is not there is asked for with all that the record knows of it', async () => {
    const [finding] = await findingsAfter([{ op: 'remove', path: '/schema:subjectOf' }]);
    expect(finding?.remedy).toMatchObject({
      kind: 'author',
      patch: [
        {
          op: 'add',
          path: '/schema:subjectOf',
          value: { 'schema:about': { '@id': 'https://doi.org/10.5555/mire-2024' } },
        },
      ],
    });
  });
});

it('an IRI of a type that is written as a text is a reference after the remedy', async () => {
  const [finding, ...others] = await findingsAfter([
    { op: 'add', path: '/schema:additionalType', value: ['MaterialSample', 'dcat:Dataset'] },
  ]);
  expect(others).toEqual([]);
  expect(finding?.remedy?.patch).toEqual([
    { op: 'replace', path: '/schema:additionalType/1', value: { '@id': 'dcat:Dataset' } },
  ]);
});

it('a name takes the place of an empty one', async () => {
  const path = '/schema:contributor/0/schema:contributor';
  const findings = await findingsAfter([
    {
      op: 'replace',
      path,
      value: { '@type': ['schema:Person'], 'schema:name': '', 'schema:identifier': 'N/A' },
    },
  ]);
  const finding = findings.find(({ rule }) => rule === 'agent-identity');
  expect(finding?.remedy?.patch).toEqual([
    { op: 'replace', path: `${path}/schema:name`, value: '{the name}' },
  ]);
});

/** The findings of CDIF discovery in the good record after a patch. */
async function findingsAfter(patch: readonly PatchOperation[]): Promise<readonly Finding[]> {
  const record = goodRecord('cdif');
  expect(applyPatch(record, [...patch])).toEqual(patch.map(() => null));
  const findings = await findingsIn(record, ['cdif-discovery-1.1']);
  return findings.filter(({ profile }) => profile === 'cdif-discovery-1.1');
}

import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { applyJsonPatch, type PatchOperation } from '../../../src/text/json-patch.ts';
import type { JsonValue } from '../../../src/text/json.ts';
import { goodRecord } from '../checking.ts';
import { findingsIn } from '../validating.ts';

const discovery = 'cdif-discovery-1.1';

describe('a discovery record', () => {
  it('with the mark of the catalog record as a text has an error at that place', async () => {
    const path = '/schema:subjectOf/schema:additionalType';
    const findings = await findingsOf(
      spoilt([{ op: 'replace', path, value: 'dcat:CatalogRecord' }]),
    );
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['catalog-record-form', 'error'],
    ]);
    expect(findings[0]?.places[0]?.pointer).toBe(path);
  });

  it('needs core beside it', async () => {
    const bad = spoilt([
      {
        op: 'replace',
        path: '/schema:subjectOf/dcterms:conformsTo',
        value: [{ '@id': 'https://w3id.org/cdif/discovery/1.0/' }],
      },
    ]);
    const findings = await findingsOf(bad, 'cdif-discovery-1.0');
    expect(findings.map(({ remedy }) => remedy)).toEqual([
      {
        kind: 'author',
        patch: [
          {
            op: 'add',
            path: '/schema:subjectOf/dcterms:conformsTo/-',
            value: { '@id': 'https://w3id.org/cdif/core/1.1' },
          },
        ],
      },
    ]);
  });

  it('has errors for a date of change, but hints for a date of publication', async () => {
    const findings = await findingsOf(
      spoilt([
        { op: 'replace', path: '/schema:dateModified', value: '2024' },
        { op: 'replace', path: '/schema:datePublished', value: '1 Feb 2024' },
      ]),
    );
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['date-precision', 'error'],
      ['date-form', 'info'],
    ]);
  });

  it('is marked as a catalog record where it is typed as one only', async () => {
    const bad = spoilt([
      { op: 'replace', path: '/schema:subjectOf/@type', value: 'dcat:CatalogRecord' },
      { op: 'remove', path: '/schema:subjectOf/schema:additionalType' },
    ]);
    const findings = await findingsOf(bad);
    expect(findings.map(({ rule }) => rule)).toEqual([
      'catalog-record-form',
      'catalog-record-form',
    ]);
    expect(await findingsOf(mended(bad, findings))).toEqual([]);
  });
});

/** The findings of a profile alone, without what reading met. */
async function findingsOf(record: JsonValue, profile = discovery): Promise<readonly Finding[]> {
  const findings = await findingsIn(record, [profile]);
  return findings.filter((finding) => finding.profile === profile);
}

function spoilt(patch: readonly PatchOperation[]): JsonValue {
  const copy = goodRecord('cdif');
  expect(applyPatch(copy, [...patch])).toEqual(patch.map(() => null));
  return copy;
}

function mended(record: JsonValue, findings: readonly Finding[]): JsonValue {
  const patch = findings.flatMap(({ remedy }) => remedy?.patch ?? []);
  const text = applyJsonPatch(JSON.stringify(record), patch);
  return JSON.parse(text ?? 'null') as JsonValue; // a text that was JSON before
}

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { configSchema } from '../../../src/config/schema.ts';
import { readFileDocuments } from '../../../src/conformance/file-documents.ts';
import { findingsIn } from '../validating.ts';

const limits = configSchema.shape.limits.parse(undefined);

/** In the form of the draft's example of a dataset, with its faults. */
const datasetRecord = `{
  "@context": ["https://schema.org", { "spdx": "http://spdx.org/rdf/terms#" }],
  "@id": "meta:ark:/99999/buoy-record",
  "@type": "DigitalDocument",
  "dateModified": "2021-05-04",
  "encoding": {
    "@type": "MediaObject",
    "dcterms:conformsTo": "https://buoys.example/profile"
  },
  "about": {
    "@id": "ark:/99999/buoy",
    "@type": "Dataset",
    "name": "Waves at a buoy",
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "distribution": [
      {
        "@type": "DataDownload",
        "contentURL": "https://buoys.example/waves.csv",
        "encodingFormat": "text/csv (one row an hour)",
        "spdx:checksum": {
          "spdx:algorithm": "spdx:checksumAlgorithm_md5",
          "spdx:checksumValue": "5C01D"
        }
      }
    ],
    "creator": "nil:unknown",
    "subjectOf": { "@id": "meta:ark:/99999/buoy-record" }
  }
}`;

describe('a document in the form of the draft', () => {
  it('has each of its faults at its place', async () => {
    const findings = await findingsIn(datasetRecord, ['cdif-draft']);
    const placed = findings.flatMap(({ rule, places }) =>
      places.map(({ pointer, line, column }) => `${rule} ${line}:${column} ${pointer}`),
    );
    const distribution = '/about/distribution/0';
    expect(placed).toEqual(
      expect.arrayContaining([
        'prefix-undeclared 3:3 /@id',
        'prefix-undeclared 27:20 /about/subjectOf/@id',
        `distribution-url-property 18:23 ${distribution}/contentURL`,
        `distribution-format-form 19:27 ${distribution}/encodingFormat`,
        `checksum-value 22:33 ${distribution}/spdx:checksum/spdx:checksumValue`,
        'description 10:12 /about',
      ]),
    );
    expect(placed.filter((line) => line.endsWith('/contentURL'))).toHaveLength(1);
    expect(findings.map(({ rule }) => rule)).not.toContain('creators');
  });

  it('is asked for a nil where the resource has no place or time, as an image', async () => {
    const text = datasetRecord.replace('"Dataset"', '"ImageObject"');
    const findings = await findingsIn(text, ['cdif-draft']);
    expect(findings.map(({ rule }) => rule)).not.toContain('variables');
    for (const rule of ['place', 'time', 'date-modified']) {
      expect(askedBy(findings, rule)).toContain('nil:notapplicable');
    }
    expect(askedBy(findings, 'version')).not.toContain('nil:');
  });

  it('is told how the draft describes a metadata record, not how CDIF does today', async () => {
    const dataset = { '@context': 'https://schema.org', '@id': 'https://a.example/d' };
    const findings = await findingsIn({ ...dataset, '@type': 'Dataset', name: 'Waves' }, [
      'cdif-draft',
    ]);
    const finding = findings.find(({ rule }) => rule === 'metadata-record');
    const value = {
      '@type': 'DigitalDocument',
      dateModified: '{the date of the metadata, such as 2024-03-16}',
    };
    expect(finding?.remedy?.patch).toMatchObject([{ op: 'add', path: '/subjectOf', value }]);
  });

  it.each([
    ['a member of an array', '[\n  "https://schema.org",\n  "spdx": "http://spdx.org/"\n]', 4, 9],
    ['an omission', '"https://schema.org",\n  ....', 3, 3],
    ['a template', '``{the context}``', 2, 15],
  ])('that is not JSON has its fault at its place: %s', async (_, context, line, column) => {
    const text = datasetRecord.replace(/\["https:.*\]/u, context);
    const file = { url: 'https://records.example/a.json', content: new TextEncoder().encode(text) };
    const options = { signal: new AbortController().signal, now: () => new Date(0) };
    const { documents, problems } = await readFileDocuments(file, limits, options);
    expect(documents).toEqual([]);
    expect(problems).toMatchObject([{ kind: 'json-malformed', line, column }]);
  });
});

function askedBy(findings: readonly Finding[], rule: string): string {
  return findings.find((finding) => finding.rule === rule)?.asked ?? '';
}

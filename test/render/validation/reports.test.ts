import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import {
  type ValidationFormat,
  validationFormats,
  validationWriters,
} from '../../../src/render/validation/validation-formats.ts';
import { createHash } from 'node:crypto';
import { moorRecord, validateJson, writeReport } from './reports.ts';

const broken = await validateJson(
  moorRecord({
    'schema:name': 'Moor \u0001 <b> & "water" \u202E',
    'schema:dateModified': '15 March 2024',
    'schema:license': 'missing',
    'schema:conditionsOfAccess': [],
  }),
  'https://moor.example/broken.json',
);
const unreadable = await validateJson('{', 'https://moor.example/unreadable.json');
const good = await validateJson(moorRecord(), 'https://moor.example/good.json');
const found = [...broken, ...unreadable, ...good];

function written(format: ValidationFormat): string {
  return writeReport(validationWriters[format], found);
}

it('names each format once', () => {
  expect(Object.keys(validationWriters)).toEqual([...validationFormats]);
});

describe('the report as text', () => {
  it('says where a finding is, what is there, and what to write', () => {
    const text = written('text');
    expect(text).toContain('has    "15 March 2024"');
    expect(text).toMatch(/at {5}\d+:\d+ {2}\/schema:dateModified/u);
    expect(text).toContain('replace /schema:dateModified by\n             "2024-03-15"');
    expect(text).toContain('2 records in 3 documents: 1 conforms, 1 does not');
  });

  it('escapes characters that act on a terminal', () => {
    // oxlint-disable-next-line no-control-regex -- the characters that must not be there
    expect(written('text')).not.toMatch(/[\u0001\u202E]/u);
  });

  it('has a line for each rule where there are many records', () => {
    const many = writeReport(validationWriters.text, [...broken, ...broken, ...broken, ...broken]);
    expect(many).not.toContain('asked  ');
    expect(many).toMatch(/^ {2}error +\d+:\d+ +Rights are missing \(rights\): "missing"$/mu);
  });
});

it('writes all findings, problems and the summary as one JSON document', () => {
  expect(JSON.parse(written('json'))).toMatchObject({
    records: [{ verdicts: [{ conforms: false }] }, { verdicts: [{ conforms: true }] }],
    problems: [{ severity: 'error', kind: 'json-ld-invalid' }],
    summary: { records: 2, conforming: 1, documents: 3, problems: { error: 1 }, passes: false },
  });
});

it('writes JUnit as well-formed XML in which what fails is counted', () => {
  const counts = { suites: 0, cases: 0, faults: 0, told: 0 };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuite') {
      counts.suites += 1;
      counts.told += Number(attributes['failures']) + Number(attributes['errors']);
    }
    if (name === 'testcase') counts.cases += 1;
    if (name === 'failure' || name === 'error') counts.faults += 1;
  });
  parser.write(written('junit')).close();
  expect(counts).toMatchObject({ suites: 3, faults: 3, told: 3 });
  expect(counts.cases).toBeGreaterThan(20);
});

it('writes SARIF that its schema accepts, with a fix for what --fix mends', () => {
  const path = createRequire(import.meta.url).resolve('schemastore/package.json');
  const file = path.replace('package.json', 'schemas/json/sarif-2.1.0.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object; // a JSON Schema
  // One of its patterns is no Unicode expression.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false });
  const log: unknown = JSON.parse(written('sarif'));
  ajv.validate(schema, log);
  expect(ajv.errors ?? []).toEqual([]);
  expect(JSON.stringify(log)).toContain('"insertedContent":{"text":"2024-03-15"}');
  const uris = new Set(
    Array.from(written('sarif').matchAll(/"uri":"([^"]*)"/gu), ([, uri]) => uri),
  );
  expect([...uris]).toEqual(['moor.example/broken.json', 'moor.example/unreadable.json']);
  expect(written('sarif')).toContain('"properties":{"url":"https://moor.example/broken.json"}');
});

it('writes a page whose policy names its style, and that has no script', () => {
  const page = written('html');
  const [, style = ''] = /<style>(.*?)<\/style>/su.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(`style-src 'sha256-${hash}'`);
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;b&gt; &amp; &quot;water&quot;');
  expect(page.indexOf('</main>')).toBeGreaterThan(page.indexOf('slot="summary"'));
});

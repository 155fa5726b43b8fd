import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  completeSchemaOrgContext,
  schemaOrgTerms,
  shortSchemaOrgContext,
} from '../../../src/expand/schema-org/context.ts';
import { wholeOf } from '../expanding.ts';

describe('the bundled schema.org context', () => {
  it.each([
    ['url', '@id'],
    ['contentUrl', '@id'],
    ['license', '@id'],
    ['sameAs', '@id'],
    ['dateModified', 'Date'],
    ['birthDate', 'Date'],
    ['name', undefined],
    ['additionalType', undefined],
    ['startTime', undefined],
    ['temporalCoverage', undefined],
    ['productReturnLink', '@id'],
  ])('coerces %s to %s', (term, type) => {
    const coercion = type === undefined ? {} : { '@type': type };
    expect(completeSchemaOrgContext[term]).toEqual({ '@id': `schema:${term}`, ...coercion });
  });

  it('defines classes, properties and enumeration members, current and retired', () => {
    for (const term of ['Dataset', 'variableMeasured', 'InStock', '3DModel', 'variablesMeasured']) {
      expect(schemaOrgTerms.has(term)).toBe(true);
    }
    expect(schemaOrgTerms.has('constructor')).toBe(false);
  });

  it('gives the same expansion in its short form', async () => {
    const terms = [...schemaOrgTerms];
    const members = terms.flatMap((term): [string, unknown][] => [
      [term, ['x', { '@type': term }]],
      [`${term}:x`, 'y'],
    ]);
    const document = { '@id': 'http://example.org/1', ...Object.fromEntries(members) };
    const short = { '@context': 'https://schema.org/', ...document };
    // Where a document sets @vocab, all terms are defined one by one.
    const complete = {
      ...document,
      '@context': ['https://schema.org/', { '@vocab': 'http://schema.org/' }],
    };
    const written = await wholeOf(short);
    expect(written).toMatchObject({ quads: 4 * terms.length });
    // In JSON-LD 1.1 terms are prefixes only if declared so; `x` is no IRI; properties are no types.
    const kinds = new Set(written.problems.map(({ kind }) => kind));
    expect([...kinds]).toEqual([
      'prefix-undeclared',
      'schema-org-term-misspelt',
      'text-as-iri',
      'problems-omitted',
    ]);
    expect(JSON.stringify(await wholeOf(complete))).toBe(JSON.stringify(written));
    expect(Object.keys(shortSchemaOrgContext).length).toBeLessThan(
      Object.keys(completeSchemaOrgContext).length / 10,
    );
  });
});

describe('the script that derives the context', () => {
  const script = fileURLToPath(
    new URL('../../../scripts/derive-schema-org-context.mjs', import.meta.url),
  );
  const committed = fileURLToPath(
    new URL('../../../src/expand/schema-org/terms.generated.ts', import.meta.url),
  );
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'schema-org-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...parameters: string[]) =>
    spawnSync(process.execPath, [script, ...parameters], { encoding: 'utf8' });

  it('gives the file in the repository', () => {
    expect(run('--check')).toMatchObject({ status: 0, stderr: '' });
    const file = path.join(folder, 'written.ts');
    expect(run(file).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(committed, 'utf8'));
  });

  it('detects a different file with --check, and does not change it', () => {
    const file = path.join(folder, 'edited.ts');
    writeFileSync(file, `${readFileSync(committed, 'utf8')}\n`);
    const { status, stderr } = run('--check', file);
    expect(status).toBe(1);
    expect(stderr).toContain('npm run generate:schema-org');
    expect(readFileSync(file, 'utf8')).toMatch(/\n\n$/u);
  });
});

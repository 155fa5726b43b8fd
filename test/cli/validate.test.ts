import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReport } from '../../src/model/validation.ts';
import type { JsonObject } from '../../src/text/json.ts';
import { goodRecord } from '../conformance/checking.ts';
import type { CommandResult } from '../support/run-command.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const good = goodRecord('cdif');
const bad: JsonObject = { ...good, 'schema:dateModified': '15 March 2024' };
const { 'schema:name': _title, ...untitled } = good;

const shapes = `
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix schema: <http://schema.org/> .
  @prefix ex: <https://shapes.example/#> .
  ex:Dataset a sh:NodeShape ; sh:targetClass schema:Dataset ;
    sh:property ex:award .
  ex:award sh:path schema:award ; sh:minCount 1 ; sh:message "An award is missing." .
`;
const schema = JSON.stringify({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  required: ['@id'],
});

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('good.jsonld', JSON.stringify(good, null, 2));
  await workspace.write('bad.jsonld', JSON.stringify(bad, null, 2));
  await workspace.write('untitled.jsonld', JSON.stringify(untitled, null, 2));
  await workspace.write('shapes.ttl', shapes);
  await workspace.write('schema.json', schema);
  const script = `<script type="application/ld+json">${JSON.stringify(bad)}</script>`;
  await workspace.write('page.html', `<!doctype html><title>Mires</title>${script}<p>Mires.`);
});

afterAll(async () => {
  await workspace.remove();
});

async function validate(args: readonly string[], stdin?: string): Promise<CommandResult> {
  return workspace.run(['validate', ...args], stdin === undefined ? {} : { stdin });
}

async function reportsOf(
  args: readonly string[],
  stdin?: string,
): Promise<readonly RecordReport[]> {
  const { stdout } = await validate([...args, '--format', 'json'], stdin);
  return (JSON.parse(stdout) as { readonly records: readonly RecordReport[] }).records;
}

describe('validate', () => {
  it('has nothing to say about a good record', async () => {
    const { stdout, stderr, code } = await validate(['good.jsonld']);
    expect(stdout).toContain('cdif-discovery-1.1 (as claimed): conforms');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('says where a finding is, what is there and what to write', async () => {
    const [report] = await reportsOf(['bad.jsonld']);
    const [finding, ...others] = report?.findings ?? [];
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'date-form',
      severity: 'error',
      places: [{ pointer: '/schema:dateModified' }],
      found: '"15 March 2024"',
      remedy: {
        kind: 'mechanical',
        patch: [{ op: 'replace', path: '/schema:dateModified', value: '2024-03-15' }],
      },
    });
    const lines = JSON.stringify(bad, null, 2).split('\n');
    expect(lines[(finding?.places[0]?.line ?? 0) - 1]).toContain('15 March 2024');
  });

  it('counts lines and columns from the start of the file, also in the script of a page', async () => {
    const page = await readFile(join(workspace.folder, 'page.html'), 'utf8');
    const [report] = await reportsOf(['page.html']);
    const [place] = report?.findings[0]?.places ?? [];
    expect(place).toEqual({
      pointer: '/schema:dateModified',
      line: 1,
      column: page.indexOf('"15 March 2024"') + 1,
    });
  });

  it('fails from the severity that is asked for', async () => {
    const codes = await Promise.all(
      ['error', 'warning', 'info', 'never'].map(async (severity) => {
        const { code } = await validate(['bad.jsonld', '--fail-on', severity]);
        return code;
      }),
    );
    expect(codes).toEqual([2, 2, 2, 0]);
  });

  it('reads standard input, and several files of which one is unreadable', async () => {
    const [report] = await reportsOf(['-'], JSON.stringify(bad));
    expect(report?.url).toBe('(standard input)');
    const { stdout, code } = await validate(['good.jsonld', 'none.jsonld', 'bad.jsonld']);
    expect(stdout).toContain('2 records');
    expect(stdout).toContain('none.jsonld');
    expect(code).toBe(2);
  });

  it('validates against the profile that is named', async () => {
    const [report] = await reportsOf(['untitled.jsonld', '--profile', 'cdif-core']);
    expect(report?.verdicts.map(({ profile, because }) => [profile, because])).toEqual([
      ['cdif-core-1.1', 'named'],
    ]);
    expect(report?.findings.map(({ rule }) => rule)).toEqual(['title']);
  });

  it.each([
    [['--profile', 'dcat', 'good.jsonld'], 'There is no profile dcat; there are cdif-core-1.0'],
    [[], 'Name files or URLs to validate, or else give --all or --source NAME.'],
    [['good.jsonld', '--all'], 'Name files or URLs to validate'],
    [['good.jsonld', 'bad.jsonld', '--fix'], '--fix mends one file or URL'],
    [['good.jsonld', '--schema', 'none.json'], 'none.json cannot be read'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, code } = await validate(args);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });

  it('says that there is no record, and exits with code 1', async () => {
    const { stdout, code } = await validate(['-'], '<p>Nothing here.');
    expect(stdout).toContain('0 records');
    expect(code).toBe(1);
  });
});

describe('validate --fix', () => {
  it('writes the mended document to stdout, and the report to stderr', async () => {
    const { stdout, stderr } = await validate(['bad.jsonld', '--fix']);
    expect(JSON.parse(stdout)).toEqual({ ...bad, 'schema:dateModified': '2024-03-15' });
    expect(stderr).toContain('mended cdif-discovery-1.1 date-form (1)');
  });

  it('mends the script of a page', async () => {
    await validate(['page.html', '--fix', 'mended.html']);
    const page = await readFile(join(workspace.folder, 'page.html'), 'utf8');
    const mended = await readFile(join(workspace.folder, 'mended.html'), 'utf8');
    expect(mended.trimEnd()).toBe(page.replace('15 March 2024', '2024-03-15'));
    expect((await validate(['mended.html'])).code).toBe(0);
  });
});

describe('validate --shapes and --schema', () => {
  it('puts the verdicts side by side, with the reason where they differ', async () => {
    const args = ['good.jsonld', '--shapes', 'shapes.ttl', '--schema', 'schema.json'];
    const [report] = await reportsOf(args);
    expect(report?.verdicts.map(({ profile, conforms }) => [profile, conforms])).toEqual([
      ['cdif-discovery-1.1', true],
      ['shapes.ttl', false],
      ['schema.json', true],
    ]);
    expect(
      report?.findings.map(({ rule, asked, places }) => [rule, asked, places[0]?.pointer]),
    ).toEqual([
      ['award MinCount', 'An award is missing.', ''],
      ['award MinCount', 'An award is missing.', '/schema:subjectOf'],
    ]);
    expect(report?.contradictions).toEqual([
      {
        permitting: 'schema.json',
        refusing: 'shapes.ttl',
        refusals: [
          {
            rule: 'award MinCount',
            findings: 2,
            place: { pointer: '', line: 1, column: 1 },
            asked: 'An award is missing.',
          },
        ],
      },
    ]);
    expect((await validate(args)).code).toBe(2);
  });

  it('tells a person which shape refuses what the schema permits, and where', async () => {
    const args = ['--shapes', 'shapes.ttl', '--schema', 'schema.json'];
    const sentence = 'schema.json permits what shapes.ttl refuses';
    const { stdout: one } = await validate(['good.jsonld', ...args]);
    expect(one).toContain(
      `  ${sentence}:\n    award MinCount, 2 times, first\n      at 1:1  the whole document\n`,
    );
    const { stdout: two } = await validate(['good.jsonld', 'bad.jsonld', ...args]);
    expect(two).toContain(
      `\n${sentence}, in 2 records\n  2 records  award MinCount: An award is missing.\n`,
    );
  });

  it('finds the place of a text that is itself refused', async () => {
    await workspace.write(
      'dates.ttl',
      `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix schema: <http://schema.org/> .
      <https://shapes.example/#Date> a sh:NodeShape ; sh:targetObjectsOf schema:dateModified ;
        sh:pattern "^[0-9]{4}-" .`,
    );
    const text = { ...bad, 'schema:version': '15 March 2024' };
    const [report] = await reportsOf(['-', '--shapes', 'dates.ttl'], JSON.stringify(text));
    expect(
      report?.findings
        .filter(({ profile }) => profile === 'dates.ttl')
        .map(({ places }) => places.map(({ pointer }) => pointer)),
    ).toEqual([['/schema:dateModified']]);
  });

  it('never passes silently what it cannot evaluate', async () => {
    await workspace.write('rule.ttl', `${shapes} ex:Dataset sh:rule [] ; sh:deactivated false .`);
    const { stdout, code } = await validate([
      'good.jsonld',
      '--shapes',
      'rule.ttl',
      '--fail-on',
      'never',
    ]);
    expect(stdout).toContain('sh:rule');
    expect(code).toBe(2);
  });
});

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const page = `<!doctype html><title>Mires</title>${script(JSON.stringify(bad))}<p>Mires.`;
  await workspace.write('page.html', page);
});

afterAll(async () => {
  await workspace.remove();
});

async function validate(args: readonly string[], stdin?: string): Promise<CommandResult> {
  return workspace.run(['validate', ...args], stdin === undefined ? {} : { stdin });
}

function script(json: string): string {
  return `<script type="application/ld+json">${json}</script>`;
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

  it('counts lines from the beginning of the page, not of its script', async () => {
    const other = {
      ...bad,
      '@id': 'https://data.mire.example/other',
      'schema:name': 'Other mires',
    };
    const page = `<!doctype html>\n<title>Mires</title>\n${[bad, other].map((json) => script(JSON.stringify(json, null, 2))).join('\n')}`;
    await workspace.write('two.html', page);
    const lines = page.split('\n');
    const reports = await reportsOf(['two.html']);
    const places = reports.flatMap(({ findings }) => findings.flatMap((each) => each.places));
    expect(places.map(({ line, column }) => lines[line - 1]?.slice(column - 1))).toEqual([
      '"15 March 2024",',
      '"15 March 2024",',
    ]);
    const { stdout } = await validate(['two.html', '--format', 'junit']);
    const cases = stdout.match(/<testcase classname="[^"]*" name="[^"]*"/gu) ?? [];
    expect(new Set(cases).size).toBe(cases.length);
  });

  it('validates against the profile that is named', async () => {
    const [report] = await reportsOf(['untitled.jsonld', '--profile', 'cdif-core']);
    expect(report?.verdicts.map(({ profile, because }) => [profile, because])).toEqual([
      ['cdif-core-1.1', 'named'],
    ]);
    expect(report?.findings.map(({ rule }) => rule)).toEqual(['title']);
  });

  it.each([
    [
      ['--profile', 'dcat', 'good.jsonld'],
      'There is no profile dcat; there are cdif-core, cdif-core-1.0',
    ],
    [['--profile', 'cdif', 'good.jsonld'], 'There is no profile cdif; perhaps cdif-core.'],
    [[], 'Name files or URLs to validate, or else give --all or --source NAME.'],
    [['good.jsonld', '--all'], 'Name files or URLs to validate'],
    [['good.jsonld', 'bad.jsonld', '--fix'], '--fix mends one file or URL'],
    [['good.jsonld', '--schema', 'none.json'], 'none.json cannot be read'],
    [['.'], '. is a folder: name the files in it.'],
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
    const junit = await validate(['-', '--format', 'junit'], '<p>Nothing here.');
    expect(junit.stdout).toContain('errors="1"');
  });
});

describe('validate of hostile input', () => {
  it.each([
    ['an empty object', '{}', 1],
    ['an empty array', '[]', 1],
    ['a string', '"x"', 1],
    ['null', 'null', 1],
    ['nothing', '', 1],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), 1],
    ['a context of null', '{"@context": null, "@type": "Dataset", "name": "Mires"}', 1],
    ['a shell of a page', '<title>Mires</title><meta name="robots" content="noindex">', 1],
    ['a name twice', `${JSON.stringify(bad).slice(0, -1)}, "schema:name": "Second"}`, 2],
    ['lines of JSON', `${JSON.stringify(bad)}\n${JSON.stringify(good)}`, 2],
  ])('tells what is wrong with %s', async (_name, text, expected) => {
    const { stdout, stderr, code } = await validate(['-'], text);
    expect(stdout).toContain(': (standard input)\n');
    expect(stderr).toBe('');
    expect(code).toBe(expected);
  });

  it.each(['text', 'json', 'junit', 'sarif', 'html'])(
    'neither repeats control characters nor ends a script in %s',
    async (format) => {
      const text = 'Mires \u001B[31m\u0007</script><script>alert(1)</script>';
      const hostile = { ...good, 'schema:dateModified': text, ['__proto__']: { x: 1 } };
      const { stdout } = await validate(['-', '--format', format], JSON.stringify(hostile));
      expect(stdout).toContain('alert(1)');
      // eslint-disable-next-line no-control-regex -- these are what is looked for
      expect(stdout).not.toMatch(/[\u0007\u001B]/u);
      // Only JSON may have `</script>` within a text.
      const isMarkup = format === 'html' || format === 'junit';
      expect(isMarkup && stdout.includes('<script>alert')).toBe(false);
    },
  );
});

describe('validate --fix', () => {
  it('writes the mended document to stdout, and the report to stderr', async () => {
    const { stdout, stderr } = await validate(['bad.jsonld', '--fix']);
    expect(JSON.parse(stdout)).toEqual({ ...bad, 'schema:dateModified': '2024-03-15' });
    expect(stderr).toContain('mended cdif-discovery-1.1 date-form (1)');
  });

  it.each(['none.jsonld', 'empty.jsonld'])('writes nothing for %s', async (name) => {
    await workspace.write('empty.jsonld', '');
    const { stderr, code } = await validate([name, '--fix', 'nothing.jsonld']);
    expect(stderr).toContain('there is no document to mend; nothing is written');
    expect(code).toBe(1);
    await expect(readFile(join(workspace.folder, 'nothing.jsonld'))).rejects.toThrow('ENOENT');
  });

  it('mends a document with a trailing comma, and one after a byte order mark', async () => {
    const text = JSON.stringify(bad, null, 2);
    await workspace.write('comma.jsonld', text.replace(/\n\}$/u, ',\n}'));
    await workspace.write('marked.jsonld', `\uFEFF${text}`);
    for (const name of ['comma.jsonld', 'marked.jsonld']) {
      const { stdout } = await validate([name, '--fix']);
      const mended: unknown = JSON.parse(stdout.replace(/^\uFEFF/u, ''));
      expect(mended).toEqual({ ...bad, 'schema:dateModified': '2024-03-15' });
      expect(stdout.startsWith('\uFEFF')).toBe(name === 'marked.jsonld');
    }
  });

  it.each([
    ['pre', (json: string) => `<pre>${json}</pre>`],
    ['comment', (json: string) => `<!-- ${json} -->`],
  ])('mends the script of a page, not its copy in a %s before it', async (_, copyOf) => {
    const json = JSON.stringify(bad);
    await workspace.write('copied.html', `${copyOf(json)}\n${script(json)}\n`);
    const { stdout } = await validate(['copied.html', '--fix']);
    const mended = json.replace('15 March 2024', '2024-03-15');
    expect(stdout).toBe(`${copyOf(json)}\n${script(mended)}\n`);
  });

  it('mends a line of its own, not the same text within a line before it', async () => {
    const json = JSON.stringify(bad);
    const series = { '@context': good['@context'], '@type': 'schema:DataCatalog', '@id': 'urn:c' };
    const first = JSON.stringify({ ...series, 'schema:dataset': bad });
    await workspace.write('lines.ndjson', `${first}\n${json}\n`);
    const { stdout } = await validate(['lines.ndjson', '--fix']);
    expect(stdout.split('\n')[1]).toBe(json.replace('15 March 2024', '2024-03-15'));
  });

  it('mends the scripts of a page beside one that cannot be read', async () => {
    const second = { ...bad, '@id': 'https://doi.org/10.5555/mire-2025' };
    const texts = [JSON.stringify(bad), '{"@type": "Dataset", "name": "', JSON.stringify(second)];
    await workspace.write('scripts.html', texts.map(script).join('\n'));
    const { stdout } = await validate(['scripts.html', '--fix']);
    expect(stdout.trimEnd()).toBe(
      texts.map(script).join('\n').replaceAll('15 March 2024', '2024-03-15'),
    );
  });

  it('mends the script of a page', async () => {
    await validate(['page.html', '--fix', 'mended.html']);
    const page = await readFile(join(workspace.folder, 'page.html'), 'utf8');
    const mended = await readFile(join(workspace.folder, 'mended.html'), 'utf8');
    expect(mended.trimEnd()).toBe(page.replace('15 March 2024', '2024-03-15'));
    expect((await validate(['mended.html'])).code).toBe(0);
  });
});

describe('validate --fix refuses', () => {
  it('a page with a script that is not valid JSON, and leaves the page alone', async () => {
    const page = `<title>x</title>${script(JSON.stringify(bad).replace(/\}$/u, ',}'))}`;
    await workspace.write('broken.html', page);
    const { stderr, code } = await validate(['broken.html', '--fix', 'broken.html']);
    expect(stderr).toContain('a script is not valid JSON');
    expect(code).toBe(3);
    expect(await readFile(join(workspace.folder, 'broken.html'), 'utf8')).toBe(page);
  });

  it('RDF in another syntax, and leaves it alone', async () => {
    const turtle =
      '@prefix schema: <http://schema.org/> . <https://a.example/b> a schema:Dataset ; ' +
      'schema:name "Mires of the north" ; schema:dateModified "15 March 2024" .';
    await workspace.write('mire.ttl', turtle);
    const { stderr, code } = await validate(['mire.ttl', '--fix', 'mire.ttl']);
    expect(stderr).toContain('it is not JSON-LD');
    expect(code).toBe(3);
    expect(await readFile(join(workspace.folder, 'mire.ttl'), 'utf8')).toBe(turtle);
  });

  it('to overwrite a property by one with a misspelt name', async () => {
    const json = {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: 'Mires',
      description: 'What is measured.',
      desciption: 'Something else.',
    };
    const { stdout } = await validate(['-', '--fix'], JSON.stringify(json));
    expect(JSON.parse(stdout)).toMatchObject({
      description: 'What is measured.',
      desciption: 'Something else.',
    });
  });

  it('to change a text that is equal to a mended IRI', async () => {
    const text = 'https://data.example/my file.csv';
    const json = { '@context': 'https://schema.org/', '@type': 'Dataset', name: text, url: text };
    const { stdout } = await validate(['-', '--fix'], JSON.stringify(json));
    expect(JSON.parse(stdout)).toMatchObject({
      name: text,
      url: 'https://data.example/my%20file.csv',
    });
  });
});

describe('validate with a URL', () => {
  it('derives what the response says: the date of the document, and its identifier', async () => {
    const { 'schema:identifier': _, '@id': __, ...anonymous } = good;
    const record = { ...anonymous, 'schema:subjectOf': withoutDate(good) };
    const [report] = await reportsServed(
      JSON.stringify(record),
      {
        'Content-Type': 'application/ld+json',
        'Last-Modified': 'Sat, 16 Mar 2024 08:00:00 GMT',
        Link: '<https://doi.org/10.5555/mire-2024>; rel="cite-as"',
      },
      ['--profile', 'cdif-core'],
    );
    const derived = report?.findings.filter(({ remedy }) => remedy?.kind === 'derivable');
    expect(derived?.map(({ rule, remedy }) => [rule, remedy?.patch])).toEqual([
      [
        'identifier',
        [
          {
            op: 'add',
            path: '/schema:identifier',
            value: expect.objectContaining({ 'schema:value': 'doi:10.5555/mire-2024' }) as object,
          },
        ],
      ],
      [
        'metadata-date',
        [{ op: 'add', path: '/schema:subjectOf/schema:sdDatePublished', value: '2024-03-16' }],
      ],
    ]);
  });

  it('counts lines from the start of a page', async () => {
    const page = `<title>Mires</title>\n<p>Mires.</p>\n${script(JSON.stringify(bad))}`;
    const [report] = await reportsServed(page, { 'Content-Type': 'text/html' });
    const [place] = report?.findings[0]?.places ?? [];
    expect(place).toEqual({
      pointer: '/schema:dateModified',
      line: 3,
      column: (page.split('\n')[2]?.indexOf('"15 March 2024"') ?? 0) + 1,
    });
  });
});

/** The reports about a URL of a server that gives one answer. */
async function reportsServed(
  body: string,
  headers: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<readonly RecordReport[]> {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo;
    return await reportsOf([`http://127.0.0.1:${port}/mire`, '--allow-private-addresses', ...args]);
  } finally {
    server.close();
  }
}

function withoutDate({ 'schema:subjectOf': about }: JsonObject): JsonObject {
  // The good record describes its metadata record there.
  const { 'schema:sdDatePublished': _, ...rest } = about as JsonObject;
  return rest;
}

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

  it('checks a document against a schema once, whatever the number of its records', async () => {
    const graph = ['a', 'b', 'c'].map((name) => ({
      '@id': `https://data.example/${name}`,
      '@type': 'Dataset',
      name: `Mire ${name}`,
    }));
    await workspace.write(
      'graph.jsonld',
      JSON.stringify({ '@context': 'https://schema.org/', '@graph': graph }),
    );
    const reports = await reportsOf(['graph.jsonld', '--schema', 'schema.json']);
    const found = reports.flatMap(({ findings }) => findings);
    expect(found.filter(({ profile }) => profile === 'schema.json')).toHaveLength(1);
    expect(reports.map(({ verdicts }) => verdicts.at(-1)?.conforms)).toEqual([false, false, false]);
  });

  it('reads a JSON Schema after a byte order mark', async () => {
    await workspace.write('marked.json', `\uFEFF${schema}`);
    expect((await validate(['good.jsonld', '--schema', 'marked.json'])).code).toBe(0);
  });

  it('names a JSON Schema that it cannot apply, gives no verdict by it, and goes on', async () => {
    await workspace.write('endless.json', '{"$ref": "#"}');
    const args = ['good.jsonld', 'untitled.jsonld', '--schema', 'endless.json'];
    const { stdout, code } = await validate([...args, '--format', 'json', '--fail-on', 'never']);
    const { records, summary } = JSON.parse(stdout) as {
      readonly records: readonly RecordReport[];
      readonly summary: unknown;
    };
    expect(records.flatMap(({ verdicts }) => verdicts.map(({ profile }) => profile))).toEqual([
      'cdif-discovery-1.1',
      'cdif-discovery-1.1',
    ]);
    expect(summary).toMatchObject({
      unevaluated: [
        {
          shape: 'endless.json',
          what: 'documents',
          reason: 'Maximum call stack size exceeded, first for good.jsonld',
        },
      ],
    });
    expect(code).toBe(2);
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

  it('never passes for files that ask for nothing', async () => {
    await workspace.write('data.ttl', '<urn:a> <urn:b> <urn:c> .');
    const { stdout, code } = await validate(['good.jsonld', '--shapes', 'data.ttl']);
    expect(stdout).toContain('give files of shapes');
    expect(code).toBe(2);
  });
});

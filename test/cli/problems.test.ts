import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/model/run.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

type Counts = Readonly<Record<string, number>>;

const context = { '@context': 'https://schema.org/' };
/**
 * Each has a time that cannot be used, and a place; so has item 120 an IRI that cannot be repaired.
 */
const items = Array.from({ length: 490 }, (_, index) => ({
  '@id': `https://moss.example/d/${index}`,
  '@type': 'Dataset',
  name: `Moss ${index}`,
  temporalCoverage: `2015-02-3${index % 10}`,
  spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: `1774686 ${index}` } },
  publisher: {
    '@type': 'Organization',
    name: 'Moss | Board',
    email: `mailto:m${index % 2}@moss.example`,
  },
  ...(index === 120 ? { citation: { '@id': 'http://host:port/' } } : {}),
}));
/** More than are kept of one record. */
const many = {
  ...context,
  '@id': 'https://moss.example/d/7',
  '@type': 'Dataset',
  name: 'Many',
  citation: Array.from({ length: 130 }, (_, index) => ({ '@id': `http://host:port/${index}` })),
};
const list = 'http://moss.invalid/list.json';
const item = `${list}#${encodeURIComponent('https://moss.example/d/120')}`;
const expected: Counts = {
  'geometry-unusable': 490,
  'iri-dropped': 131,
  'json-malformed': 1,
  'resource-shared': 2,
  'time-unusable': 490,
};

let workspace: Workspace;
const nights: string[] = [];

const run = async (...args: readonly string[]): Promise<string> =>
  (await workspace.run(args)).stdout;
const json = async <T>(...args: readonly string[]): Promise<T> =>
  JSON.parse(await run(...args, '--json')) as T;
const sorted = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).toSorted(([one], [two]) => (one < two ? -1 : 1)));

/** The counts of rows such as those of `problems --format jsonl` and of the bundled query. */
function summed(rows: readonly { readonly kind: string; readonly count: number }[]): Counts {
  const counts: Record<string, number> = {};
  for (const { kind, count } of rows) counts[kind] = (counts[kind] ?? 0) + count;
  return sorted(counts);
}

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write(
    'config.yaml',
    localConfig('folder: ./records, base: "http://moss.invalid/"'),
  );
  await mkdir(`${workspace.folder}/records`);
  const whole = { ...context, '@type': 'ItemList', itemListElement: items };
  await workspace.write('records/list.json', JSON.stringify(whole));
  await workspace.write('records/many.json', JSON.stringify(many));
  await workspace.write('records/broken.json', '{ "@type": Dataset }');
  for (const night of ['1', '2']) {
    const log = ['--log', `log-${night}.jsonl`];
    const { code } = await workspace.run(['ingest', 'config.yaml', '--strict', ...log]);
    nights.push(String(code));
  }
});

afterAll(async () => workspace.remove());

describe('the problems of two nights in which nothing changed', () => {
  it('end both with the exit code of --strict', () => {
    expect(nights).toEqual(['2', '2']);
  });

  it('are counted alike by reports, logs, status, explain, export, the graph and the list', async () => {
    const status = await json<{ problems: Counts; sources: { problems: Counts }[] }>('status');
    expect(sorted(status.problems)).toEqual(expected);
    expect(sorted(status.sources[0]?.problems ?? {})).toEqual(expected);
    const { runs } = await json<{ runs: { run: string }[] }>('status');
    for (const { run: name } of runs) {
      const { report } = await json<{ report: RunReport }>('status', '--run', name);
      expect(sorted(report.sources[0]?.problems as Counts)).toEqual(expected);
      expect(report.sources[0]?.examples.length).toBe(12);
    }
    const rows = (await run('problems', '--format', 'jsonl')).trimEnd().split('\n');
    expect(summed(rows.map((row) => JSON.parse(row) as never))).toEqual(expected);
    const answer = await run('query', 'problems', '--format', 'json');
    const { results } = JSON.parse(answer) as {
      results: { bindings: Record<'kind' | 'count', { value: string }>[] };
    };
    const bindings = results.bindings.map(({ kind, count }) => {
      return { kind: kind.value, count: Number(count.value) };
    });
    expect(summed(bindings)).toEqual(expected);
    const exported = (await run('export')).match(/#sourceConstraintComponent>/gu);
    expect(exported).toHaveLength(rows.length);
  }, 60_000);

  it('are written alike by the logs of both', async () => {
    const logs = await Promise.all(
      ['1', '2'].map(async (night) => readFile(`${workspace.folder}/log-${night}.jsonl`, 'utf8')),
    );
    for (const log of logs) {
      const events = log
        .trimEnd()
        .split('\n')
        .map(
          (line) => JSON.parse(line) as { event: string; problems?: Counts; report?: RunReport },
        );
      const settled = events.flatMap(({ event, problems = {} }) =>
        event === 'url-settled'
          ? Object.entries(problems).map(([kind, count]) => ({ kind, count }))
          : [],
      );
      const { 'resource-shared': _, ...met } = expected;
      expect(summed(settled)).toEqual(met);
      expect(sorted(events.at(-1)?.report?.sources[0]?.problems as Counts)).toEqual(expected);
    }
  });

  it('belong to their records: an item shows its own, and a URL all of its records', async () => {
    const { records } = await json<{ records: { problems: { kind: string; record: string }[] }[] }>(
      'show',
      item,
    );
    const own = records[0]?.problems ?? [];
    expect(own.map(({ kind }) => kind)).toEqual([
      'iri-dropped',
      'geometry-unusable',
      'time-unusable',
    ]);
    expect(own.every(({ record }) => record === item)).toBe(true);
    expect(await run('show', item)).toContain('Problems of the record: 3 warnings\n');
    const graph = await run('show', item, '--problems');
    expect(graph.match(/#focusNode> <[^>]+>/gu)).toEqual(Array(3).fill(`#focusNode> <${item}>`));
    expect(await run('explain', list)).toMatch(/Problems of its URL: 981 warnings, 1 info\n/u);
  });

  it('are cut and counted if one record has very many', async () => {
    const text = await run('show', 'http://moss.invalid/many.json');
    expect(text).toMatch(
      /Problems of the record: 130 warnings, 1 info\n[^]* {2}and 1\d\d more of iri-dropped/u,
    );
    const csv = await run('problems', '--url', 'http://moss.invalid/many.json', '--format', 'csv');
    expect(csv).toContain('local,warning,iri-dropped,30,http://moss.invalid/many.json,');
  });
});

describe('problems', () => {
  it.each([
    [['--kind', 'iri-dropped', '--url', list], 1],
    [['--severity', 'error'], 1],
    [['--severity', 'error', '--severity', 'info'], 3],
    [['--source', 'local', '--kind', 'geometry-unusable'], 490],
    [['--url', item], 3],
    [['--since', 'last'], 0],
    [['--since', '2000-01-01', '--kind', 'time-unusable'], 490],
  ] as const)('lists those of %j', async (options, count) => {
    const { stdout, code } = await workspace.run(['problems', ...options]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + count);
    expect(code).toBe(0);
  });

  it.each([
    [['--kind', 'nonsense'], 'is not a kind of problem'],
    [['--source', 'nobody'], 'has no source nobody'],
    [['--url', 'https://nobody.example/'], 'is unknown'],
    [['--since', '2026-13-45'], 'is neither a run nor a date'],
    [['--since', 'never'], 'No run has'],
  ] as const)('refuses %j', async (options, message) => {
    const { stderr, code } = await workspace.run(['problems', ...options]);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });

  it('writes a report for the publisher of each source, with contacts first', async () => {
    const report = await run('problems', '--format', 'markdown');
    const contact = String.raw`- Moss \| Board (publisher of 26 records): m0@moss.example`;
    expect(report).toContain(
      `# Problems of the metadata of local\n\nContacts named in the records:\n\n${contact}\n`,
    );
    expect(report).toContain('- How many: 490 (warning), in 490 records and URLs\n');
    expect(report.indexOf('json-malformed')).toBeLessThan(report.indexOf('iri-dropped'));
    expect(report.match(/^ {4}- `Time that cannot be used/gmu)).toHaveLength(3);
    expect(report).not.toContain(workspace.folder);
    expect(report).toContain('On this site, give the resource of each page');
  }, 60_000);
});

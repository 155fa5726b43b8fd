import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFormats, type ExportFormat } from '../../src/export/serialisations.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { canonical } from '../support/canonical.ts';
import { readers } from './readers.ts';

/** A parser of another project, as a program. */
interface Program {
  readonly name: string;
  /** Of Debian. */
  readonly package: string;
  /** Where the program may be, and arguments with which it ends with 0 where it can be used. */
  readonly commands: readonly string[];
  readonly trial: readonly string[];
  /** The formats that it reads, and the arguments with which it writes N-Quads or N-Triples. */
  readonly formats: Partial<Record<ExportFormat, readonly string[]>>;
}

const raptor: Program = {
  name: 'raptor',
  package: 'raptor2-utils',
  commands: ['rapper'],
  trial: ['--version'],
  formats: {
    nq: rapperArguments('nquads', 'nquads'),
    trig: rapperArguments('trig', 'nquads'),
    nt: rapperArguments('ntriples', 'ntriples'),
    ttl: rapperArguments('turtle', 'ntriples'),
  },
};

/** Debian's Python has rdflib; another one that comes first may have none. */
const rdflib: Program = {
  name: 'rdflib',
  package: 'python3-rdflib',
  commands: ['python3', '/usr/bin/python3'],
  trial: ['-c', 'import rdflib'],
  formats: {
    nq: rdflibArguments('nquads', 'Dataset'),
    trig: rdflibArguments('trig', 'Dataset'),
    nt: rdflibArguments('nt', 'Graph'),
    ttl: rdflibArguments('turtle', 'Graph'),
    jsonld: rdflibArguments('json-ld', 'Dataset'),
  },
};

function rapperArguments(from: string, to: string): readonly string[] {
  return ['-q', '-i', from, '-o', to, '-', 'https://base.example/'];
}

function rdflibArguments(from: string, kind: 'Dataset' | 'Graph'): readonly string[] {
  const lines = [
    'import sys, rdflib',
    // Otherwise it writes literals as it would write their values.
    'rdflib.NORMALIZE_LITERALS = False',
    `read = rdflib.${kind}()`,
    `read.parse(data=sys.stdin.buffer.read(), format="${from}", publicID="https://base.example/")`,
    `sys.stdout.buffer.write(read.serialize(format="${kind === 'Graph' ? 'nt' : 'nquads'}", encoding="utf-8"))`,
  ];
  return ['-c', lines.join('\n')];
}

function commandOf({ commands, trial }: Program): string | undefined {
  return commands.find((command) => spawnSync(command, trial).status === 0);
}

function readWith(command: string, options: readonly string[], document: string): string {
  const { status, stdout, stderr } = spawnSync(command, options, {
    input: document,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0 || stderr.trim() !== '') throw new Error(`${command}: ${stderr}`);
  return stdout;
}

const lakes = {
  '@context': ['https://schema.org/', { time: 'http://www.w3.org/2006/time#' }],
  '@graph': [
    {
      '@id': 'https://data.example/lakes/%C3%A9%20b?q=a%2Fb',
      '@type': 'Dataset',
      name: [
        { '@value': 'Seen "im" Süden', '@language': 'de-CH' },
        { '@value': '湖\t\\ \u{20000}', '@language': 'zh' },
      ],
      // No backslash before n or t: rdflib 6 reads it as a line or a tab, though it is doubled.
      description: `Two lines\r\nand a "quote", C:\\Seen, ''' and """ — \u0007\u007F\u2028`,
      temporalCoverage: [
        '2005/..',
        '../1999-03',
        '-0500/-0044',
        '-13000/2000',
        '5 Ma',
        '2010/open',
      ],
      spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '-10 -20 10.5 1e-7' } },
      creator: {
        '@list': [
          { '@type': 'Person', name: "O'Neil, Zoë", affiliation: { name: 'Institut für Seen' } },
          { '@type': 'Person', name: 'Second' },
        ],
      },
      variableMeasured: { '@type': 'PropertyValue', name: 'temp [°C] <max>', unitText: '°C' },
      identifier: 'INTEGER',
      contributor: [{ '@id': 'nan', name: 'Third' }, { '@id': 'nan' }],
      funder: { '@id': 'nil:missing' },
      version: 1.1,
      keywords: ['a.b', 'c:d', '@id', '', 'é'],
      license: 'https://example.org/licence(1),a;b',
      isAccessibleForFree: true,
    },
    {
      '@id': 'https://data.example/see',
      '@type': 'Dataset',
      name: '..',
      url: 'https://data.example/?a=.',
    },
  ],
};

const isWithoutGraphs = (format: ExportFormat): boolean => format === 'nt' || format === 'ttl';

/** What an export in N-Quads says in a format. */
function saidIn(format: ExportFormat, nquads: string): string {
  return isWithoutGraphs(format) ? nquads.replaceAll(/ <[^<>"]*> \.$/gmu, ' .') : nquads;
}

let workspace: Workspace;
const documents = new Map<ExportFormat, string>();

beforeAll(async () => {
  workspace = await createWorkspace();
  const json = JSON.stringify(lakes).replace('"INTEGER"', '90071992547409931');
  await workspace.write('seen-ü ..jsonld', json);
  const config = localConfig('folder: ., base: "https://data.example/f/"');
  await workspace.write('config.yaml', config.replace('name: local', 'name: "0..1"'));
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(stderr);
  for (const format of exportFormats) {
    await workspace.run(['export', '--out', `all.${format}`]);
    documents.set(format, readFileSync(join(workspace.folder, `all.${format}`), 'utf8'));
  }
});

afterAll(() => workspace.remove());

function documentIn(format: ExportFormat): string {
  const document = documents.get(format);
  if (document === undefined) throw new Error(`nothing was exported as ${format}`);
  return document;
}

/** What a parser should read in a format, as what it reads is compared. */
async function expectedIn(format: ExportFormat): Promise<readonly string[]> {
  return canonical(saidIn(format, documentIn('nq')));
}

describe.each([raptor, rdflib])('$name', (program) => {
  const command = commandOf(program);
  const lacks = command === undefined ? `: left out, needs Debian's ${program.package}` : '';
  if (lacks !== '') process.stderr.write(`Exports as ${program.name} reads them${lacks}\n`);
  const formats = exportFormats.filter((format) => program.formats[format] !== undefined);
  it.skipIf(command === undefined).each(formats)(`reads our %s${lacks}`, async (format) => {
    const { [format]: options = [] } = program.formats;
    const read = readWith(command ?? '', options, documentIn(format));
    expect(await canonical(read)).toEqual(await expectedIn(format));
  });
});

const libraries = exportFormats.flatMap((format) => {
  return Object.entries(readers[format]).map(([name, reader]) => [name, format, reader] as const);
});

// jsonld.js writes doubles again, and what is infinite as NaN.
it.each(libraries.filter(([name]) => name !== 'jsonld'))(
  '%s reads what we say in %s',
  async (_, format, reader) => {
    expect(await canonical(await reader(documentIn(format)))).toEqual(await expectedIn(format));
  },
);

it('has the published integer', () => {
  expect(documentIn('nq')).toContain(
    '"90071992547409931"^^<http://www.w3.org/2001/XMLSchema#integer>',
  );
});

it('has minted IRIs that URL and RFC 3986 leave unchanged', () => {
  const nquads = documentIn('nq');
  const iris = new Set(
    Array.from(nquads.matchAll(/<(urn:cdif-graph:[^<>]*)>/gu), ([, iri]) => iri),
  );
  expect(iris).toContain('urn:cdif-graph:period:2005/open');
  expect(iris).toContain('urn:cdif-graph:period:open/1999-03');
  const changed = [...iris].filter((iri = '') => {
    return new URL(iri).href !== iri || /(?:^|[/:])\.\.?(?:\/|$)|%2e/iu.test(iri);
  });
  expect(changed).toEqual([]);
});

import { createHash } from 'node:crypto';
import { open } from 'lmdb';
import { compressionDictionary } from '../../src/catalogue/layout.ts';

export interface FirstRecord {
  readonly graph: string;
  readonly documentUrl: string;
  readonly key?: string;
  readonly json: string;
  readonly nquads: string;
  readonly source: string;
  readonly hasOutcome: boolean;
}

export const firstRetrieval = {
  finalUrl: 'https://repository.example/final',
  redirects: [],
  status: 200,
  at: '2026-11-20T11:36:27.000Z',
  etag: '"e"',
} as const;

const found = { by: 'sitemap', in: 'https://repository.example/sitemap.xml' } as const;
export const firstListing = (source: string) => ({ source, found, depth: 1 });

/** Writes a catalogue as format 1 was: facts, statements and JSON text of each graph under the key of the graph. */
export async function writeFirstFormat(
  path: string,
  records: readonly FirstRecord[],
): Promise<void> {
  const environment = open({ path, noSubdir: false, maxDbs: 8 });
  const compression = { threshold: 200, dictionary: compressionDictionary };
  const json = { encoding: 'json' } as const;
  const text = { encoding: 'string', compression } as const;
  const meta = environment.openDB({ name: 'meta', ...json });
  const facts = environment.openDB({ name: 'facts', ...json });
  const nquads = environment.openDB({ name: 'nquads', ...text });
  const documents = environment.openDB({ name: 'documents', ...text });
  const outcomes = environment.openDB({ name: 'outcomes', ...json, compression });
  const runs = environment.openDB({ name: 'runs', ...json, compression });
  const changes = environment.openDB({ name: 'changes', ...json, compression });
  environment.transactionSync(() => {
    for (const record of records) {
      facts.putSync(record.graph, factsOf(record));
      nquads.putSync(record.graph, record.nquads);
      documents.putSync(record.graph, record.json);
      if (record.hasOutcome)
        outcomes.putSync(record.documentUrl, outcomeOf(record.documentUrl, record.source));
    }
    const failed = 'https://repository.example/failed';
    outcomes.putSync(failed, { ...outcomeOf(failed, 'b'), state: 'fetch-failed' });
    runs.putSync('r', { run: 'r', startedAt: firstRetrieval.at, report: firstReport });
    runs.putSync('s', { run: 's', startedAt: firstRetrieval.at });
    changes.putSync(
      1,
      records.map(({ graph }) => graph),
    );
    changes.putSync(2, []);
    const quads = records.reduce((sum, each) => sum + each.nquads.split('\n').length - 1, 0);
    meta.putSync('totals', { change: 2, graphs: records.length, quads });
    meta.putSync('format', 1);
  });
  await environment.close();
}

function factsOf({ graph, documentUrl, key, json, nquads, source }: FirstRecord): object {
  return {
    graph,
    documentUrl,
    route: 'embedded',
    ...(key === undefined ? {} : { key }),
    baseIri: documentUrl,
    quads: nquads.split('\n').length - 1,
    sha256: createHash('sha256').update(json).digest('hex'),
    target: { url: documentUrl, ...firstListing(source) },
    retrieval: firstRetrieval,
    run: 'r',
  };
}

function outcomeOf(url: string, source: string): object {
  return {
    url,
    source,
    state: 'harvested',
    at: firstRetrieval.at,
    run: 'r',
    etag: '"e"',
    problems: [],
  };
}

const firstReport = {
  run: 'r',
  startedAt: firstRetrieval.at,
  endedAt: firstRetrieval.at,
  dryRun: false,
  interrupted: false,
  sources: [
    {
      source: 'a',
      listing: 'complete',
      skipped: {},
      urls: { loaded: 2 },
      records: { added: 2, replaced: 0, unchanged: 0, failed: 0, 'would-load': 0 },
      quads: 6,
      problems: {},
      seconds: 1,
    },
  ],
  examples: [],
};

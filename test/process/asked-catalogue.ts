import { onTestFinished } from 'vitest';
import { EngineClient, type EngineClientOptions } from '../../dist/store/engine-client.js';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { unionOfRecords, type QueryDataset, type QueryRequest } from '../../src/store/queries.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';

/** A query of the record graphs. */
export const select = (text: string): QueryRequest => ({
  text,
  dataset: unionOfRecords,
  format: 'csv',
});
export const count = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');

/** The index, without the record graphs. */
export const indexAlone: QueryDataset = { records: false, own: ['index'], defaultGraph: 'union' };

/** Images of any catalogue, however small. */
export const any = { leastStatements: 1 };

/** Records of three statements each. */
export async function makeCatalogue(records = 3): Promise<string> {
  const path = newPath();
  await write(path, ...Array.from({ length: records }, (_, index) => look(index)));
  return path;
}

export async function write(path: string, ...looks: UrlUpdate[]): Promise<void> {
  const catalogue = openCatalogue(path);
  commit(catalogue, ...looks);
  await catalogue.close();
}

/** The engine in its thread, and what it warns of. */
export function openClient(path: string, options: Partial<EngineClientOptions> = {}) {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const client = new EngineClient({ path, onWarning, ...options });
  onTestFinished(async () => client.close());
  return { client, warnings };
}

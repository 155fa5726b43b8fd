import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import type { Engine } from '../../src/store/engine.ts';
import { imageFile, type ImageName } from '../../src/store/image/image-files.ts';
import { allGraphs, unionOfRecords } from '../../src/store/queries.ts';
import type { Catalogue } from '../../src/store/catalogue.ts';
import { commit, look, newPath, openCatalogue, openEngine } from './updates.ts';

const all = 'SELECT * { GRAPH ?g { ?s ?p ?o FILTER(!isBlank(?s) && !isBlank(?o)) } }';
export const datasets = { records: unionOfRecords, all: allGraphs };
export const whatever = { fill: false, leastStatements: 1 };

export function rows(engine: Engine, image: ImageName): string[] {
  const answer = engine.query({ text: all, dataset: datasets[image], format: 'tsv' });
  return answer.trimEnd().split('\n').toSorted();
}

export function fill(catalogue: Catalogue, records = 5): void {
  commit(catalogue, ...Array.from({ length: records }, (_, index) => look(index)));
}

/** A catalogue of which there is an image. */
export async function imaged(image: ImageName = 'records') {
  const path = newPath();
  const catalogue = openCatalogue(path);
  fill(catalogue);
  const engine = await openEngine(path);
  rows(engine, image);
  const { kept } = engine.keep({ image, ...whatever });
  expect(kept).toEqual({ image, bytes: statSync(imageFile(path, image)).size });
  return { path, catalogue, file: imageFile(path, image) };
}

/** What becomes of an image when it is read. */
export async function restored(path: string, image: ImageName = 'records'): Promise<string> {
  const engine = await openEngine(path);
  try {
    return (await engine.restore(image)) ? 'restored' : 'not restored';
  } catch (error) {
    return String(error);
  } finally {
    await engine.close();
  }
}

/** Changes what the header of an image says. */
export function rewriteHeader(file: string, change: (header: object) => object): void {
  const bytes = readFileSync(file);
  const [lengthAt, checksumAt, jsonAt] = [16, 20, 24];
  const length = bytes.readUInt32LE(lengthAt);
  const header: unknown = JSON.parse(bytes.toString('utf8', jsonAt, jsonAt + length));
  const json = Buffer.from(JSON.stringify(change(header as object)).padEnd(length));
  expect(json.length).toBe(length);
  bytes.writeUInt32LE(crc32(json), checksumAt);
  json.copy(bytes, jsonAt);
  writeFileSync(file, bytes);
}

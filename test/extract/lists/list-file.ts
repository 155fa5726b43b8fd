import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyFile } from '../../../src/files/same-file.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { ExtractionOutput } from '../../../src/model/record.ts';
import type { BodyFile } from '../../../src/model/http.ts';
import { documentsOf, extract, type ResponseFacts } from '../extraction.ts';

const folder = mkdtempSync(join(tmpdir(), 'list-file-'));
// Several test files of one process use it.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** A body in a file of its own, which is removed when the process ends. */
export function listFile(content: string | Uint8Array): BodyFile {
  files += 1;
  const path = join(folder, `${files}.json`);
  writeFileSync(path, content);
  const stats = statSync(path, { bigint: true });
  return { path, bytes: Number(stats.size), identity: identifyFile(stats), temporary: false };
}

/** A text, or the JSON of any other value. */
function textOf(content: unknown): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return JSON.stringify(content);
}

/** Extracts from a JSON file that is larger than a piece may be: by default one of 100 bytes is. */
export async function extractList(
  content: unknown,
  facts: ResponseFacts = {},
): Promise<Outcome<ExtractionOutput>[]> {
  const limits = { pieceBytes: 100, ...facts.limits };
  const contentType = 'application/ld+json';
  return extract(listFile(textOf(content)), { contentType, ...facts, limits });
}

/** The JSON texts of the documents of a list. */
export async function piecesOf(
  content: unknown,
  facts?: ResponseFacts,
): Promise<readonly string[]> {
  return documentsOf(await extractList(content, facts)).map(({ json }) => json);
}

/** The problems among some outcomes, in which nothing may be skipped. */
export function problemsIn(outcomes: readonly Outcome<ExtractionOutput>[]): readonly unknown[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.problem] : []));
}

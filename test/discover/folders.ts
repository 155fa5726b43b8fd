import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { discover, inShort } from './discovering.ts';

/** The URL that stands for a folder. */
export const base = 'http://a.invalid/';

/** A folder with these files, each of which has nothing in it; removed when the test ends. */
export function folderWith(...files: readonly (string | Buffer)[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cdif-graph-folder-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) addFile(folder, file);
  return folder;
}

/** Makes an empty file and the folders that it is in. */
export function addFile(folder: string, file: string | Buffer): void {
  if (typeof file === 'string') mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(file)]), '');
}

/** What is listed, without the base. */
export async function listed(
  folder: string,
  include: readonly string[] = [],
): Promise<readonly string[]> {
  const outcomes = await discover({ kind: 'folder', folder, base }, { include });
  return inShort(outcomes).map((line) => line.replace(base, ''));
}

export function targetsOf(outcomes: readonly Outcome<Target>[]): readonly Target[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'produced' ? [outcome.value] : []));
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { random } from '../store/random-looks.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { commit, look, lookAt, newPath, openCatalogue, url } from '../store/updates.ts';

const execFilePromise = promisify(execFile);
const script = fileURLToPath(new URL('../support/image-round.mjs', import.meta.url));

/** Another version of Node.js, with which every other round is run. */
const { OTHER_NODE: otherNode = process.execPath } = process.env;
/** The third round is the first that reads what another one wrote. */
const rounds = proofSize(otherNode === process.execPath ? 1 : 3, 100);
const records = 150;
/** In each fifth round so much is put in and taken out again. */
const grownBytes = 200e6;

interface Round {
  readonly node: string;
  readonly image: string;
  readonly restored: boolean;
  readonly statements: number;
  readonly differences: number;
  /** By how many bytes the memory grew while the engine was at work. */
  readonly grown: number;
  readonly kept: number;
  readonly isWorn: boolean;
}

/** A record of some length with texts that repeat and texts that do not, and a blank node. */
function randomRecord(index: number, version: number, next: () => number): UrlUpdate {
  const about = `<urn:resource:${Math.floor(next() * 40)}>`;
  const lines = [`_:b <urn:id> "${index} ${version}"`, `${about} <urn:maker> _:b`];
  for (let count = Math.floor(next() * 60); count > 0; count -= 1) {
    const text =
      next() < 0.5 ? `common ${Math.floor(next() * 9)}` : `own ${index} ${version} ${count}`;
    lines.push(
      `${about} <urn:says:${Math.floor(next() * 5)}> "${text.repeat(1 + Math.floor(next() * 9))}"`,
    );
  }
  const nquads = [...new Set(lines)].map((line) => `${line} <${url(index)}> .\n`).join('');
  return look(index, { nquads, json: JSON.stringify({ nquads }) });
}

/** What is worth telling of many rounds. */
function summaryOf(seen: readonly Round[]): string {
  const versions = [...new Set(seen.map(({ node }) => node))].join(' and ');
  const sizes = seen.map(({ kept }) => kept / 1e6);
  const anew = seen.filter(({ isWorn }) => isWorn).length;
  return `${seen.length} rounds with Node ${versions}: images of ${Math.min(...sizes).toFixed(1)} to ${Math.max(...sizes).toFixed(1)} MB, ${anew} of them filled anew\n`;
}

it(`holds over ${rounds} rounds of putting it in place, changing, mistreating and keeping it`, async () => {
  const path = newPath();
  const catalogue = openCatalogue(path);
  const next = random(proofSeed(8));
  const first = Array.from({ length: records }, (_, index) => randomRecord(index, 0, next));
  commit(catalogue, ...first);
  const seen: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (let changes = 1 + Math.floor(next() * 15); changes > 0; changes -= 1) {
      const index = Math.floor(next() * records * 1.2);
      // Not the last one, since there may be nothing to be removed, and then nothing new to be kept.
      const isRemoved = changes > 1 && next() < 0.2;
      commit(catalogue, isRemoved ? lookAt(index, [], []) : randomRecord(index, round, next));
    }
    // Two rounds each, so that each image goes from one version to the other.
    const node = round % 4 > 1 ? otherNode : process.execPath;
    const { stdout } = await execFilePromise(node, ['--expose-gc', script, path, String(round)]);
    // As the script says.
    const result = JSON.parse(stdout) as Round;
    seen.push(result);
    if (result.image !== 'records') continue;
    const statements = catalogue.read((snapshot) => snapshot.totals().quads);
    expect(result.statements).toBe(statements);
  }
  process.stdout.write(summaryOf(seen));
  expect(seen.filter(({ differences }) => differences > 0)).toEqual([]);
  expect(seen.filter(({ kept }) => kept === 0)).toEqual([]);
  const grown = seen.filter((_, index) => index % 5 === 4);
  expect(grown.filter((round) => round.grown === 0)).toEqual([]);
  // What grew is what is kept, and put in place two rounds later.
  expect(grown.filter(({ isWorn, kept }) => isWorn || kept < grownBytes)).toEqual([]);
  expect(seen.filter(({ isWorn }) => isWorn).length).toBeLessThan(seen.length / 4);
  expect(seen.map(({ restored }) => restored)).toEqual(seen.map((_, index) => index > 1));
});

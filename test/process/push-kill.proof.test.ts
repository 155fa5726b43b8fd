import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { random } from '../catalogue/random-visits.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { serveChangingSite, type ChangingSite } from '../support/changing-site.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import {
  isVirtuosoInstalled,
  lacksVirtuoso,
  startVirtuoso,
  type Virtuoso,
} from '../support/virtuoso-process.mjs';

/** How many pushes are disturbed: each kills either the command or the store. */
const kills = proofSize(3, 100);
const firstPages = provesInFull ? 400 : 40;
/** The victim is killed within this time of the start of a push, which takes longer. */
const longestDelayMs = provesInFull ? 2500 : 1200;

let site: ChangingSite;
let workspace: Workspace;
let store: Virtuoso;

beforeAll(async () => {
  if (!isVirtuosoInstalled) return;
  site = await serveChangingSite(firstPages);
  workspace = await createWorkspace();
  await workspace.write('config.yaml', localConfig(`sitemap: "${site.origin}/sitemap.xml"`));
  store = await startVirtuoso();
});
afterAll(async () => {
  if (!isVirtuosoInstalled) return;
  await store.close();
  await site.close();
  await workspace.remove();
});

function pushArguments(...more: readonly string[]): readonly string[] {
  const address = [store.graphStore, '--update', store.update, '--query', store.query];
  return ['push', ...address, '--store', join(workspace.folder, 'catalogue'), ...more];
}

async function push(
  more: readonly string[] = [],
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Awaited<ReturnType<Workspace['runProcess']>>> {
  const { user, password } = store.credentials;
  const env = { CDIF_GRAPH_USER: user, CDIF_GRAPH_PASSWORD: password };
  return workspace.runProcess(pushArguments(...more), { env, ...(onStart && { onStart }) });
}

/** Changes some pages, and now and then adds some, and harvests them. */
async function harvest(next: () => number): Promise<void> {
  const pages = site.versions().size;
  site.change(Array.from({ length: 8 }, () => Math.floor(next() * pages)));
  site.grow(next() < 0.3 ? 2 : 0);
  expect(await workspace.run(['ingest', 'config.yaml'])).toMatchObject({ code: 0 });
}

/**
 * Pushes, and kills the command or the store at a moment that the index decides.
 * @returns whether the push did not come to its end
 */
async function disturbedPush(index: number): Promise<boolean> {
  const next = random(proofSeed(0) + index);
  await harvest(next);
  const victim = next() < 0.5 ? 'command' : 'store';
  // Every fourth push begins anew, so that there is enough to interrupt.
  const more = next() < 0.25 ? ['--full'] : [];
  const delayMs = Math.floor(next() * longestDelayMs);
  let struck: Promise<void> = Promise.resolve();
  const { code } = await push(more, (kill) => {
    struck = sleep(delayMs).then(async () =>
      victim === 'command' ? kill('SIGKILL') : store.kill(),
    );
  });
  await struck;
  if (victim === 'store') await store.restart();
  return code !== 0;
}

/** Pushes what is missing, and compares each graph of the store with the catalogue. */
async function expectSameState(): Promise<void> {
  expect(await push()).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await push(['--verify']);
  expect([code, stdout, stderr]).toEqual([0, expect.any(String), expect.any(String)]);
  const again = await push(['--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ writes: 0 });
}

describe.skipIf(!isVirtuosoInstalled)(
  `a push that is disturbed again and again${lacksVirtuoso}`,
  () => {
    it('is ended by the next one, which leaves the store as the catalogue', async () => {
      await harvest(random(proofSeed(0)));
      let disturbed = 0;
      for (let index = 0; index < kills; index += 1) {
        if (await disturbedPush(index)) disturbed += 1;
        // Several disturbed pushes in a row happen too.
        if (random(proofSeed(1) + index)() < 0.7) await expectSameState();
      }
      await expectSameState();
      expect(disturbed).toBeGreaterThan(provesInFull ? kills / 3 : 0);
      if (provesInFull) {
        const pages = site.versions().size;
        process.stdout.write(
          `${disturbed} of ${kills} pushes of ${pages} pages were ended early\n`,
        );
      }
    });
  },
);

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Parser, type Term } from 'n3';
import { describe, expect, it } from 'vitest';
import { random } from '../catalogue/random-visits.ts';
import { changingWorkspace } from '../cli/changing-workspace.ts';
import type { Workspace } from '../cli/workspace.ts';
import type { ChangingSite } from '../support/changing-site.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import type { CommandResult } from '../support/run-command.ts';
import { virtuosoOfTest } from '../support/virtuoso.ts';
import { isVirtuosoInstalled, lacksVirtuoso, type Virtuoso } from '../support/virtuoso-process.mjs';

type Victim = 'command' | 'store';

/** How many pushes are disturbed for each victim. */
const kills: Readonly<Record<Victim, number>> = {
  command: proofSize(1, 100),
  store: proofSize(1, 100),
};
const firstPages = provesInFull ? 150 : 20;
/** The victim is killed within this time of the start of a push. */
const longestDelayMs = provesInFull ? 1500 : 600;
const hourMs = 3_600_000;

/** A catalogue of a site that changes, and the store that it is pushed to. */
interface Scene {
  readonly site: ChangingSite;
  readonly workspace: Workspace;
  readonly store: Virtuoso;
}

async function push(
  { workspace, store }: Scene,
  more: readonly string[] = [],
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<CommandResult> {
  const { user, password } = store.credentials;
  const address = [store.graphStore, '--update', store.update, '--query', store.query];
  const args = ['push', ...address, '--store', join(workspace.folder, 'catalogue'), ...more];
  const env = { CDIF_GRAPH_USER: user, CDIF_GRAPH_PASSWORD: password };
  return workspace.runProcess(args, { env, ...(onStart && { onStart }) });
}

function expectDone({ code, stdout, stderr }: CommandResult): void {
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout, stderr });
}

/** Changes some pages, now and then adds or removes some, and harvests them. */
async function harvest({ site, workspace }: Scene, next: () => number): Promise<void> {
  const pages = site.versions().size;
  const anyPage = (): number => Math.floor(next() * pages);
  site.change(Array.from({ length: 8 }, anyPage));
  site.grow(next() < 0.5 ? 2 : 0);
  site.remove(next() < 0.5 ? [anyPage()] : []);
  // All records go and come back.
  if (next() < 0.1) {
    expectDone(await workspace.run(['remove', '--source', 'local', '--store', 'catalogue']));
    if (next() < 0.5) return;
  }
  expectDone(await workspace.run(['ingest', 'config.yaml']));
}

/**
 * Pushes, and kills the command or the store at a moment that the index decides. A store is started
 * again at once, while the push goes on.
 * @returns whether the push was still going on
 */
async function disturbedPush(scene: Scene, victim: Victim, index: number): Promise<boolean> {
  const next = random(proofSeed(0) + index);
  await harvest(scene, next);
  // Every third push begins anew, so that there is enough to interrupt.
  const more = index % 3 === 0 ? ['--full'] : [];
  const delayMs = 400 + Math.floor(next() * longestDelayMs);
  let isOver = false;
  let struck: Promise<boolean> = Promise.resolve(false);
  const strike = async (kill: (signal: NodeJS.Signals) => void): Promise<boolean> => {
    await sleep(delayMs);
    const isInTime = !isOver;
    if (victim === 'command') kill('SIGKILL');
    else await scene.store.restart();
    return isInTime;
  };
  const { code, stderr } = await push(scene, more, (kill) => {
    struck = strike(kill);
  });
  isOver = true;
  const isInTime = await struck;
  // A push outlives its store, unless its first request finds none.
  const isOutlived = code === 0 || stderr.includes('cannot be reached');
  expect([victim === 'command' || isOutlived, stderr]).toEqual([true, stderr]);
  return isInTime;
}

/** Pushes what is missing, and compares each graph of the store with the catalogue. */
async function expectSameState(scene: Scene): Promise<void> {
  expectDone(await push(scene));
  expectDone(await push(scene, ['--verify']));
  const again = await push(scene, ['--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ writes: 0 });
}

/** Compares all statements with those of an export, by parsers of others. */
async function expectEqualExport({ workspace, store }: Scene): Promise<void> {
  const { stdout } = await workspace.run(['export', '--store', 'catalogue']);
  const exported = new Set<string>();
  for (const { subject, predicate, object, graph } of new Parser({ format: 'nq' }).parse(stdout)) {
    exported.add([graph, subject, predicate, object].map(comparable).join(' '));
  }
  const query = 'SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }';
  const url = `${store.query}?query=${encodeURIComponent(query)}&format=application/json`;
  const answer = await fetch(url);
  // The results format of SPARQL.
  const { results } = (await answer.json()) as {
    readonly results: { readonly bindings: readonly Readonly<Record<string, Binding>>[] };
  };
  const held = new Set<string>();
  for (const { g, s, p, o } of results.bindings) {
    const isOwn = g?.value.startsWith('http://127.0.0.1') === true || isDerived(g?.value ?? '');
    if (isOwn)
      held.add([g, s, p, o].map((each) => (each ? comparableBinding(each) : '')).join(' '));
  }
  expect([...exported].filter((each) => !held.has(each))).toEqual([]);
  expect([...held].filter((each) => !exported.has(each))).toEqual([]);
  expect(held.size).toBe(exported.size);
}

function isDerived(graph: string): boolean {
  return graph.startsWith('urn:cdif-graph:') && graph !== 'urn:cdif-graph:push';
}

interface Binding {
  readonly type: string;
  readonly value: string;
}

/** Blank nodes are not told apart, nor spellings of a value. */
function comparable(term: Term): string {
  return term.termType === 'BlankNode' ? '_' : comparableText(term.value);
}

function comparableBinding({ type, value }: Binding): string {
  return type === 'bnode' ? '_' : comparableText(value);
}

function comparableText(value: string): string {
  if (value === 'true' || value === 'false') return String(Number(value === 'true'));
  return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.?0*(?=Z$)/u, '$1');
}

describe.skipIf(!isVirtuosoInstalled)(
  `a push whose victim is killed again and again${lacksVirtuoso}`,
  () => {
    it.each(['command', 'store'] as const)(
      'leaves the store as the catalogue in the end: the %s',
      { timeout: hourMs },
      async (victim) => {
        const { site, workspace } = await changingWorkspace(firstPages);
        const store = await virtuosoOfTest();
        const scene = { site, workspace, store };
        expectDone(await workspace.run(['ingest', 'config.yaml']));
        let disturbed = 0;
        for (let index = 0; index < kills[victim]; index += 1) {
          if (await disturbedPush(scene, victim, index)) disturbed += 1;
          // Several disturbed pushes in a row happen too.
          if (random(proofSeed(1) + index)() < 0.3) await expectSameState(scene);
        }
        await expectSameState(scene);
        await expectEqualExport(scene);
        expect(disturbed).toBeGreaterThan(provesInFull ? kills[victim] / 3 : 0);
        if (provesInFull) {
          process.stdout.write(
            `${victim}: ${disturbed} of ${kills[victim]} pushes were hit, ` +
              `${site.versions().size} pages in the end\n`,
          );
        }
      },
    );
  },
);

import { onTestFinished } from 'vitest';
import { type RdfStore, type RdfStoreOptions, startRdfStore } from '../support/rdf-store.ts';
import type { ReceivedRequest } from '../support/store-access.ts';
import type { CommandOptions, CommandResult } from '../support/run-command.ts';
import { copyDemo } from './demo-workspace.ts';
import type { Workspace } from './workspace.ts';

/** The catalogue of the demo site and a store that can fail; both are there until the test ends. */
export interface PushWorkspace {
  readonly workspace: Workspace;
  readonly store: RdfStore;
  /** What goes wrong, as in `RdfStoreOptions`; at first nothing. */
  fault: NonNullable<RdfStoreOptions['fault']>;
  /** Runs `cdif-graph push` with these arguments; waits for the store take no time. */
  readonly push: (args: readonly string[], options?: CommandOptions) => Promise<CommandResult>;
}

export async function pushWorkspace(options: RdfStoreOptions = {}): Promise<PushWorkspace> {
  const { workspace } = await copyDemo();
  onTestFinished(async () => workspace.remove());
  const scene: PushWorkspace = {
    workspace,
    store: await startRdfStore({ ...options, fault: (...request) => scene.fault(...request) }),
    fault: () => undefined,
    push: async (args, more) =>
      workspace.run(['push', ...args, '--store', 'catalogue'], {
        storePatience: impatience(),
        ...more,
      }),
  };
  onTestFinished(async () => scene.store.close());
  return scene;
}

/** A clock for waits that take no time. */
export function impatience(): NonNullable<CommandOptions['storePatience']> {
  let time = 0;
  const pause = async (ms: number): Promise<void> => {
    time += ms;
  };
  return { clock: { now: () => time, pause } };
}

/** The names of the graphs that a store holds. */
export function graphsOf({ held }: RdfStore): readonly string[] {
  const names = held.match(null, null, null, null).map(({ graph }) => graph.value);
  return [...new Set(names)].toSorted();
}

/** Whether a request changes the store. */
export function isWrite({ method, service }: ReceivedRequest): boolean {
  return method !== 'GET' && service !== 'query';
}

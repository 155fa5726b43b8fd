import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, type CommandOptions, type CommandResult } from '../support/run-command.ts';
import { runProcess, type ProcessOptions } from '../support/run-process.ts';

/** An empty folder in which commands are run, as a user would. */
export interface Workspace {
  readonly folder: string;
  /** Runs a command in the folder, in the process of the tests. */
  run(args: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Runs a command in a process of its own, for what only a process has: signals, pipes. */
  runProcess(args: readonly string[], options?: ProcessOptions): Promise<CommandResult>;
  /** Writes a file of the folder. */
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'cdif-graph-cli-'));
  return {
    folder,
    run: (args, options) => runCommand(args, { cwd: folder, ...options }),
    runProcess: (args, options) => runProcess(args, { cwd: folder, ...options }),
    write: (name, text) => writeFile(join(folder, name), text),
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * A configuration of one source on this machine, without a pause between requests.
 * @param workers threads that derive; the program has one by default, but a thread takes longer to start than few records take
 */
export function localConfig(source: string, workers = 0): string {
  return [
    'store: { path: ./catalogue }',
    `workers: ${workers}`,
    'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
    `sources: [{ name: local, ${source} }]`,
    '',
  ].join('\n');
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliOptions, type CliResult } from '../support/run-cli.ts';

/** An empty folder in which commands are run, as a user would. */
export interface Workspace {
  readonly folder: string;
  /** Runs the command line in the folder. */
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Writes a file of the folder. */
  write(name: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'cdif-graph-cli-'));
  return {
    folder,
    run: (args, options) => runCli(args, { cwd: folder, ...options }),
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../../src/model/run.ts';
import { runCommand } from '../support/run-command.ts';
import { runProcess } from '../support/run-process.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A process of the command line that runs beside the test. */
export interface FleetProcess {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  /** Resolves with the code when it has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts the command line. @param preload a module that is loaded first */
export function startProcess(
  args: readonly string[],
  { env = {}, preload }: StartOptions = {},
): FleetProcess {
  const loaded = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...loaded, cli, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null); // as Node documents
  return { child, stderr: () => stderr, ended };
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly preload?: string;
}

/** Starts a worker, and resolves when it is ready. */
export async function startWorker(
  redis: string,
  options: StartOptions & { readonly hosts?: number; readonly name?: string } = {},
): Promise<FleetProcess> {
  const { hosts = 8, name = 'worker', ...rest } = options;
  const args = ['worker', '--redis', redis, '--hosts', `${hosts}`, '--threads', '1'];
  const worker = startProcess([...args, '--name', name], rest);
  while (!worker.stderr().includes('is ready') && worker.child.exitCode === null) {
    await Promise.race([once(worker.child.stderr ?? worker.child, 'data'), worker.ended]);
  }
  return worker;
}

interface ConfigOptions {
  readonly folder: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly redis?: string;
  readonly delayMs?: number;
}

/** Writes a configuration with a source for each host. @returns its path */
export function writeConfig(options: ConfigOptions): string {
  const { folder, name, hosts, redis, delayMs = 0 } = options;
  const sources = hosts.map((host, index) => {
    return `  - { name: source-${index}, sitemap: "http://${host}/sitemap.xml" }\n`;
  });
  const file = join(folder, `${name}.yaml`);
  const perHost = `{ connections: 1, delayMs: ${delayMs} }`;
  writeFileSync(
    file,
    `store: { path: ./${name} }\n` +
      (redis === undefined ? '' : `queue: { redis: "${redis}" }\n`) +
      `http: { allowPrivateAddresses: true, perHost: ${perHost} }\nsources:\n${sources.join('')}`,
  );
  return file;
}

/** Harvests, and gives the report. */
export async function ingest(
  config: string,
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<{ readonly code: number | null; readonly report?: RunReport; readonly stderr: string }> {
  const options = onStart === undefined ? {} : { onStart };
  const { code, stdout, stderr } = await runProcess(['ingest', config, '--json'], options);
  if (stdout === '') return { code, stderr };
  return { code, stderr, report: JSON.parse(stdout) as RunReport };
}

/** What a catalogue holds, apart from times and the names of runs. */
export async function contentOf(config: string): Promise<CatalogueContent> {
  const [exported, problems] = await Promise.all([
    runProcess(['export', '--config', config]),
    runProcess(['problems', '--config', config, '--format', 'csv']),
  ]);
  return { statements: comparable(exported.stdout), problems: comparable(problems.stdout) };
}

/** What is known of a URL, apart from times, runs and workers. */
export async function explainedBy(config: string, url: string): Promise<readonly string[]> {
  const { stdout } = await runCommand(['explain', url, '--config', config]);
  return comparable(stdout.replaceAll(/, worker [\w-]+/gu, ''));
}

interface CatalogueContent {
  readonly statements: readonly string[];
  readonly problems: readonly string[];
}

function comparable(text: string): readonly string[] {
  const lines = text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
    .replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/gu, 'RUN')
    .split(/\r?\n/u)
    // A harvest that was interrupted has a further run.
    .filter((line) => !line.startsWith('<urn:cdif-graph:run:'));
  return lines.toSorted();
}

/** What a report counts, apart from times and costs. */
export function countsOf({ sources }: RunReport) {
  return sources.map(({ source, listing, urls, records, quads, problems, skipped, requests }) => {
    const { GET, HEAD, notModified } = requests;
    const asked = { GET, HEAD, notModified };
    // Their order is that in which they occurred first.
    const sorted = Object.entries(problems).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { source, listing, urls, records, quads, problems: sorted, skipped, requests: asked };
  });
}

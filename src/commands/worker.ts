import { isRedisUrl, redisForm, redisVariable } from '../config/queue-schema.ts';
import { UsageFault } from '../model/fault.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import { parseWholeNumber } from './options.ts';
import type { CommandContext, DefineCommand } from './command.ts';

interface WorkerCommandOptions {
  readonly redis?: string;
  readonly hosts: number;
  readonly threads?: number;
  readonly name?: string;
  readonly metrics?: string;
}

/** Defines `cdif-graph worker`. */
export const defineWorker: DefineCommand = (command, run) => {
  command
    .description(
      'Harvests for coordinators, which are `ingest` with a configuration that has `queue`, ' +
        'until it is ended by Ctrl-C or SIGTERM. It needs no catalogue and no configuration; any ' +
        'number of workers can run, on any machine.',
    )
    .option(
      '--redis <url>',
      `the address of Redis, as in the configuration (default: the variable ${redisVariable}, ` +
        'which, unlike an argument, other users of the machine cannot see)',
    )
    .option('--hosts <n>', 'how many hosts are requested at once', parseWholeNumber(1, 1000), 25)
    .option(
      '--threads <n>',
      'threads that convert JSON-LD to RDF (default: one less than the processors, at least one)',
      parseWholeNumber(1, 64),
    )
    .option(
      '--metrics <address>',
      'serve metrics of all workers and runs for Prometheus at this port, or host:port, under ' +
        '/metrics (a port alone is that of 127.0.0.1)',
    )
    .option(
      '--name <name>',
      'how the name of this worker begins in reports (default: machine and process)',
    )
    .action(run(work));
};

async function work(context: CommandContext, options: WorkerCommandOptions): Promise<void> {
  const { stderr, signal, now, env } = context;
  const redis = options.redis ?? env[redisVariable];
  if (redis === undefined) {
    throw new UsageFault(`give the address of Redis by --redis, or by ${redisVariable}`);
  }
  if (!isRedisUrl(redis)) {
    throw new UsageFault(`the address of Redis must be ${redisForm}`);
  }
  const { runWorker } = await import('../distributed/worker.ts');
  await runWorker({
    redis,
    name: options.name,
    hosts: options.hosts,
    threads: options.threads,
    metrics: options.metrics === undefined ? undefined : readAddress(options.metrics),
    env,
    now,
    signal,
    tell: (text) => void stderr.write(`cdif-graph: ${escapeControlsInLines(text)}\n`),
  });
}

/** @throws {UsageFault} where it is no port, and no host with a port */
function readAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/u.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) {
    throw new UsageFault(`--metrics must be a port or host:port, not ${text}`);
  }
  return { host: host.replace(/^\[(.*)\]$/u, '$1'), port };
}

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCommand } from '../support/run-command.ts';

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url));

interface ComposedService {
  readonly image: string;
  readonly build?: unknown;
  readonly command: readonly string[];
}

/** The services of the compose file. */
function composed(): readonly ComposedService[] {
  const { services } = parse(readFileSync(`${folder}compose.yaml`, 'utf8')) as {
    readonly services: Readonly<Record<string, ComposedService>>;
  };
  return Object.values(services);
}

/** The arguments that the units of systemd give to the command. */
function units(): readonly (readonly string[])[] {
  const files = readdirSync(`${folder}systemd`).filter((name) => name.endsWith('.service'));
  return files.map((name) => {
    const text = readFileSync(`${folder}systemd/${name}`, 'utf8');
    const [, args = ''] = /^ExecStart=\/usr\/bin\/cdif-graph (.*)$/mu.exec(text) ?? [];
    return args.split(' ');
  });
}

describe('the files for deployment', () => {
  it('build the image that they name, which no registry has', () => {
    const own = composed().filter(({ image }) => image === 'cdif-graph');
    expect(own).toHaveLength(2);
    for (const { build } of own) expect(build).toMatchObject({ dockerfile: 'deploy/Dockerfile' });
  });

  it('call the command with options that it has', async () => {
    const calls = [...composed().map(({ command }) => command), ...units()].filter(
      ([name]) => name !== 'redis-server',
    );
    expect(calls.map(([name]) => name)).toEqual(['worker', 'ingest', 'ingest', 'worker']);
    for (const call of calls) {
      const { stderr, code } = await runCommand(call, { env: { CDIF_GRAPH_REDIS: 'nowhere' } });
      // The options are right: only the address, or the file, is not.
      expect([code, stderr]).toEqual([3, expect.stringMatching(/redis:\/\/|no such file/u)]);
    }
  });
});

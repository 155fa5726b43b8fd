import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createWorkspace, type Workspace } from '../cli/workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Within this time the command has begun with the shapes or the schema. */
const startMs = 4000;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const description = `${'a'.repeat(60)}b`;
  const context = 'https://schema.org/';
  const record = { '@context': context, '@type': 'Dataset', name: 'Mires', description };
  await workspace.write('record.jsonld', JSON.stringify(record));
  const pattern = '^(a+)+$';
  await workspace.write('slow.json', JSON.stringify({ properties: { description: { pattern } } }));
  await workspace.write(
    'slow.ttl',
    `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix schema: <http://schema.org/> .
    <https://shapes.example/#Slow> a sh:NodeShape ; sh:targetClass schema:Dataset ;
      sh:property [ sh:path schema:description ; sh:pattern "${pattern}" ] .`,
  );
  execFileSync('mkfifo', [join(workspace.folder, 'pipe.ttl')]);
});

afterAll(async () => {
  await workspace.remove();
});

describe.skipIf(process.platform === 'win32')('validate is ended by the first signal', () => {
  it.each([
    ['a regular expression of a schema that does not end', ['--schema', 'slow.json'], 'SIGINT'],
    ['a regular expression of a shape that does not end', ['--shapes', 'slow.ttl'], 'SIGTERM'],
    ['a pipe of shapes without a writer', ['--shapes', 'pipe.ttl'], 'SIGINT'],
  ] as const)('amid %s', async (_name, args, signal) => {
    const child = spawn(process.execPath, [cli, 'validate', 'record.jsonld', ...args], {
      cwd: workspace.folder,
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    await setTimeout(startMs);
    expect(child.exitCode).toBeNull();
    child.kill(signal);
    expect(await exit).toEqual([null, signal]);
  });
});

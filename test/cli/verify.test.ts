import { open } from 'lmdb';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damages } from '../../src/model/verification.ts';
import { copyDemo } from './demo-workspace.ts';
import type { Workspace } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  ({ workspace } = await copyDemo());
});
afterAll(async () => {
  await workspace.remove();
});

describe('verify', () => {
  it('prints what was checked, and that the catalogue is intact', async () => {
    const { stdout, stderr, code } = await workspace.run(['verify', '--engine']);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Checked as of change \d+: \d+ records, \d+ statements, \d+ documents, \d+ URLs, \d+ names\n/u,
    );
    expect(stdout).toContain('The graphs in the SPARQL engine were compared.\n');
    expect(stdout).toContain('The catalogue is intact.\n');
    expect(code).toBe(0);
  });

  it('exits with 1 and prints finding, place and remedy when the catalogue is damaged', async () => {
    const environment = open({ path: join(workspace.folder, 'catalogue'), noSubdir: false });
    const facts = environment.openDB<{ quads: number }, string>({
      name: 'facts',
      encoding: 'json',
    });
    const [first] = [...facts.getRange({ limit: 1 })];
    if (first === undefined) throw new TypeError('There is a record.');
    facts.putSync(first.key, { ...first.value, quads: 1 });
    await environment.close();
    const text = await workspace.run(['verify']);
    expect(text.stdout).toContain('The catalogue is damaged.');
    expect(text.stdout).toContain('(statements-wrong): 1\n');
    expect(text.stdout).toContain(`  ${first.key}: ${first.value.quads} lines, but 1 statements`);
    expect(text.stdout).toContain('cdif-graph rebuild');
    expect(text.code).toBe(1);
    const json = await workspace.run(['verify', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      whole: false,
      counts: { 'statements-wrong': 1, 'totals-wrong': 1 },
      findings: [
        { damage: 'statements-wrong', where: first.key, mend: damages['statements-wrong'].mend },
        { damage: 'totals-wrong', where: 'quads' },
      ],
    });
    expect(json.code).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';

describe('queries', () => {
  it('lists the bundled queries, a line each', async () => {
    const { stdout, stderr, code } = await runCommand(['queries']);
    expect(stdout).toMatch(/^search-box +Search by box +west\* south\* east\* north\*$/mu);
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('shows one of them, with a command line that asks it', async () => {
    const { stdout, code } = await runCommand(['queries', 'search-age']);
    expect(stdout).toContain(
      '\n  cdif-graph query search-age --param older=300 --param younger=250\n',
    );
    expect(stdout).toContain('\nSELECT ?resource ?entry ?graph');
    expect(code).toBe(0);
  });

  it('are data with --json', async () => {
    const all = JSON.parse((await runCommand(['queries', '--json'])).stdout) as { name: string }[];
    expect(all.map(({ name }) => name)).toContain('facets-years');
    const one: unknown = JSON.parse(
      (await runCommand(['queries', 'conformance', '--json'])).stdout,
    );
    expect(one).toMatchObject({
      parameters: { given: [] },
      command: 'cdif-graph query conformance',
    });
    expect(one).toHaveProperty('text');
  });

  it('suggests which one may be meant', async () => {
    const { stderr, code } = await runCommand(['queries', 'serch-box']);
    expect(stderr).toContain('did you mean search-box?');
    expect(code).toBe(3);
  });
});

describe('query --param', () => {
  it.each([
    [['search-age', '--param', 'older=300'], 'the parameter younger of search-age is required'],
    [['search-age', '--param', 'older'], 'It must be NAME=VALUE'],
    [['search-age', '--param', 'older=1', '--param', 'older=2'], 'older is given twice'],
    [['search-age', '--param', 'odler=1'], 'did you mean older?'],
  ])('refuses %j', async (args, message) => {
    const { stderr, code } = await runCommand(['query', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });
});

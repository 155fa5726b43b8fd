import { describe, expect, it } from 'vitest';
import { describeQuery, listQueries } from '../../src/commands/queries.ts';
import { parseBundledQuery } from '../../src/query/bundled.ts';
import { runCommand } from '../support/run-command.ts';

describe('queries', () => {
  it('lists the bundled queries, a line each', async () => {
    const { stdout, stderr, code } = await runCommand(['queries']);
    expect(stdout).toMatch(/^search-box +Search by box +west\* south\* east\* north\*$/mu);
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('shows one of them, with a command line that runs it', async () => {
    const { stdout, code } = await runCommand(['queries', 'search-age']);
    expect(stdout).toContain(
      '\n  cdif-graph query search-age --param older=300 --param younger=250\n',
    );
    expect(stdout).toContain('\nSELECT ?resource ?entry ?graph');
    expect(code).toBe(0);
  });

  it('prints them as JSON', async () => {
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

  it('suggests a similar name for an unknown one', async () => {
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

const plain = parseBundledQuery(
  'all',
  '# Title: All\n# Question: What?\n# Graphs: record graphs\n\nSELECT * {}\n',
);
const asking = parseBundledQuery(
  'by-word',
  `# Title: By word
# Question: Which?
# Graphs: every record graph
# Parameters:
# - word (words; required; for example sea ice): the words
# - type (IRI; optional): its type
# - iri (identifier as IRI; from word): the one

SELECT * {}
`,
);

describe('the texts of bundled queries', () => {
  it('are a line each, with an asterisk at required parameters', () => {
    expect(listQueries([plain, asking])).toBe('all      All\nby-word  By word  word* type\n');
    expect(listQueries([])).toBe('');
  });

  it('give question, parameters, a command line and the text of one query', () => {
    expect(describeQuery(asking)).toBe(`By word

Which?
Graphs: every record graph

Parameters:
  word (required; for example sea ice): the words; a text with at least one word in it
  type (optional): its type; an absolute IRI
  iri (identifier as IRI): derived from word

Run it:
  cdif-graph query by-word --param 'word=sea ice'

${asking.text}`);
    expect(describeQuery(plain)).not.toContain('Parameters');
  });

  it('quote values in the command line for a shell', () => {
    expect(describeQuery(plain)).toContain('\n  cdif-graph query all\n');
    const text = asking.text.replace('sea ice', "it's $HOME");
    expect(describeQuery(parseBundledQuery('q', text))).toContain(
      String.raw`  cdif-graph query q --param 'word=it'\''s $HOME'`,
    );
  });
});

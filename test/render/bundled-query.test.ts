import { describe, expect, it } from 'vitest';
import { parseBundledQuery } from '../../src/query/bundled.ts';
import {
  commandLine,
  describeQuery,
  listQueries,
  queryJson,
} from '../../src/render/bundled-query.ts';

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

describe('the views of bundled queries', () => {
  it('are a line each, with an asterisk at what is required', () => {
    expect(listQueries([plain, asking])).toBe('all      All\nby-word  By word  word* type\n');
    expect(listQueries([])).toBe('');
  });

  it('say all of one: what it asks, its parameters, how to run it, its text', () => {
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

  it('write a command line that a shell takes as it is meant', () => {
    expect(commandLine(plain)).toBe('cdif-graph query all');
    const text = asking.text.replace('sea ice', "it's $HOME");
    expect(commandLine(parseBundledQuery('q', text))).toBe(
      String.raw`cdif-graph query q --param 'word=it'\''s $HOME'`,
    );
  });

  it('are data as well', () => {
    expect(queryJson(asking)).toMatchObject({
      name: 'by-word',
      parameters: { given: [{ name: 'word', required: true }, { name: 'type' }] },
      command: commandLine(asking),
    });
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bundledQueries, parseBundled } from '../../src/query/bundled.ts';
import { ownGraphIri } from '../../src/store/own-terms.ts';
import { ownGraphs } from '../../src/store/queries.ts';
import { findQuery } from '../../src/query/find-query.ts';
import { newPath } from '../store/updates.ts';

function folder(): string {
  const path = newPath();
  mkdirSync(path);
  writeFileSync(join(path, 'mine.rq'), 'SELECT * { ?s ?p ?o }');
  return path;
}

const { signal } = new AbortController();
const nothing = Readable.from([]);

describe('findQuery', () => {
  it('reads from stdin, from a file, or takes a bundled query', async () => {
    const cwd = folder();
    const stdin = Readable.from([Buffer.from('ASK { "é'), Buffer.from('" ?p ?o }')]);
    expect(await findQuery('-', { cwd, stdin, signal })).toEqual({ text: 'ASK { "é" ?p ?o }' });
    expect(await findQuery('mine.rq', { cwd, stdin: nothing, signal })).toEqual({
      text: 'SELECT * { ?s ?p ?o }',
    });
    const datasets = bundledQueries().find(({ name }) => name === 'datasets');
    const { text } = await findQuery('datasets', { cwd, stdin: nothing, signal });
    expect(text).toBe(datasets?.text);
  });

  it.each([
    ['facets-sources', { records: false, own: ['index', 'provenance'] }],
    ['distributions', { records: true, own: [] }],
    ['dead-distributions', { records: true, own: ['problems'] }],
  ])('knows which graphs the bundled query %s is asked of', async (name, dataset) => {
    const found = await findQuery(name, { cwd: folder(), stdin: nothing, signal });
    expect(found.dataset).toEqual({ ...dataset, defaultGraph: 'union' });
  });

  it('binds values in bundled queries, and in no others', async () => {
    const cwd = folder();
    const values = new Map([['format', 'image/tiff']]);
    const context = { cwd, stdin: nothing, signal, values };
    expect((await findQuery('datasets-by-format', context)).text).toContain('{ "image/tiff" }');
    await expect(findQuery('mine.rq', context)).rejects.toThrow(
      'a query from a file has no parameters, so format has nowhere to go',
    );
    await expect(findQuery('-', context)).rejects.toMatchObject({ name: 'UsageFault' });
    const without = findQuery('datasets-by-format', { cwd, stdin: nothing, signal });
    await expect(without).rejects.toThrow('the parameter format of datasets-by-format is required');
  });

  it('stops reading from stdin when it is told to', async () => {
    const stop = new AbortController();
    const endless = new Readable({ read: () => undefined });
    const reading = findQuery('-', { cwd: '/', stdin: endless, signal: stop.signal });
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('suggests what may be meant and lists what there is', async () => {
    const searching = findQuery('dataset', { cwd: folder(), stdin: nothing, signal });
    await expect(searching).rejects.toMatchObject({ name: 'UsageFault', exitCode: 3 });
    await expect(searching).rejects.toThrow(
      /do you mean datasets\?\nBundled queries: .*keywords,/u,
    );
    const far = findQuery('completely-else', { cwd: folder(), stdin: nothing, signal });
    await expect(far).rejects.toThrow(/nor a file\nBundled/u);
  });

  it('says when a file cannot be read', async () => {
    const cwd = folder();
    const searching = findQuery('.', { cwd, stdin: nothing, signal });
    await expect(searching).rejects.toThrow('the query file . cannot be read (EISDIR)');
  });
});

describe('parseBundled', () => {
  const header =
    '# Question: Which\n#   and where?\n# Title: A title\n# Graphs: record graphs\n#\n# Further remarks.\n';

  it('reads the header, in any order and with lines that go on', () => {
    const text = `${header}\nSELECT * {}\n# Title: not this one\n`;
    expect(parseBundled('name', text)).toEqual({
      name: 'name',
      title: 'A title',
      question: 'Which and where?',
      graphs: 'record graphs',
      dataset: { records: true, own: [], defaultGraph: 'union' },
      parameters: { given: [], derived: [] },
      text,
    });
  });

  it('reads parameters: what is given and what is derived', () => {
    const lines =
      '# - place (geometry; optional; for example POLYGON((0 0, 1 1, 0 1, 0 0))): where,\n#   as WKT\n' +
      '# - word (words; required): what\n# - iri (identifier as IRI; from word): the one\n';
    expect(parseBundled('name', `${header}${lines}SELECT * {}`).parameters).toEqual({
      given: [
        {
          name: 'place',
          type: 'geometry',
          required: false,
          example: 'POLYGON((0 0, 1 1, 0 1, 0 0))',
          meaning: 'where, as WKT',
        },
        { name: 'word', type: 'words', required: true, meaning: 'what' },
      ],
      derived: [{ name: 'iri', type: 'identifier as IRI', from: ['word'], meaning: 'the one' }],
    });
  });

  it.each([
    'x: y',
    'x (words; from y): z',
    'x (identifier as IRI; required): z',
    'x (wrods; required): z',
  ])('takes no parameter that is written as %s', (line) => {
    expect(() => parseBundled('name', `${header}# - ${line}\n`)).toThrow('name.rq has a parameter');
  });

  it('asks for graphs that there are', () => {
    const text = header.replace('record graphs', 'all');
    expect(() => parseBundled('name', text)).toThrow('name.rq names no graph');
  });

  it.each(bundledQueries())('has in $name the graphs that its text is about', (query) => {
    const body = query.text.replaceAll(/^#.*$/gmu, '');
    const named = ownGraphs.filter((own) => body.includes(`GRAPH <${ownGraphIri(own)}>`));
    expect(query.dataset.own).toEqual(named);
    expect(query.dataset.records).toBe(/GRAPH \?/u.test(body) || !body.includes('GRAPH'));
  });

  it.each(['Title', 'Question', 'Graphs'])('asks for %s', (key) => {
    const text = header.replace(`# ${key}:`, '# Else:');
    expect(() => parseBundled('name', `${text}SELECT * {}`)).toThrow(`name.rq says no ${key}`);
  });
});

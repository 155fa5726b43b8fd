import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bundledQueries, parseBundledQuery } from '../../src/query/bundled.ts';
import { findQuery } from '../../src/query/find-query.ts';
import { readQuery } from '../../src/query/read-query.ts';
import { derivedGraphIri } from '../../src/catalogue/derived/derived-terms.ts';
import { derivedGraphs } from '../../src/model/derived-graph.ts';
import { newPath } from '../catalogue/updates.ts';

function folder(): string {
  const path = newPath();
  mkdirSync(path);
  writeFileSync(join(path, 'mine.rq'), 'SELECT * { ?s ?p ?o }');
  return path;
}

const { signal } = new AbortController();
const nothing = Readable.from([]);

describe('findQuery', () => {
  it('reads a query from stdin, from a file, or a bundled query', async () => {
    const cwd = folder();
    const stdin = Readable.from([Buffer.from('ASK { "é'), Buffer.from('" ?p ?o }')]);
    expect(await findQuery('-', { cwd, stdin, signal })).toBe('ASK { "é" ?p ?o }');
    expect(await findQuery('mine.rq', { cwd, stdin: nothing, signal })).toBe(
      'SELECT * { ?s ?p ?o }',
    );
    const datasets = bundledQueries().find(({ name }) => name === 'datasets');
    expect(await findQuery('datasets', { cwd, stdin: nothing, signal })).toBe(datasets?.text);
  });

  it('removes a byte order mark', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'marked.rq'), '\u{FEFF}ASK {}');
    expect(await findQuery('marked.rq', { cwd, stdin: nothing, signal })).toBe('ASK {}');
  });

  it.each([
    'SELECT * { ?s ?p ?o }',
    'ask{}',
    ' # what\nBASE <http://x/>\nprefix : <y#> Prefix a.b:<z>construct where { ?s ?p ?o }',
    'DESCRIBE <http://x/>',
    'INSERT DATA {}',
  ])('takes as the query itself %j', async (text) => {
    expect(await findQuery(text, { cwd: folder(), stdin: nothing, signal })).toBe(text);
    const values = new Map([['format', 'x']]);
    await expect(
      findQuery(text, { cwd: folder(), stdin: nothing, signal, values }),
    ).rejects.toThrow('a query on the command line has no parameters');
  });

  it.each(['select', 'selected.rq', 'selected queries.rq', 'SELECTED {}', 'PREFIX x: <y>', 'a {}'])(
    'treats as the name of a file %j',
    async (name) => {
      await expect(findQuery(name, { cwd: folder(), stdin: nothing, signal })).rejects.toThrow(
        `${name} is neither a bundled query nor a file`,
      );
    },
  );

  it('prefers a file to a query that equals its name', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'ask {}'), 'ASK { ?s ?p 1 }');
    expect(await findQuery('ask {}', { cwd, stdin: nothing, signal })).toBe('ASK { ?s ?p 1 }');
  });

  it('reads a long hostile argument in linear time', async () => {
    for (const part of ['#\n', ' ', 'BASE <a>', 'PREFIX a:<b>', 'PREFIX ', 'BASE <']) {
      const argument = `${part.repeat(20_000)}{`;
      const finding = findQuery(argument, { cwd: '/', stdin: nothing, signal });
      await expect(finding).rejects.toMatchObject({ name: 'UsageFault' });
    }
  });

  it('binds values in bundled queries, and in no others', async () => {
    const cwd = folder();
    const values = new Map([['format', 'image/tiff']]);
    const context = { cwd, stdin: nothing, signal, values };
    expect(await findQuery('datasets-by-format', context)).toContain('{ "image/tiff" }');
    await expect(findQuery('mine.rq', context)).rejects.toThrow(
      'a query from a file has no parameters, so format cannot be set',
    );
    await expect(findQuery('-', context)).rejects.toMatchObject({ name: 'UsageFault' });
    const without = findQuery('datasets-by-format', { cwd, stdin: nothing, signal });
    await expect(without).rejects.toThrow('the parameter format of datasets-by-format is required');
  });

  it('stops reading from stdin when it is aborted', async () => {
    const stop = new AbortController();
    const endless = new Readable({ read: () => undefined });
    const reading = findQuery('-', { cwd: '/', stdin: endless, signal: stop.signal });
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('suggests the nearest name and lists all bundled queries', async () => {
    const searching = findQuery('dataset', { cwd: folder(), stdin: nothing, signal });
    await expect(searching).rejects.toMatchObject({ name: 'UsageFault', exitCode: 3 });
    await expect(searching).rejects.toThrow(
      /did you mean datasets\?\nBundled queries: .*keywords,/u,
    );
    const far = findQuery('completely-else', { cwd: folder(), stdin: nothing, signal });
    await expect(far).rejects.toThrow(/nor a file\nBundled/u);
  });

  it('reports a file that cannot be read', async () => {
    const cwd = folder();
    const searching = findQuery('.', { cwd, stdin: nothing, signal });
    await expect(searching).rejects.toThrow('the query file . cannot be read (EISDIR)');
    const empty = findQuery('', { cwd, stdin: nothing, signal });
    await expect(empty).rejects.toThrow('the query is empty\nBundled queries: ');
  });
});

describe('parseBundledQuery', () => {
  const header =
    '# Question: Which\n#   and where?\n# Title: A title\n# Graphs: record graphs\n#\n# Further remarks.\n';

  it('reads the header, in any order and with continued lines', () => {
    const text = `${header}\nSELECT * {}\n# Title: not this one\n`;
    expect(parseBundledQuery('name', text)).toEqual({
      name: 'name',
      title: 'A title',
      question: 'Which and where?',
      graphs: 'record graphs',
      parameters: { given: [], derived: [] },
      text,
    });
  });

  it('reads given and derived parameters', () => {
    const lines =
      '# - place (geometry; optional; for example POLYGON((0 0, 1 1, 0 1, 0 0))): where,\n#   as WKT\n' +
      '# - word (words; required): what\n# - iri (identifier as IRI; from word): the one\n';
    expect(parseBundledQuery('name', `${header}${lines}SELECT * {}`).parameters).toEqual({
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
    expect(() => parseBundledQuery('name', `${header}# - ${line}\n`)).toThrow(
      'name.rq has a parameter',
    );
  });

  it.each(bundledQueries())(
    'finds in the header of $name the graphs of its text',
    async (query) => {
      const { reads } = await readQuery(query.text);
      expect(reads).toMatchObject({
        union: false,
        records: /\brecord graphs?\b/u.test(query.graphs),
        own: derivedGraphs.filter((graph) => query.graphs.includes(derivedGraphIri(graph))),
      });
      expect(reads.stated).toBeUndefined();
      expect(reads.records || reads.own.length > 0).toBe(true);
    },
  );

  it.each(['Title', 'Question', 'Graphs'])('requires %s', (key) => {
    const text = header.replace(`# ${key}:`, '# Else:');
    expect(() => parseBundledQuery('name', `${text}SELECT * {}`)).toThrow(`name.rq has no ${key}`);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bundledQueries, parseBundled } from '../../src/query/bundled.ts';
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
    expect(await findQuery('-', { cwd, stdin, signal })).toBe('ASK { "é" ?p ?o }');
    expect(await findQuery('mine.rq', { cwd, stdin: nothing, signal })).toBe(
      'SELECT * { ?s ?p ?o }',
    );
    const [first] = bundledQueries();
    expect(await findQuery(first?.name ?? '', { cwd, stdin: nothing, signal })).toBe(first?.text);
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
    '# Question: Which\n#   and where?\n# Title: A title\n# Graphs: all\n#\n# Further remarks.\n';

  it('reads the header, in any order and with lines that go on', () => {
    const text = `${header}\nSELECT * {}\n# Title: not this one\n`;
    expect(parseBundled('name', text)).toEqual({
      name: 'name',
      title: 'A title',
      question: 'Which and where?',
      graphs: 'all',
      text,
    });
  });

  it.each(['Title', 'Question', 'Graphs'])('asks for %s', (key) => {
    const text = header.replace(`# ${key}:`, '# Else:');
    expect(() => parseBundled('name', `${text}SELECT * {}`)).toThrow(`name.rq says no ${key}`);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createContextHostTest, createContextMap } from '../../src/config/context-files.ts';
import { loadConfig } from '../../src/config/load.ts';
import { maxContextBytes } from '../../src/model/remote-context.ts';
import { complaints, faultIn, load, minimal, temporaryDirectory } from './loading.ts';

describe('the mapping of contexts to files', () => {
  const find = createContextMap({
    'https://soil.example/context': 'one',
    'https://soil.example/*': 'all',
    'https://soil.example/fen/*': 'fen',
    'http://peat.example/v1': 'peat',
    'file://context.jsonld': 'local',
    'https://w3id.example*': 'host',
  });

  it.each([
    ['https://soil.example/context', 'one'],
    ['https://soil.example/context#terms', 'one'],
    ['http://soil.example/context', 'one'],
    ['HTTPS://Soil.Example/context', 'one'],
    ['https://soil.example/context?v=2', 'all'],
    ['https://soil.example/contexts', 'all'],
    ['https://soil.example/', 'all'],
    ['https://soil.example/fen/1', 'fen'],
    ['https://soil.example/fen', 'all'],
    ['https://soil.example:8443/context', undefined],
    ['https://peat.example/v1', 'peat'],
    ['https://peat.example/v1/', undefined],
    ['file://context.jsonld', 'local'],
    ['https://w3id.example/any/thing', 'host'],
    ['https://other.example/', undefined],
    ['context.jsonld', undefined],
  ])('finds for %s: %s', (url, text) => {
    expect(find(url)).toBe(text);
  });
});

describe('the hosts of contexts', () => {
  const isAllowed = createContextHostTest(['w3id.org', '*.example.org', 'BÜCHER.example', '[::1]']);

  it.each([
    ['https://w3id.org/context', true],
    ['http://w3id.org:8080/context', true],
    ['https://www.w3id.org/context', false],
    ['https://w3id.org.evil.example/context', false],
    ['https://a.example.org/', true],
    ['https://a.b.example.org/', true],
    ['https://example.org/', false],
    ['https://badexample.org/', false],
    ['https://bücher.example/', true],
    ['http://[::1]/', true],
    ['file:///w3id.org', false],
  ])('allow %s: %s', (url, allowed) => {
    expect(isAllowed(new URL(url))).toBe(allowed);
  });

  it.each([
    ['http: { contextHosts: [w3id.org, "*.example.org", localhost, 127.0.0.1] }', []],
    [
      'http: { contextHosts: [https://w3id.org, w3id.org/x, "w3id.org:80", "*", "*.", "a b"] }',
      ['[0]', '[1]', '[2]', '[3]', '[4]', '[5]'],
    ],
    ['http: { contextHosts: w3id.org }', ['']],
  ])('are names without scheme, port and path: %s', (text, wrong) => {
    const lines = wrong.length === 0 ? [] : complaints(`${minimal}${text}\n`);
    if (wrong.length === 0) load(`${minimal}${text}\n`);
    expect(lines.map((line) => /contextHosts(\S*):/u.exec(line)?.[1])).toEqual(wrong);
  });
});

/** Loads the lines of `contexts` in a folder with files. */
function loadIn(files: Readonly<Record<string, string | Uint8Array>>, contexts: string) {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'config.yaml'), `${minimal}contexts:\n${contexts}`);
  return loadConfig('config.yaml', { env: {}, cwd });
}

describe('contexts in a configuration', () => {
  it('are the texts of files relative to it', () => {
    const json = '{ "@context": { "soil": "https://soil.example/" } }';
    const files = { 'a.jsonld': json, 'marked.jsonld': `\uFEFF${json}` };
    const lines = '  https://a.example/c: a.jsonld\n  https://b.example/*: ./marked.jsonld\n';
    expect(loadIn(files, lines).contexts).toEqual({
      'https://a.example/c': json,
      'https://b.example/*': json,
    });
    expect(load(minimal).contexts).toBeUndefined();
  });

  it('are checked all at once, with their places', () => {
    const files = {
      'page.html': '<html></html>',
      'data.json': '{ "name": "Fen" }',
      'list.json': '[{ "@context": {} }]',
      'deep.json': `{ "@context": ${'{"a":'.repeat(60)}1${'}'.repeat(60)} }`,
      'long.json': JSON.stringify({ '@context': { '@vocab': 'x'.repeat(9000) } }),
      'large.json': new Uint8Array(maxContextBytes + 1),
    };
    const names = [...Object.keys(files), 'none.json', 'folder'];
    const lines = names.map((name, index) => `  https://a.example/${index}: ${name}\n`);
    const { message } = faultIn(() => loadIn(files, lines.join('')));
    expect(message.split('\n')).toEqual([
      'config.yaml:6:24 contexts.https://a.example/0: names a file that is not JSON; save the context itself there, not a page about it',
      'config.yaml:7:24 contexts.https://a.example/1: names a file without a member @context; write { "@context": { … } } there',
      'config.yaml:8:24 contexts.https://a.example/2: names a file without a member @context; write { "@context": { … } } there',
      'config.yaml:9:24 contexts.https://a.example/3: names a file with too many values, too long texts or too deep nesting; leave out the terms that no document uses',
      'config.yaml:10:24 contexts.https://a.example/4: names a file with too many values, too long texts or too deep nesting; leave out the terms that no document uses',
      'config.yaml:11:24 contexts.https://a.example/5: names a file of more than 1,048,576 bytes; leave out the terms that no document uses',
      'config.yaml:12:24 contexts.https://a.example/6: names a file that cannot be read (ENOENT); name a file of JSON with a member @context',
      'config.yaml:13:24 contexts.https://a.example/7: names a directory; name the file in it that has the context',
    ]);
  });

  it('are for URLs, or for their beginnings and *', () => {
    const wrong = ['  soil: a\n', '  /context: a\n', '  https://*.example/c: a\n', '  "*": a\n'];
    const { message } = faultIn(() => loadIn({}, wrong.join('')));
    expect(message.split('\n')).toHaveLength(4);
    expect(message).toContain(
      'config.yaml:6:9 contexts.soil: is not a URL; write the URL as documents name it, or the beginning of URLs and *',
    );
  });
});

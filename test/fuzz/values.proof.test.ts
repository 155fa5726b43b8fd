import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigFault } from '../../src/config/config-fault.ts';
import { retryAfterMs } from '../../src/web/host-pace.ts';
import { linkIri } from '../../src/links/typed-links.ts';
import { targetUrl } from '../../src/model/target.ts';
import { isIri, repairIri } from '../../src/rdf/iri.ts';
import { load, minimal } from '../config/loading.ts';
import { counterexample, mutated, wrongIf } from './fuzzing.ts';

const urls = [
  'https://fen.example/a/b?c=d&e=%20#f',
  'http://user@[::ffff:7f00:1]:80/..//./x',
  '//fen.example\\x',
  'HTTP://0x7f.1:99999/é?[]|^`',
  'urn:fen:%zz',
  '../a b',
];
const urlTokens = [
  'http://',
  'https:',
  '//',
  '[::',
  ']',
  '@',
  ':',
  '%',
  '%2',
  '\\',
  '..',
  'xn--',
  '#',
  '?',
];
const bases = fc.option(fc.constantFrom('https://fen.example/x/y?z', 'data:,', 'fen'), {
  nil: undefined,
});

describe('any reference', () => {
  it('is no URL, or one in its one spelling, which is a valid IRI', async () => {
    const inputs = fc.tuple(mutated(urls, urlTokens), bases);
    const found = counterexample(inputs, 2000, ([text, base]) => {
      const url = targetUrl(text, base);
      if (url === undefined) return [];
      const isGood = /^https?:\/\/[^/?#@]+\/[^#]*$/u.test(url) && isIri(url);
      return wrongIf(!isGood || targetUrl(url) !== url, url);
    });
    expect(await found).toBeUndefined();
  });

  it('becomes no IRI, or one that needs no more repair', async () => {
    const found = counterexample(mutated(urls, urlTokens), 2000, (text) => {
      const iris = [repairIri(text), linkIri(text, 'https://fen.example/x/y?z')];
      return iris.filter((iri) => iri !== undefined && !isIri(iri));
    });
    expect(await found).toBeUndefined();
  });
});

describe('any Retry-After', () => {
  it('says nothing, or a time that is not negative', async () => {
    const samples = ['120', 'Fri, 31 Dec 1999 23:59:59 GMT', 'Fri Dec 31 23:59:59 1999'];
    const tokens = ['-', '1e9', ' ', '9'.repeat(400), 'GMT', '+'];
    const now = new Date(Date.UTC(2026, 0, 1));
    const found = counterexample(mutated(samples, tokens), 2000, (field) => {
      const ms = retryAfterMs({ 'retry-after': field }, now) ?? 0;
      return wrongIf(!(ms >= 0), ms);
    });
    expect(await found).toBeUndefined();
  });
});

const configurations = [
  minimal,
  `store:
  path: ./catalogue
http: { contact: "mailto:fen@fen.example", perHost: { connections: 2, delayMs: 250 } }
sources:
  - name: a # the first
    site: fen.example
    include: ["/dataset/**"]
  - &b { name: b, urls: [https://fen.example/1, "\${FEN}"] }
  - { <<: *b, name: c }
  - name: d
    folder: |
      records
`,
];
const yamlTokens = [
  '&a ',
  '*a',
  '<<: *b',
  '${FEN}',
  '${',
  '- ',
  ': ',
  '{',
  '!!js ',
  '|',
  '>',
].concat(['? ', '"', '%YAML', '---', '\t', '[*a, *a]', '{a: 1', '!!binary ', '...']);

describe('any configuration', () => {
  it('is taken, or refused with what is wrong', async () => {
    const found = counterexample(mutated(configurations, yamlTokens), 80, (text) => {
      try {
        const { sources } = load(text, { env: { FEN: 'https://fen.example/2' } });
        return wrongIf(sources.length === 0, 'no sources');
      } catch (error) {
        if (!(error instanceof ConfigFault)) throw error;
        return wrongIf(error.mistakes.length === 0, 'no mistakes');
      }
    });
    expect(await found).toBeUndefined();
  });
});

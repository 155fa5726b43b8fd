import { describe, expect, it } from 'vitest';
import { complaints, minimal } from './loading.ts';

/** A pattern for the complaint of the parser at one place. */
function notYaml(place: string, remedy: string): unknown {
  return expect.stringMatching(
    new RegExp(String.raw`^config\.yaml:${place}: this is not valid YAML \(.+\); ${remedy}$`, 'u'),
  );
}

describe('a text that is not YAML', () => {
  it.each([
    ['a tab', 'store:\n\tpath: c\n', '2:1', 'indent with blanks'],
    ['a quote left open', 'store: { path: "c }\n', '2:1', 'close the quote or bracket'],
    ['two keys on a line', 'name: a site: b\n', '1:7', 'put each key on a line of its own.*'],
    ['a reserved character', 'store: { path: @c }\n', '1:16', 'put the value in quotes'],
    [
      'a variable in braces',
      'a: 1\nstore: { path: ${HOME} }\n',
      '2:17',
      'put "\\$\\{NAME\\}" in quotes.*',
    ],
    ['a stray bracket', 'store: ]\n', '1:8', 'correct it here'],
    ['a key that is a list', '? [a]\n: 1\n', '1:3', 'correct it here'],
  ])('is reported for %s', (_, text, place, remedy) => {
    expect(complaints(text)).toEqual([notYaml(place, remedy)]);
  });

  it('is reported once a line, however many errors follow', () => {
    expect(complaints('store: ]]]\nsources: ]]]\n')).toHaveLength(2);
  });

  it.each([
    ['brackets', '['.repeat(20_000), '1:101'],
    ['closed brackets', `a: 1\nb: ${'['.repeat(100)}${']'.repeat(100)}`, '2:103'],
    ['braces in brackets', '[{a: '.repeat(5000), '1:251'],
    ['dashes', '- '.repeat(20_000), '1:201'],
    ['keys', Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), '101:101'],
  ])('is reported at the first level beyond the limit: %s', (_, text, place) => {
    expect(complaints(text)).toEqual([`config.yaml:${place}: too many levels; nest less deeply`]);
  });

  it('is not reported for a hundred levels', () => {
    const levels = `${'['.repeat(99)}${']'.repeat(99)}`;
    expect(complaints(`${minimal}a: ${levels}\n`)).toEqual([
      expect.stringMatching(/^config\.yaml:\d+:1 a: is not known/u),
    ]);
  });

  it('is reported for a second document', () => {
    expect(complaints(`${minimal}---\n${minimal}`)).toEqual([
      'config.yaml:5:1: a second document begins here; keep one document and remove the line ---',
    ]);
  });

  it('is reported beside other mistakes where a key is given twice', () => {
    expect(complaints(`${minimal}store: { path: d }\nworker: 1\n`)).toEqual([
      'config.yaml:5:1: the same key is given twice; keep one of them',
      'config.yaml:6:1 worker: is not known; did you mean workers?',
    ]);
  });

  it('is reported for tags and directives, which mean nothing here', () => {
    expect(complaints(minimal.replace('./catalogue', '!secret c'))).toEqual([
      notYaml('1:16', 'remove the tag'),
    ]);
    expect(complaints(`%YAML 3.0\n---\n${minimal}`)).toEqual([
      notYaml('1:7', 'remove the directive'),
    ]);
  });
});

describe('aliases', () => {
  it('must refer to a complete value', () => {
    const text = minimal.replace('https://a.example.org/', '*nowhere');
    expect(complaints(text)).toEqual([
      'config.yaml:4:11 sources[0].site: refers to &nowhere, which is not complete before this place; write the value here',
    ]);
    const [complaint] = complaints(`store: { path: c }\nsources: &s [*s]\n`);
    expect(complaint).toContain('sources[0]: refers to &s, which is not complete');
  });

  it('are placed where they stand, and what is in them where that stands', () => {
    const text = `store: { path: c }
sources:
  - name: a
    urls: &urls [ftp://example.org]
  - name: b
    urls: *urls
  - name: c
    site: *urls
`;
    const url = 'give an absolute http or https URL, such as https://repository.example.org/';
    expect(complaints(text)).toEqual([
      `config.yaml:4:18 sources[0].urls[0]: is "ftp://example.org"; ${url}`,
      `config.yaml:4:18 sources[1].urls[0]: is "ftp://example.org"; ${url}`,
      expect.stringMatching(
        /^config\.yaml:8:11 sources\[2\]\.site: is a list; give an absolute http or https URL or /u,
      ),
    ]);
  });

  it('cannot make a small file large', () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const parts = level === 0 ? 'x, x, x' : `*a${level - 1}, *a${level - 1}, *a${level - 1}`;
      return `a${level}: &a${level} [${parts}]`;
    });
    const found = complaints(`${minimal}${levels.join('\n')}\n`);
    expect(found.some((line) => line.includes('makes the file too large'))).toBe(true);
  });
});

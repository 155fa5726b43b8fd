import { describe, expect, it } from 'vitest';
import { maxRobotsBytes, parseRobots } from '../../../src/web/robots/robots-file.ts';
import { listRobotsProblems } from '../../../src/web/robots/robots-cache.ts';
import { rulesFor, robotsVerdict } from '../../../src/web/robots/rules.ts';

const url = 'https://e.org/robots.txt';
const problems = (text: string, keptDelayMs?: number) => {
  const file = parseRobots(Buffer.from(text));
  return listRobotsProblems({ file, url, rules: rulesFor(file), keptDelayMs });
};
const isAllowed = (text: string, path: string) =>
  robotsVerdict(rulesFor(parseRobots(Buffer.from(text))), `https://e.org${path}`).allowed;
const snippet = 'User-agent: CDIF1.0\nSitemap: https://e.org/cdif.xml\n\n';

describe('the problems of a robots.txt', () => {
  it('are none for a valid file', () => {
    expect(problems('')).toEqual([]);
    expect(problems('User-agent: *\nDisallow: /x\nSitemap: https://e.org/map.xml')).toEqual([]);
  });

  it('include that it is a page', () => {
    expect(problems('<!DOCTYPE html><title>404</title>')).toEqual([
      { kind: 'robots-not-text', url },
    ]);
  });

  it('include how much of a page was used', () => {
    const page =
      '<pre>\nUser-agent: *\nDisallow: /x\nAllow: /y\nSitemap: https://e.org/s.xml</pre>';
    expect(problems(page)).toEqual([{ kind: 'robots-not-text', url, lines: 3 }]);
    expect(isAllowed(page, '/x')).toBe(false);
  });

  it('include a Crawl-delay beyond the maximum', () => {
    const text = 'User-agent: *\nCrawl-delay: 120\n';
    expect(problems(text, 30_000)).toEqual([
      { kind: 'crawl-delay-capped', url, seconds: 120, maxMs: 30_000 },
    ]);
    expect(problems(text, 120_000)).toEqual([]);
    expect(problems(text)).toEqual([]);
  });

  it('include that it is too large', () => {
    expect(problems('#\n'.repeat(maxRobotsBytes / 2 + 1))).toEqual([
      { kind: 'robots-too-large', url, maxBytes: 512_000 },
    ]);
  });
});

describe('a group that shares a Disallow', () => {
  const shared = `${snippet}User-agent: *\nAllow: /open\nDisallow: / # all\nDisallow: /x`;

  it('is reported with the lines that cause it', () => {
    expect(problems(shared)).toEqual([
      {
        kind: 'robots-group-shared',
        url,
        agent: 'CDIF1.0',
        line: 1,
        rule: 'Disallow: /',
        ruleLine: 6,
      },
    ]);
  });

  it.each([
    ['with somebody else', `${snippet}User-agent: Else\nDisallow: /`],
    [
      'behind other records',
      'User-agent: cdif-graph\nCrawl-delay: 1\nHost: x\nUser-agent: *\nDisallow: /',
    ],
    ['where it is everybody', 'User-agent: *\nCrawl-delay: 9\n\nUser-agent: Else\nDisallow: /'],
    [
      'although it is named once more',
      `${snippet}User-agent: *\nDisallow: /\n\nUser-agent: CDIF\nAllow: /x`,
    ],
  ])('is told of %s', (_name, text) => {
    expect(problems(text)).toMatchObject([{ kind: 'robots-group-shared', line: 1 }]);
  });

  it.each([
    ['that allows', `${snippet}User-agent: *\nAllow: /\nDisallow:`],
    ['of its own', 'User-agent: *\nUser-agent: CDIF1.0\nDisallow: /'],
    ['of its own behind that', `${snippet}User-agent: *\nUser-agent: CDIF\nDisallow: /`],
    [
      'which does not hold for us',
      `${snippet}User-agent: *\nDisallow: /\n\nUser-agent: cdif-graph\nAllow: /`,
    ],
    ['of others', 'User-agent: Else\nSitemap: x\nUser-agent: *\nDisallow: /'],
  ])('is none with a rule %s', (_name, text) => {
    expect(problems(text)).toEqual([]);
  });

  it('is reported once', () => {
    const text = 'User-agent: CDIF1.0\nSitemap: x\nUser-agent: Else\nDisallow: /\n';
    expect(problems(text.repeat(3))).toMatchObject([{ line: 1, ruleLine: 4 }]);
  });

  it('is fixed by a rule of its own', () => {
    const mended = shared.replace('CDIF1.0\n', 'CDIF1.0\nAllow: /\n');
    expect(isAllowed(shared, '/dataset/1')).toBe(false);
    expect(problems(mended)).toEqual([]);
    expect(isAllowed(mended, '/dataset/1')).toBe(true);
  });

  it('is fixed by moving it to the end, where the rules for all apply', () => {
    const mended = `User-agent: *\nDisallow: /private\n\n${snippet}`;
    expect(problems(mended)).toEqual([]);
    expect(isAllowed(mended, '/private')).toBe(false);
    expect(isAllowed(mended, '/dataset/1')).toBe(true);
  });

  it('does not put long lines into the report', () => {
    const text = `User-agent: CDIF${'1'.repeat(999)}\nSitemap: x\nUser-agent: *\nDisallow: /${'x'.repeat(999)}`;
    expect(JSON.stringify(problems(text)).length).toBeLessThan(600);
  });
});

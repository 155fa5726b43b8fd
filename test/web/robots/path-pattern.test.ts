import { describe, expect, it } from 'vitest';
import { targetUrl } from '../../../src/model/target.ts';
import { parseRobots } from '../../../src/web/robots/robots-file.ts';
import {
  compilePattern,
  matchesPattern,
  normalizeRobotsPath,
  normalizeRobotsPattern,
} from '../../../src/web/robots/path-pattern.ts';
import { rulesFor, robotsVerdict } from '../../../src/web/robots/rules.ts';
import { createRandom } from '../../expand/random.ts';

const matches = (pattern: string, path: string) =>
  matchesPattern(compilePattern(normalizeRobotsPattern(pattern)), normalizeRobotsPath(path));

describe('a pattern', () => {
  it.each([
    ['/fish', '/fish', '/fish.html', '/fish/salmon', '/fishing?a'],
    ['/fish*', '/fish', '/fish.html', '/fish/salmon'],
    ['/fish/', '/fish/', '/fish/?id', '/fish/salmon'],
    ['/*.php', '/a.php', '/a/b.php?c', '/a.php5/', '/?.php'],
    ['/*.php$', '/a.php', '/a/b.php', '/a.php?b.php'],
    ['/a*b*c$', '/abc', '/a--b--c--b--c', '/abbcc'],
    ['*.gif', '/a.gif', '/.gif/x'],
    ['/a$', '/a'],
    ['/a$b', '/a$b', '/a$bc'],
    ['/a**$', '/a', '/abc'],
    ['/**/x', '/a/x', '//x/y'],
    ['*', '/', '/a'],
  ])('%s is that of %s', (pattern, ...paths) => {
    expect(paths.filter((path) => !matches(pattern, path))).toEqual([]);
  });

  it.each([
    ['/fish', '/Fish', '/cat/fish', '/fis', '/?/fish'],
    ['/fish/', '/fish', '/fish.html'],
    ['/*.php', '/php', '/a.PHP'],
    ['/*.php$', '/a.php?b', '/a.php/', '/a.php5'],
    ['/a*aa$', '/a', '/aa'],
    ['/a$', '/a/', '/a$'],
    ['fish', '/fish'],
    ['$', '/'],
  ])('%s is not that of %s', (pattern, ...paths) => {
    expect(paths.filter((path) => matches(pattern, path))).toEqual([]);
  });

  it.each([
    ['letters beyond ASCII', '/ä', '/%C3%A4'],
    ['hex digits in either case', '/%c3%a4', '/%C3%A4'],
    ['unreserved characters that need no encoding', '/%62%61%7a%2D%7E', '/baz-~'],
    ['characters that always need it', '/a b|c"[1]', '/a%20b%7Cc%22%5B1%5D'],
    ['a per cent sign that encodes nothing', '/100%/x%zz', '/100%25/x%25zz'],
    ['a star that is meant', '/a%2ab', '/a*b'],
    ['a dollar sign that is meant', '/a%24', '/a$'],
    ['halves of characters', '/\uD83D', '/%EF%BF%BD'],
  ])('is the same with %s', (_name, pattern, path) => {
    expect(matches(`${pattern}$`, path)).toBe(true);
  });

  it.each([
    ['/a%2Fb', '/a/b'],
    ['/a/b', '/a%2Fb'],
    ['/a?b%26c', '/a?b&c'],
    ['/%41%25', '/A%2525'],
    ['/a%2A', '/ab'],
  ])('%s is another one than %s', (pattern, path) => {
    expect(matches(`${pattern}$`, path)).toBe(false);
  });

  it.each(['/ü/1', '/a|b', '/x[1]?y=[2]', '/100%', '/{id}', '/a b', "/it's", '/(a);v=1,2@3:4!'])(
    '%s matches the URL as it is listed',
    (path) => {
      const rules = rulesFor(parseRobots(Buffer.from(`User-agent: *\nDisallow: ${path}$`)));
      const url = targetUrl(`https://e.org${path}`) ?? '';
      expect(robotsVerdict(rules, url).allowed).toBe(false);
    },
  );
});

const isAllowed = (pattern: string, path: string) =>
  robotsVerdict(
    rulesFor(parseRobots(Buffer.from(`User-agent: *\nDisallow: ${pattern}`))),
    `https://e.org${path}`,
  ).allowed;

describe('a query', () => {
  it.each([
    ['/a?u=https://b', '/a?u=https%3A%2F%2Fb'],
    ['/a?u=https%3a%2f%2fb', '/a?u=https://b'],
    ['/a?u=https%3A%2F%2Fb', '/a?u=https%3A%2F%2Fb'],
    ['/*%2Fadmin', '/a?u=%2Fadmin'],
    ['/*/print', '/a?u=/print'],
  ])('that %s means may be written as in %s', (pattern, path) => {
    expect(isAllowed(pattern, path)).toBe(false);
  });

  it('is distinguished from a path', () => {
    expect(isAllowed('/a%2Fb', '/a/b?c')).toBe(true);
    expect(isAllowed('/a?b', '/a%3Fb')).toBe(true);
  });
});

/** Matches a pattern by exhaustive search: exponential in its wildcards. */
function matchesNaively(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  const rest = pattern.slice(1);
  if (pattern.startsWith('*')) {
    return matchesNaively(rest, path) || (path !== '' && matchesNaively(pattern, path.slice(1)));
  }
  return path !== '' && path.startsWith(pattern.charAt(0)) && matchesNaively(rest, path.slice(1));
}

describe('matching', () => {
  it('equals the result of exhaustive search', () => {
    const random = createRandom(9309);
    const differences: string[] = [];
    let matched = 0;
    for (let run = 0; run < 20_000; run += 1) {
      const body = random.list(7, () => random.pick(['a', 'a', 'b', '*', '*', '/'])).join('');
      const pattern = `${random.pick(['/', '/', '*', ''])}${body}${random.pick(['', '', '$'])}`;
      const path = `/${random.list(9, () => random.pick(['a', 'a', 'b', '/'])).join('')}`;
      const expected = matchesNaively(pattern, path);
      if (expected) matched += 1;
      if (matches(pattern, path) !== expected) differences.push(`${pattern} ${path}`);
    }
    expect(differences).toEqual([]);
    expect(matched).toBeGreaterThan(4000);
  });

  it('does not backtrack', () => {
    const path = `/${'a'.repeat(8000)}`;
    expect(matches(`/${'*a'.repeat(3000)}b`, path)).toBe(false);
    expect(matches(`/${'*a'.repeat(3000)}$`, path)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { type AgentPreference, parseRobots } from '../../../src/web/robots/robots-file.ts';
import { maxRuleCharacters, rulesFor, robotsVerdict } from '../../../src/web/robots/rules.ts';

const rules = (text: string, steps?: AgentPreference) =>
  rulesFor(parseRobots(Buffer.from(text)), steps);
const judge = (text: string, path: string) => robotsVerdict(rules(text), `https://e.org${path}`);
/** The rules of one group for all. */
const forAll = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');

const texts = (text: string) => rules(text).rules.map((rule) => `${rule.agent} ${rule.text}`);

describe('the rules that apply to the harvester', () => {
  const own = 'User-agent: cdif-graph\nDisallow: /own\n\n';
  const cdif = 'User-agent: CDIF1.0\nDisallow: /cdif\n\n';
  const all = 'User-agent: *\nDisallow: /all\n\n';

  it.each([
    ['our name first', all + cdif + own, ['cdif-graph Disallow: /own']],
    ['then that of CDIF', all + cdif, ['CDIF1.0 Disallow: /cdif']],
    ['then everybody', `User-agent: else\nDisallow: /\n${all}`, ['* Disallow: /all']],
    ['nobody else', 'User-agent: else\nDisallow: /', []],
    [
      'our name with a version',
      'User-agent: CDIF-Graph/1.0 (x)\nAllow: /',
      ['CDIF-Graph/1.0 (x) Allow: /'],
    ],
    ['words behind the star', 'User-agent: * all\nAllow: /', ['* all Allow: /']],
    ['no longer name', 'User-agent: cdif-graphs\nAllow: /\nUser-agent: CDIFF\nAllow: /', []],
  ])('are those for %s', (_name, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('merge all groups of a step, in both spellings', () => {
    const text = `${cdif + all}User-agent: cdif\nUser-agent: x\nAllow: /cdif/open`;
    expect(texts(text)).toEqual(['cdif Allow: /cdif/open', 'CDIF1.0 Disallow: /cdif']);
  });

  it.each(['', 'Sitemap: https://e.org/map.xml\n', 'Crawl-delay: 3\n'])(
    'are not looked for in a group of ours that has only "%s"',
    (line) => {
      expect(texts(`${all}User-agent: cdif-graph\n${line}`)).toEqual(['* Disallow: /all']);
      expect(texts(`${all}User-agent: CDIF1.0\n${line}`)).toEqual(['* Disallow: /all']);
    },
  );

  it('may be one rule that forbids nothing', () => {
    const text = `${all}User-agent: CDIF1.0\nDisallow:`;
    expect(rules(text).rules).toEqual([]);
    expect(judge(text, '/all')).toEqual({ allowed: true });
  });

  it('are shared with the group that follows a sitemap line', () => {
    const text =
      'User-agent: CDIF1.0\nSitemap: https://e.org/map.xml\n\nUser-agent: *\nDisallow: /';
    expect(texts(text)).toEqual(['CDIF1.0 Disallow: /']);
  });

  it('can be selected by other names', () => {
    expect(rules(all + own, [['other', 'cdif-graph']]).rules).toHaveLength(1);
    expect(rules(all + own, [['other']]).rules).toEqual([]);
  });

  it.each([
    ['those for all', 'User-agent: *\nCrawl-delay: 7\nDisallow: /x', 7],
    ['ours without rules', `${all}User-agent: CDIF\nCrawl-delay: 2\n`, 2],
    ['several', 'User-agent: *\nCrawl-delay: 1\nAllow: /\nUser-agent: *\nCrawl-delay: 4', 4],
    ['nobody who is asked', `${cdif}User-agent: *\nCrawl-delay: 5`, undefined],
    [
      'others above a shared rule',
      'User-agent: x\nCrawl-delay: 9\nUser-agent: *\nAllow: /',
      undefined,
    ],
  ])('have the crawl delay of %s', (_name, text, seconds) => {
    expect(rules(text).crawlDelaySeconds).toBe(seconds);
  });

  it('keep only the shown part of a line', () => {
    expect(texts(forAll(`Disallow: /${'x'.repeat(1000)}`))[0]).toHaveLength(maxRuleCharacters + 2);
  });
});

describe('a verdict', () => {
  it('has the deciding line', () => {
    expect(judge('\nUser-agent: *\nAllow: /\n disallow :/x # y', '/x/1')).toMatchObject({
      allowed: false,
      rule: { kind: 'disallow', line: 4, text: 'disallow :/x', agent: '*' },
    });
  });

  it('has no line where none matches', () => {
    expect(judge(forAll('Disallow: /x'), '/y')).toEqual({ allowed: true });
    expect(judge('', '/y')).toEqual({ allowed: true });
  });

  it.each([
    ['the longest', ['Disallow: /a', 'Allow: /a/b'], '/a/b/c', 'Allow: /a/b'],
    ['the longest', ['Allow: /a', 'Disallow: /a/b'], '/a/b/c', 'Disallow: /a/b'],
    [
      'the longest, wildcards counted',
      ['Allow: /page', 'Disallow: /*.html'],
      '/page.html',
      'Disallow: /*.html',
    ],
    ['to allow, of two that are as long', ['Disallow: /a', 'Allow: /a'], '/a', 'Allow: /a'],
    ['the first, of two that say the same', ['Disallow: /a', 'Disallow: /*'], '/a', 'Disallow: /a'],
    [
      'the longest in its normal spelling',
      ['Disallow: /ö', 'Allow: /*$'],
      '/%C3%B6',
      'Disallow: /ö',
    ],
  ])('is that of %s', (_name, lines, path, text) => {
    expect(judge(forAll(...lines), path).rule?.text).toBe(text);
  });

  it('always allows /robots.txt only', () => {
    expect(judge(forAll('Disallow: /'), '/robots.txt')).toEqual({ allowed: true });
    expect(judge(forAll('Disallow: /'), '/robots.txt/x').allowed).toBe(false);
  });

  it('is about path and query only', () => {
    const text = forAll('Disallow: /a?b=');
    expect(judge(text, '/a?b=1#c').allowed).toBe(false);
    expect(judge(text, '/a#?b=').allowed).toBe(true);
    expect(judge(forAll('Disallow: /a$'), '/a#b').allowed).toBe(false);
    expect(judge(forAll('Disallow: /*?'), '/a?').allowed).toBe(false);
    expect(robotsVerdict(rules(text), 'https://u@e.org:8443/a?b=').allowed).toBe(false);
  });

  it('treats an invalid URL as the root', () => {
    expect(robotsVerdict(rules(forAll('Disallow: /')), 'x').allowed).toBe(false);
    expect(robotsVerdict(rules(forAll('Disallow: /x')), '').allowed).toBe(true);
    expect(robotsVerdict(rules(forAll('Disallow: /')), 'mailto:a@e.org').allowed).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { isCdifAgent, maxRobotsBytes, parseRobots } from '../../../src/web/robots/robots-file.ts';

const parse = (text: string) => parseRobots(Buffer.from(text));
const sitemaps = (text: string) => parse(text).sitemaps.map(({ value }) => value);
/** The groups in short: `a b: -/x +/y`. */
const groups = (body: string | Uint8Array) =>
  parseRobots(Buffer.from(body)).groups.map(({ agents, rules }) => {
    const names = agents.map(({ value }) => value).join(' ');
    const paths = rules.map(({ kind, pattern }) => (kind === 'allow' ? '+' : '-') + pattern);
    return [`${names}:`, ...paths].join(' ');
  });
const url = 'https://e.org/sitemap.xml';

describe('the lines of a robots.txt', () => {
  it.each([
    ['end with line feeds', 'User-agent: *\nDisallow: /x\n'],
    ['end with carriage returns', 'User-agent: *\rDisallow: /x\r'],
    ['end with both', 'User-agent: *\r\nDisallow: /x'],
    ['end as they like', 'User-agent: *\r\n\r\nDisallow: /x\r'],
    ['are in any case', 'USER-AGENT: *\ndisAllow: /x'],
    ['have blanks anywhere', '\t User-agent\t : *\t\n \u00A0Disallow:/x\u00A0 '],
    ['have comments', '# Disallow: /\nUser-agent: *# all\n#\nDisallow: /x # more: /y'],
    ['begin with a mark', '\uFEFFUser-agent: *\nDisallow: /x'],
    ['miss colons', 'User-agent *\ndisallow\t/x # some: thing'],
    ['are no records at times', 'hello\n: *\nUser-agent: *\nbe nice please\n#\nDisallow: /x'],
  ])('%s', (_name, text) => {
    expect(groups(text)).toEqual(['*: -/x']);
  });

  it.each([false, true])('are read in UTF-16 with a mark (big end first: %s)', (bigEndian) => {
    const bytes = Buffer.from('\uFEFFUser-agent: *\nDisallow: /ä\n', 'utf16le');
    expect(groups(bigEndian ? bytes.swap16() : bytes)).toEqual(['*: -/%C3%A4']);
  });

  it.each([
    ['EF', '*: -/'],
    ['EFBB', '*: -/'],
    ['EFBBBF', '*: -/'],
  ])('are read behind a mark of which %s is left', (mark, group) => {
    const body = Buffer.concat([
      Buffer.from(mark, 'hex'),
      Buffer.from('User-agent: *\nDisallow: /'),
    ]);
    expect(groups(body)).toEqual([group]);
  });

  it('have a byte order mark at the beginning only', () => {
    expect(groups('User-agent: *\n\uFEFFDisallow: /x')).toEqual(['*:']);
  });

  it.each(['User-agent', 'useragent', 'User Agent', 'USERAGENT'])(
    'may call an agent %s',
    (name) => {
      expect(groups(`${name}: *\nAllow: /`)).toEqual(['*: +/']);
    },
  );

  it.each(['Disallow', 'dissallow', 'Dissalow', 'disalow', 'Diasllow', 'disallaw'])(
    'may forbid with %s',
    (name) => {
      expect(groups(`User-agent: *\n${name}: /x`)).toEqual(['*: -/x']);
    },
  );

  it.each(['Disallowed: /x', 'no disallow: /x', 'disallow /x /y', 'disallow', 'noindex: /x'])(
    'do not mean %s',
    (line) => {
      expect(groups(`User-agent: *\n${line}`)).toEqual(['*:']);
    },
  );

  it('keep their text and position', () => {
    const file = parse(
      '#\nuser-agent:  Cdif/1.1 # us\r\n\r\n dissalow :/a b #no\nCrawl-Delay: 2.5',
    );
    expect(file.groups).toEqual([
      {
        agents: [
          { value: 'Cdif/1.1', token: 'cdif', run: 0, line: 2, text: 'user-agent:  Cdif/1.1' },
        ],
        rules: [{ kind: 'disallow', pattern: '/a%20b', line: 4, text: 'dissalow :/a b' }],
      },
    ]);
    expect(file.crawlDelays).toEqual([
      { seconds: 2.5, agents: ['Cdif/1.1'], line: 5, text: 'Crawl-Delay: 2.5' },
    ]);
  });

  it('are compared by octets where they are not UTF-8', () => {
    const body = Buffer.from('User-agent: *\nDisallow: /caf\u00E9\nDisallow: /x', 'latin1');
    expect(groups(body)).toEqual(['*: -/caf%E9 -/x']);
  });

  it.each([
    ['nothing', ''],
    ['bytes', Buffer.from([0, 255, 254, 13, 10, 0, 239, 191])],
    ['half a character of UTF-16', Buffer.from([255, 254, 0])],
  ])('are none in %s', (_name, body) => {
    expect(parseRobots(Buffer.from(body))).toEqual({
      groups: [],
      sitemaps: [],
      crawlDelays: [],
      isPage: false,
      truncated: false,
    });
  });

  it('has no rules and names no sitemap where it is an HTML page without any', () => {
    const page = parse(
      `<html><head><title>Not found</title><script>var a = {userAgent: x, sitemap: y}</script>
      <p>Sitemap: see the footer<br>Disallow: nothing</p></html>`,
    );
    expect(page).toMatchObject({ isPage: true, sitemaps: [] });
    expect(page.groups.flatMap(({ rules }) => rules)).toEqual([]);
  });

  it.each([
    [
      'in a page',
      `\n<html><body><pre>\nUser-agent: *\nDisallow: /x\nSitemap: ${url}\n</pre></html>`,
    ],
    ['beside tags', `\n<pre>\n<b>User-agent: *</b>\nDisallow: /x</pre>\nSitemap: ${url}<br>`],
    ['in one line', `\n\n<p>User-agent: *<br>Disallow: /x<br>Sitemap: ${url}</p>`],
    ['below a comment', `<!-- for robots -->\n\nUser-agent: *\nDisallow: /x\nSitemap: ${url}\n`],
    ['in a comment', `<!--\n\nUser-agent: *\nDisallow: /x\nSitemap: ${url}\n-->`],
    [
      'below a declaration',
      `<?xml version="1.0"?>\n\nUser-agent: *\nDisallow: /x\nSitemap: ${url}`,
    ],
    ['below a banner', `<<< robots >>>\n\nUser-agent: *\nDisallow: /x\nSitemap: ${url}`],
  ])('has the rules and sitemaps %s that begins as HTML does', (_name, text) => {
    expect(parse(text)).toMatchObject({
      isPage: true,
      groups: [{ agents: [{ token: '*', line: 3 }], rules: [{ kind: 'disallow', pattern: '/x' }] }],
      sitemaps: [{ value: url }],
    });
  });
});

describe('groups', () => {
  it.each([
    ['hold for all user-agent lines above the rules', 'A\nB\n-/', ['A B: -/']],
    ['end where a user-agent line follows a rule', 'A\n-/\nB\n+/', ['A: -/', 'B: +/']],
    ['are not ended by other records', 'A\nSitemap: x\nB\nHost: y\n-/', ['A B: -/']],
    ['are not ended by empty lines', 'A\n\n-/a\n\n-/b', ['A: -/a -/b']],
    ['may have no rules', 'A\n-/\nB', ['A: -/', 'B:']],
    ['have empty rules', 'A\n-\n+', ['A: - +']],
    ['do not have rules that come before', '-/\nA\n+/', ['A: +/']],
  ])('%s', (_name, short, expected) => {
    const text = short
      .replaceAll(/^(?=[AB]$)/gmu, 'User-agent: ')
      .replaceAll(/^-/gmu, 'Disallow: ')
      .replaceAll(/^\+/gmu, 'Allow: ');
    expect(groups(text)).toEqual(expected);
  });
});

describe('sitemap lines', () => {
  it.each([
    ['any case and blanks', `\tsiteMAP:${url}  \n SITEMAP \t: /b`],
    ['comments', `# Sitemap: /no\nSitemap: ${url}#all\nSitemap: /b # more: x`],
    ['another spelling, or no colon', `Site-map: ${url}\nsitemap /b`],
  ])('are read with %s', (_name, text) => {
    expect(sitemaps(text)).toEqual([url, '/b']);
  });

  it('need the field name, a colon and a value', () => {
    const lines = [
      `Sitemaps: ${url}`,
      `No-Sitemap: ${url}`,
      `Sitemap ${url}`,
      'Sitemap:',
      'Sitemap: #',
    ];
    expect(sitemaps(lines.join('\n'))).toEqual([]);
  });

  it('have a line and a column', () => {
    expect(parse(`User-agent: *\r\n\r\n Sitemap:  ${url} # x`).sitemaps).toEqual([
      {
        value: url,
        text: `Sitemap:  ${url}`,
        line: 3,
        column: 12,
        agents: ['*'],
        isForCdif: false,
      },
    ]);
  });

  it.each([
    ['nobody', 'Sitemap: s\nUser-agent: CDIF1.0', [], false],
    [
      'the lines above',
      'User-agent: CDIF1.0\nSitemap: s\n\nUser-agent: *\nDisallow: /',
      ['CDIF1.0'],
      true,
    ],
    ['the lines above the rules', 'User-agent: *\nDisallow: /x\nSitemap: s', ['*'], false],
    ['all of these', 'User-agent: *\n\n# and\nUser-agent: cdif\nSitemap: s', ['*', 'cdif'], true],
    ['the nearest', 'User-agent: CDIF1.0\nSitemap: a\nUser-agent: *\nSitemap: s', ['*'], false],
    [
      'the nearest again',
      'User-agent: *\nCrawl-delay: 1\nUser-agent: CDIF\nSitemap: s',
      ['CDIF'],
      true,
    ],
    ['those above a sitemap', 'User-agent: CDIF\nSitemap: a\nSitemap: s', ['CDIF'], true],
  ])('belong to %s', (_name, text, agents, isForCdif) => {
    expect(parse(text).sitemaps.at(-1)).toMatchObject({ value: 's', agents, isForCdif });
  });
});

describe('isCdifAgent', () => {
  it.each(['CDIF1.0', 'CDIF', 'cdif1.1', 'CDIF/1.0', 'Cdif 2'])('accepts %s', (value) => {
    expect(isCdifAgent(value)).toBe(true);
  });

  it.each(['CDIFF', 'cdif-graph', 'xCDIF', '*', ''])('rejects %s', (value) => {
    expect(isCdifAgent(value)).toBe(false);
  });
});

describe('crawl delays', () => {
  it('are numbers of seconds, the longest under the same lines', () => {
    const delays = ['', 'soon', '-1', '2', '10', '5', 'Infinity'].map(
      (delay) => `Crawl-delay: ${delay}\n`,
    );
    const text = `User-agent: a\n${delays.join('')}User-agent: b\nCrawl-delay: 1`;
    expect(parse(text).crawlDelays.map(({ seconds, agents }) => [seconds, agents])).toEqual([
      [10, ['a']],
      [1, ['b']],
    ]);
  });
});

const filler = (bytes: number) => `#${'x'.repeat(bytes - 2)}\n`;

describe('a robots.txt of more than 500 KiB', () => {
  const start = 'User-agent: *\nDisallow: /first\n';

  it('is read to its last whole line', () => {
    const text = `${start}${filler(maxRobotsBytes - start.length - 12)}Disallow: /last`;
    expect(groups(text)).toEqual(['*: -/first']);
    expect(parse(text).truncated).toBe(true);
  });

  it('may have a line that ends at the limit', () => {
    const last = 'Disallow: /b\n';
    const text = start + filler(maxRobotsBytes - start.length - last.length) + last;
    expect(groups(`${text}Disallow: /c`)).toEqual(['*: -/first -/b']);
  });

  it('is complete at exactly the limit', () => {
    const last = 'Disallow: /b';
    const text = start + filler(maxRobotsBytes - start.length - last.length) + last;
    expect(groups(text)).toEqual(['*: -/first -/b']);
    expect(parse(text).truncated).toBe(false);
  });

  it('has no rules where it is one line', () => {
    expect(sitemaps(`Sitemap: /${'x'.repeat(maxRobotsBytes)}`)).toEqual([]);
  });
});

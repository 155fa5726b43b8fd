import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../src/web/robots/robots-file.ts';
import { listRobotsProblems } from '../../src/web/robots/robots-cache.ts';
import { rulesFor, robotsVerdict } from '../../src/web/robots/rules.ts';
import { counterexample, mutated, mutatedBytes, placesOutside, wrongIf } from './fuzzing.ts';

const samples = [
  `# Fens
User-agent: *
Disallow: /private/
Allow: /private/open$
Crawl-delay: 2.5
User-agent: CDIF1.0
Sitemap: https://fen.example/cdif.xml
Sitemap: https://fen.example/sitemap.xml

User-agent: cdif-graph
Disallow: /*?session=*&
Allow: /%C3%A9
`,
  'User-agent : fen\rdisalow:/x\r\n\r\nuser agent: *\nDisallow:\n',
];
const tokens = [
  'User-agent: *\n',
  'Disallow: /',
  'Allow: ',
  '*'.repeat(500),
  '*a'.repeat(300),
  '$',
  '%',
  '%zz',
  '%2F',
  '<html>',
  '#',
  'Sitemap:',
  'Crawl-delay: 1e309',
  'Crawl-delay: -1',
  ':',
  '\u2028',
];
const urls = [
  'https://fen.example/',
  'https://fen.example/private/open?session=1&a',
  `https://fen.example/${'a'.repeat(4000)}`,
  `https://fen.example/${'%C3%A9/'.repeat(400)}`,
  'https://fen.example/?',
];

describe('robots.txt', () => {
  it('gives of any text rules that say yes or no, and lines that are in it', async () => {
    const found = counterexample(mutated(samples, tokens), 400, (text) => {
      const file = parseRobots(Buffer.from(text));
      const rules = rulesFor(file);
      const verdicts = urls.map((url) => robotsVerdict(rules, url));
      const { crawlDelaySeconds: delay = 0 } = rules;
      const problems = listRobotsProblems({
        file,
        url: 'https://fen.example/robots.txt',
        rules,
      });
      const ofGroups = file.groups.flatMap(({ agents, rules: own }) => [...agents, ...own]);
      return [
        ...verdicts.filter(({ allowed, rule = { kind: 'allow' } }) => {
          return allowed !== (rule.kind === 'allow');
        }),
        ...wrongIf(!Number.isFinite(delay) || delay < 0, delay),
        ...placesOutside([...problems, ...ofGroups, ...file.sitemaps], text),
      ];
    });
    expect(await found).toBeUndefined();
  });

  it('is read whatever its bytes, and never forbids itself', async () => {
    const found = counterexample(mutatedBytes(samples, tokens), 300, (bytes) => {
      const rules = rulesFor(parseRobots(bytes));
      return wrongIf(!robotsVerdict(rules, 'https://fen.example/robots.txt').allowed, rules);
    });
    expect(await found).toBeUndefined();
  });
});

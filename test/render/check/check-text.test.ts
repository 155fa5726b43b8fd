import { describe, expect, it } from 'vitest';
import type { SiteReport } from '../../../src/model/site-check.ts';
import { formatSiteReport } from '../../../src/render/check/check-formats.ts';
import { severities } from '../../../src/model/problem-catalogue.ts';
import { textWidth } from '../../../src/text/printable.ts';
import {
  bareUrl,
  checkedUrl,
  emptySite,
  faultyList,
  faultyPage,
  finding,
  goodPage,
  interruptedCheck,
  largeSite,
  siteReport,
  spentCheck,
  threePages,
} from './site-reports.ts';

function text(report: SiteReport, width?: number): string {
  return [...formatSiteReport(report, 'text', { docs: 'docs/', width })].join('');
}

function widest(width?: number): number {
  return Math.max(...text(largeSite(60), width).split('\n').map(textWidth));
}

describe('the report of a check as text, to the letter', () => {
  it('of one page without a finding', async () => {
    await expect(text(goodPage)).toMatchFileSnapshot('texts/good-page.txt');
  });

  it('of one page with one error', async () => {
    await expect(text(faultyPage)).toMatchFileSnapshot('texts/faulty-page.txt');
  });

  it('of three pages', async () => {
    await expect(text(threePages, 200)).toMatchFileSnapshot('texts/three-pages.txt');
  });

  it('of ten thousand pages', async () => {
    await expect(text(largeSite(10_000))).toMatchFileSnapshot('texts/ten-thousand-pages.txt');
  });

  it('of a site where nothing is found', async () => {
    await expect(text(emptySite)).toMatchFileSnapshot('texts/empty-site.txt');
  });

  it('of a check that was interrupted after 12 of 400 pages', async () => {
    await expect(text(interruptedCheck)).toMatchFileSnapshot('texts/interrupted.txt');
  });
});

describe('the report of a check as text', () => {
  it('says in its first lines that it is of a sample, or of a part', () => {
    const { urls } = goodPage;
    const sample = text(siteReport(urls, { listing: 'limited', notSampled: 10_400 }));
    expect(sample.split('\n')[1]).toBe('Only a sample: 10,400 listed URLs left out.');
    const part = text(siteReport(urls, { listing: 'limited' }));
    expect(part.split('\n')[1]).toBe('Only a part: the listing names more URLs.');
    const ended = text(siteReport(urls, { endedBy: 'max-requests', listing: 'interrupted' }));
    expect(ended).toContain(
      'Ended early (by --max-requests) after 1 page: not everything was visited and\n' +
        'checked, so there may be more to fix.\n' +
        'The listing was not read to its end, so there may be more pages.\n',
    );
  });

  it('says how many URLs were not tried, also of those that have no row', () => {
    const [head = ''] = text(spentCheck).split('\n\n');
    const words = head.replaceAll('\n', ' ');
    expect(words).toContain(': 10 pages, 50 more URLs not tried, 9 records, all conforming');
    expect(words).toContain(
      'Ended early (by --max-requests) after 9 pages: 51 URLs were not tried, so there may be',
    );
    expect(text(spentCheck)).toContain(
      '\n  10 pages: 9 harvested, 1 not tried\n  50 more URLs not tried\n',
    );
    expect(text(spentCheck)).toMatch(/^ {2}not tried +51 URLs$/mu);
  });

  it('counts findings that add up to those of the URLs', () => {
    const told = /^Findings: (\d+) \((\d+) errors, (\d+) warnings, (\d+) info\)$/mu;
    const [, all, ...counts] = told.exec(text(threePages)) ?? [];
    const findings = threePages.urls.flatMap((url) => url.findings);
    const sums = severities.map((severity) =>
      findings
        .filter((each) => each.severity === severity)
        .reduce((sum, { count }) => sum + count, 0),
    );
    expect(counts.map(Number)).toEqual(sums);
    expect(Number(all)).toBe(sums.reduce((sum, count) => sum + count, 0));
  });

  it('shows the URLs with errors first where there are many, and counts all others', () => {
    const shown = text(largeSite(100));
    const rows = [...shown.matchAll(/^ {2}(\w+(?: \w+)?) .* \/dataset\/\d+$/gmu)];
    expect(rows).toHaveLength(20);
    expect(rows.slice(0, 5).map(([, state]) => state)).toEqual([
      ...Array.from({ length: 4 }, () => 'no metadata'),
      'harvested',
    ]);
    expect(shown).toContain('\n  80 more with findings: --format json has all\n');
  });

  it('lists all URLs where there are 50', () => {
    const urls = Array.from({ length: 51 }, (_, at) => checkedUrl(`https://soil.example/${at}`));
    const rows = (count: number): number =>
      text(siteReport(urls.slice(0, count))).match(/^ {2}harvested/gmu)?.length ?? 0;
    expect([rows(50), rows(51)]).toEqual([50, 0]);
    expect(text(siteReport(urls))).toContain('  51 without findings: --format json has all\n');
  });

  it('is as wide as the terminal, from 80 to 110 columns, besides what is to be copied', () => {
    expect(widest()).toBeLessThanOrEqual(80);
    expect(widest(100)).toBeLessThanOrEqual(100);
    expect(widest(300)).toBeGreaterThan(100);
    expect(widest(300)).toBeLessThanOrEqual(110);
  });

  it('cuts the middle of a very long URL', () => {
    const url = `https://soil.example/${'a'.repeat(2000)}/end`;
    const report = siteReport([checkedUrl(url, { findings: [finding('rights', 'error')] })]);
    const lines = text(report).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(270);
    expect(lines.filter((line) => line.endsWith('aaa/end')).length).toBeGreaterThan(1);
  });

  it('says which records of a list have a finding, a few of many', () => {
    const [, rows = ''] = text(faultyList).split('\nPages of');
    expect(rows).toContain(
      [
        '      error    rights, 21 times',
        '                 /list.jsonld#0',
        '                 /list.jsonld#1',
        '                 /list.jsonld#2',
        '                 and 18 more',
        '      warning  date-form, 3 times',
        '                 /list.jsonld#3: "3 March 2024"',
        '                 /list.jsonld#8: "8 March 2024"',
        '                 /list.jsonld#11: "11 March 2024"',
        '',
      ].join('\n'),
    );
    expect(text(faultyList)).toContain(
      [
        '    at     https://soil.example/list.jsonld',
        '             /list.jsonld#3: "3 March 2024"',
        '             /list.jsonld#8: "8 March 2024"',
      ].join('\n'),
    );
  });

  it('names the findings of a URL, a few of many', () => {
    const findings = Array.from({ length: 8 }, (_, at) => finding(`rule-${at}`, 'warning'));
    const shown = text(
      siteReport([
        bareUrl('https://soil.example/1', { state: 'gone', findings }),
        checkedUrl('https://soil.example/2'),
      ]),
    );
    expect(shown).toContain('      warning  rule-4\n      and 3 more findings\n');
  });
});

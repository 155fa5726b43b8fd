import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { SiteReport } from '../../../src/model/site-check.ts';
import {
  type CheckFormat,
  checkFormats,
  formatSiteReport,
} from '../../../src/render/check/check-formats.ts';
import {
  bareUrl,
  checkedUrl,
  emptySite,
  faultyList,
  finding,
  goodPage,
  interruptedCheck,
  largeSite,
  listingUrl,
  siteReport,
  spentCheck,
  threePages,
} from './site-reports.ts';

function written(report: SiteReport, format: CheckFormat): string {
  return [...formatSiteReport(report, format, { docs: '/docs/' })].join('');
}

const longUrl = `https://soil.example/${'a'.repeat(2000)}/end`;
const hostileText = '\u001B[31mred\u0007 \u202Egnp </script><b>&"\' ]]> \uD800 \uFFFF';
const hostile = siteReport(
  [
    listingUrl(`https://soil.example/\u001B[2J`, [finding('no-sitemap', 'error', hostileText)]),
    checkedUrl(longUrl, { name: hostileText, findings: [finding('rights', 'error', hostileText)] }),
    bareUrl('javascript:alert(1)', {
      role: 'metadata',
      of: longUrl,
      state: 'metadata-failed',
      findings: [finding('json-malformed', 'error', hostileText.repeat(100), 1_000_000)],
    }),
  ],
  {
    url: `https://soil.example/${hostileText}`,
    ways: [
      {
        way: 'negotiation',
        isLabelled: false,
        urls: 1,
        title: 'content negotiation only',
        better: hostileText,
        example: longUrl,
      },
    ],
  },
);
const reports = { goodPage, threePages, emptySite, faultyList, interruptedCheck, hostile };

describe.each(checkFormats)('the report of a check as %s', (format) => {
  it('has no character that acts on a terminal', () => {
    // oxlint-disable-next-line no-control-regex -- the characters that must not be there
    const acting = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]|\p{Surrogate}/u;
    expect(acting.exec(written(hostile, format))?.[0]).toBeUndefined();
  });

  it('says which records of a list have a finding', () => {
    const report = written(faultyList, format);
    for (const at of [3, 8, 11]) {
      expect(report).toMatch(
        new RegExp(String.raw`/list\.jsonld#${at}\b[^\n]*${at} March 2024`, 'u'),
      );
    }
    const named = new Set(report.match(/list\.jsonld#\d+/gu));
    expect(named.size).toBe(format === 'text' ? 6 : 20);
  });

  it('is written in pieces, of which none is large', () => {
    const report = largeSite(2000);
    const longest = Math.max(
      ...Array.from(formatSiteReport(report, format, { docs: '' }), ({ length }) => length),
    );
    expect(longest).toBeLessThan(format === 'junit' ? 1_000_000 : 200_000);
  });
});

describe('the report of a check as JSON', () => {
  it.each(Object.entries({ ...reports, spentCheck }))('is the report itself: %s', (_, report) => {
    expect(JSON.parse(written(report, 'json'))).toEqual(report);
  });

  it('leaves out what is undefined', () => {
    const report = Object.assign({}, goodPage, { endedBy: undefined });
    expect(JSON.parse(written(report, 'json'))).toEqual(goodPage);
  });
});

describe('the report of a check as JUnit', () => {
  it.each([
    ...Object.entries(reports),
    ['nothing', siteReport([])],
    ['nothing that answers', siteReport([], { passes: false })],
  ] as const)('is well-formed, and counts its cases and failures: %s', (_, report) => {
    const suites = readSuites(written(report, 'junit'));
    expect(suites.length).toBeGreaterThan(0);
    for (const { told, found } of suites) expect(found).toEqual(told);
    const cases = suites.reduce((sum, { found }) => sum + found.tests, 0);
    expect(cases).toBe(Math.max(1, report.urls.length));
    const faults = suites.some(({ found }) => found.failures + found.errors > 0);
    expect(faults).toBe(!report.passes);
  });

  it('fails from the severity of --fail-on, and tells the others', () => {
    const { urls } = threePages;
    const [strict = '', mild = ''] = (['info', 'error'] as const).map((failOn) =>
      written(siteReport(urls, { failOn }), 'junit'),
    );
    expect(strict.match(/<failure /gu)).toHaveLength(4);
    expect(mild.match(/<failure /gu)).toHaveLength(2);
    const [, output] = /<system-out>([^<]*date-form[^<]*)/u.exec(mild) ?? [];
    expect(output).toContain('https://soil.example/dataset/2');
    expect(strict).not.toMatch(/<system-out>[^<]*date-form/u);
  });
});

describe('the report of a check as SARIF', () => {
  const path = createRequire(import.meta.url).resolve('schemastore/package.json');
  const file = path.replace('package.json', 'schemas/json/sarif-2.1.0.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object; // a JSON Schema
  // One of its patterns is no Unicode expression.
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false });
  const validate = ajv.compile(schema);

  it.each(Object.entries(reports))('satisfies its schema: %s', (_, report) => {
    validate(JSON.parse(written(report, 'sarif')));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has a result for each finding of each URL, and a rule with help for each', () => {
    const log = JSON.parse(written(threePages, 'sarif')) as {
      readonly runs: readonly [
        {
          readonly results: readonly { readonly ruleId: string; readonly level: string }[];
          readonly tool: { readonly driver: { readonly rules: readonly object[] } };
        },
      ];
    };
    const [{ results, tool }] = log.runs;
    expect(results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual([
      'warning sitemap-foreign-host',
      'note sitemap-mended',
      'error rights',
      'warning date-form',
      'warning cite-as-differs',
      'error json-malformed',
    ]);
    const { rules } = tool.driver;
    const ids = new Set(results.map(({ ruleId }) => ruleId));
    expect(rules).toHaveLength(ids.size);
    expect(rules).toContainEqual(
      expect.objectContaining({
        id: 'rights',
        helpUri:
          'https://cross-domain-interoperability-framework.github.io/cdifbook/metadata/' +
          'coreschemaimplementationnew/#rights',
        help: {
          text: 'Name the licence, or say who may use the resource and on which conditions.',
        },
      }),
    );
  });

  it('has no URI that is not of a file, which code scanning rejects', () => {
    const urls = [
      'https://soil.example/data%20set/1?of=a/b?c#d',
      'http://127.0.0.1:8080/',
      'http://[::1]:8080/x:y',
      'javascript:alert(1)',
      'urn:x:1',
    ];
    const findings = [finding('rights', 'error')];
    const log = JSON.parse(
      written(siteReport(urls.map((url) => checkedUrl(url, { findings }))), 'sarif'),
    ) as { readonly runs: readonly [{ readonly results: readonly object[] }] };
    const uris = [
      'soil.example/data%20set/1%3Fof=a/b%3Fc%23d',
      '127.0.0.1%3A8080/',
      '%5B%3A%3A1%5D%3A8080/x:y',
      'javascript%3Aalert(1)',
      'urn%3Ax%3A1',
    ];
    expect(log.runs[0].results).toMatchObject(
      urls.map((url, at) => ({
        locations: [
          {
            physicalLocation: { artifactLocation: { uri: uris[at] } },
            ...(url.startsWith('http') && { properties: { url } }),
          },
        ],
      })),
    );
    const resolved = uris.map((uri) => new URL(uri, 'file:///code/').href);
    expect(resolved.filter((uri) => !uri.startsWith('file:///code/'))).toEqual([]);
  });

  it('says that the check ended early', () => {
    const [run] = (JSON.parse(written(interruptedCheck, 'sarif')) as { runs: object[] }).runs;
    expect(run).toMatchObject({ invocations: [{ executionSuccessful: false }] });
  });
});

describe('the report of a check as HTML', () => {
  it('names the severity info as its counts do', () => {
    const html = written(
      siteReport([checkedUrl('https://soil.example/1', { findings: [finding('place', 'info')] })]),
      'html',
    );
    expect(html).toContain('<b class="severity info">Info</b>');
    expect(html).toContain('<span class="severity info">1 info</span>');
  });

  it('says how many URLs were not tried', () => {
    const html = written(spentCheck, 'html').replaceAll(/\s+/gu, ' ');
    expect(html).toContain('<dd> 9<span class="soft">51 URLs not tried</span>');
    expect(html).toContain('<p class="soft">50 more URLs not tried</p>');
  });

  it('has a policy that names its style, and neither a script nor a link to one', () => {
    const page = written(hostile, 'html');
    const [, style = ''] = /<style>(.*?)<\/style>/su.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`style-src 'sha256-${hash}'`);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('href="javascript:');
    expect(page).toContain('&lt;/script&gt;&lt;b&gt;&amp;&quot;');
  });

  it('shows the first URLs of many, those with errors before others, and folds the rest', () => {
    const page = written(largeSite(500), 'html');
    const [, shown = '', folded = ''] =
      /<h2>Pages(.*)<details class="record"(.*)/su.exec(page) ?? [];
    expect(shown.match(/no metadata/gu)).toHaveLength(20);
    expect(shown.match(/<tr>/gu)).toHaveLength(51);
    expect(folded).toContain('450 more URLs');
    expect(folded).not.toContain('no metadata');
  });

  it('shows at most 2,000 URLs, and says how many there are', () => {
    const page = written(largeSite(2100), 'html');
    expect(page).toContain('100 more URLs are not shown: see --format json');
  });
});

interface SuiteCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

/** The counts that the suites of a JUnit document tell, and those of their elements. */
function readSuites(xml: string): { readonly told: SuiteCounts; readonly found: SuiteCounts }[] {
  const suites: { told: SuiteCounts; found: Record<keyof SuiteCounts, number> }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuite') {
      const [tests, failures, errors] = (['tests', 'failures', 'errors'] as const).map((each) =>
        Number(attributes[each]),
      );
      const told = { tests: tests ?? 0, failures: failures ?? 0, errors: errors ?? 0 };
      suites.push({ told, found: { tests: 0, failures: 0, errors: 0 } });
    }
    const found = suites.at(-1)?.found;
    if (found === undefined) return;
    if (name === 'testcase') found.tests += 1;
    if (name === 'failure') found.failures += 1;
    if (name === 'error') found.errors += 1;
  });
  parser.write(xml).close();
  return suites;
}

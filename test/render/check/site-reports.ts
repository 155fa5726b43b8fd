import { compareSeverities } from '../../../src/model/problem-catalogue.ts';
import type { Severity } from '../../../src/model/problem.ts';
import type {
  CheckedUrl,
  CheckFinding,
  FindingOccurrence,
  FindingSummary,
  SiteReport,
  WaySummary,
} from '../../../src/model/site-check.ts';
import { groupBy } from '../../../src/text/collections.ts';

/** A finding of a check. */
export function finding(id: string, severity: Severity, facts = '', count = 1): CheckFinding {
  return { id, severity, count, occurrences: facts === '' ? [] : [{ facts }] };
}

/** A URL of a check: a page with a record in a script, unless its members say otherwise. */
export function checkedUrl(url: string, members: Partial<CheckedUrl> = {}): CheckedUrl {
  return {
    url,
    role: 'page',
    state: 'harvested',
    way: 'script',
    records: 1,
    conforming: 1,
    findings: [],
    ...members,
  };
}

/** A page of a check without a way to metadata. */
export function bareUrl(url: string, members: Partial<CheckedUrl> = {}): CheckedUrl {
  const { way: _, ...page } = checkedUrl(url, { records: 0, conforming: 0 });
  return { ...page, ...members };
}

/** A listing of a check. */
export function listingUrl(url: string, findings: readonly CheckFinding[]): CheckedUrl {
  return { url, role: 'listing', records: 0, conforming: 0, findings };
}

/** The report about URLs, whose sums are those of the URLs. */
export function siteReport(
  urls: readonly CheckedUrl[],
  members: Partial<SiteReport> = {},
): SiteReport {
  const { failOn = 'error' } = members;
  const findings = summarise(urls);
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of findings) counts[severity] += count;
  const failing = findings
    .filter(({ severity }) => compareSeverities(severity, failOn) <= 0)
    .reduce((sum, { count }) => sum + count, 0);
  const visited = urls.flatMap(({ state }) => state ?? []);
  const states = groupBy(visited, (state) => state);
  return {
    url: 'https://soil.example/',
    start: 'site',
    startedAt: '2026-11-27T10:20:30.500Z',
    endedAt: '2026-11-27T10:20:42.800Z',
    listing: 'complete',
    negotiation: { asked: 0, answered: 0 },
    notSampled: 0,
    notVisited: 0,
    requests: urls.length + 2,
    states: Object.fromEntries(Array.from(states, ([state, all]) => [state, all.length])),
    records: urls.reduce((sum, { records }) => sum + records, 0),
    conforming: urls.reduce((sum, { conforming }) => sum + conforming, 0),
    ways: waysOf(urls),
    signposting: { 0: 0, 1: 0, 2: 0 },
    linked: {},
    findings,
    first: findings.slice(0, 5).map(({ id }) => id),
    urls,
    counts,
    failOn,
    failing,
    passes: failing === 0,
    ...members,
  };
}

function summarise(urls: readonly CheckedUrl[]): readonly FindingSummary[] {
  const all = urls.flatMap(({ url, findings }) => findings.map((each) => ({ url, ...each })));
  return Array.from(groupBy(all, ({ id, severity }) => `${severity} ${id}`).values(), (group) => {
    const [{ id, severity } = finding('', 'error')] = group;
    return {
      id,
      severity,
      count: group.reduce((sum, { count }) => sum + count, 0),
      ...textsOf(id),
      urls: group.length,
      examples: group.slice(0, 3).map((each) => {
        const { url, count, occurrences } = each;
        return { url, count, occurrences: occurrences.slice(0, 3) };
      }),
    };
  }).toSorted(
    (one, other) => compareSeverities(one.severity, other.severity) || other.urls - one.urls,
  );
}

/** Texts of our own, so that the words of the catalogues may change. */
const texts: Readonly<Record<string, Pick<FindingSummary, 'title' | 'meaning' | 'remedy'>>> = {
  rights: {
    title: 'Rights are missing',
    remedy: 'Name the licence, or say who may use the resource and on which conditions.',
  },
  'date-form': {
    title: 'Date does not exist, or is not in the extended form of ISO 8601',
    remedy: 'Write dates as YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset.',
  },
  'description-length': {
    title: 'Description is too short or too long',
    remedy: 'Write 50 to 5000 characters that say what the dataset contains.',
  },
  'no-metadata': {
    title: 'No metadata on the page',
    meaning: 'The page has no JSON-LD that describes more than the page itself.',
    remedy: 'Embed JSON-LD in a `<script>`, or take the page out of the sitemap.',
  },
  'json-malformed': {
    title: 'JSON that cannot be read',
    meaning: 'The script or document is lost; others on the page were read.',
    remedy: 'Correct the JSON at the given position.',
  },
  'cite-as-differs': {
    title: 'Identifier differs from cite-as',
    meaning: 'The typed link `cite-as` gives one identifier, and the metadata another.',
    remedy: 'Let `cite-as` lead to an identifier that is also in the metadata.',
  },
  'no-sitemap': {
    title: 'No sitemap found',
    meaning: 'robots.txt names no sitemap, and none is in a usual place.',
    remedy: 'Name the sitemap in a `Sitemap:` line of robots.txt.',
  },
  'sitemap-foreign-host': {
    title: 'Sitemap for another host',
    meaning: 'The entries were read, although a sitemap should list only its own host.',
    remedy: 'Name the sitemap in the robots.txt of the host that its entries are on.',
  },
  'sitemap-mended': {
    title: 'Fault in a sitemap repaired',
    meaning: 'It was read as `&amp;`, and reading continued.',
    remedy: 'Write each `&` of a URL as `&amp;`.',
  },
};

function textsOf(id: string): Pick<FindingSummary, 'isRule' | 'title' | 'meaning' | 'remedy'> {
  const known = texts[id] ?? { title: id, remedy: '' };
  return { isRule: known.meaning === undefined, ...known };
}

function waysOf(urls: readonly CheckedUrl[]): readonly WaySummary[] {
  const withWay = urls.flatMap(({ way, url }) => (way === undefined ? [] : { way, url }));
  return Array.from(
    groupBy(withWay, ({ way }) => way),
    ([way, all]) => ({
      way,
      isLabelled: false,
      urls: all.length,
      title: way === 'script' ? 'a script in the landing page' : 'a Link field of the page',
      option: way === 'script' ? (1 as const) : (2 as const),
      box: way === 'script' ? (3 as const) : (4 as const),
      better: 'Add profile="CDIF1.0", so that harvesters take it before others.',
      example: all[0]?.url ?? '',
    }),
  );
}

const site = 'https://soil.example';
const sitemap = `${site}/sitemap.xml`;

/** One page without any finding. */
export const goodPage = siteReport([checkedUrl(`${site}/dataset/1`, { signposting: 2 })], {
  url: `${site}/dataset/1`,
  start: 'page',
  required: 1,
  recommended: 0.75,
  signposting: { 0: 0, 1: 0, 2: 1 },
});

/** One page with one error. */
export const faultyPage = siteReport(
  [checkedUrl(`${site}/dataset/2`, { conforming: 0, findings: [finding('rights', 'error')] })],
  { url: `${site}/dataset/2`, start: 'page', required: 0.875 },
);

/** A site with three pages, metadata, linked documents and links. */
export const threePages = siteReport(
  [
    listingUrl(sitemap, [
      finding('sitemap-foreign-host', 'warning', 'https://other.example/1', 2),
      finding('sitemap-mended', 'info', 'line 4, column 2'),
    ]),
    checkedUrl(`${site}/dataset/1`, { name: 'Soil moisture', isLabelled: true, signposting: 1 }),
    checkedUrl(`${site}/dataset/2`, {
      conforming: 0,
      name: 'Soil temperature',
      signposting: 0,
      findings: [
        finding('rights', 'error', '"missing"'),
        finding('date-form', 'warning', '"15 March 2024"', 3),
      ],
    }),
    bareUrl(`${site}/dataset/3`, {
      state: 'linked',
      way: 'header-link',
      findings: [finding('cite-as-differs', 'warning')],
    }),
    bareUrl(`${site}/dataset/3.jsonld`, {
      role: 'metadata',
      of: `${site}/dataset/3`,
      state: 'metadata-failed',
      findings: [finding('json-malformed', 'error', 'line 3, column 7')],
    }),
  ],
  {
    required: 0.9,
    recommended: 0.25,
    signposting: { 0: 1, 1: 1, 2: 0 },
    linked: { valid: 2, 'no-schema': 1, missing: 1 },
    links: { asked: 12, missing: 1 },
  },
);

/** A site with many pages, each with three findings. */
export function largeSite(pages: number): SiteReport {
  const urls = Array.from({ length: pages }, (_, at) =>
    at % 25 === 24
      ? bareUrl(`${site}/dataset/${at}`, {
          state: 'no-metadata',
          findings: [finding('no-metadata', 'error', '', 1), ...usualFindings(at)],
        })
      : checkedUrl(`${site}/dataset/${at}`, {
          name: `Soil moisture at the site ${at}`,
          signposting: 0,
          findings: usualFindings(at),
        }),
  );
  return siteReport([listingUrl(sitemap, [finding('sitemap-mended', 'info')]), ...urls], {
    required: 0.9,
    recommended: 0.5,
  });
}

function usualFindings(at: number): readonly CheckFinding[] {
  return [
    finding('date-form', 'warning', `"${at} March 2024"`, 2),
    finding('cite-as-differs', 'warning', `https://doi.org/10.5555/soil-${at}`),
    finding('description-length', 'info', '"Soil moisture, measured each hour."'),
  ];
}

/** A site at which nothing is found. */
export const emptySite = siteReport(
  [
    listingUrl(`${site}/`, [
      finding('no-sitemap', 'error', `tried ${site}/robots.txt, ${site}/sitemap.xml`),
    ]),
  ],
  { listing: 'incomplete', requests: 7 },
);

/** A list of 20 records, of which three have a wrong date, and all lack rights. */
export const faultyList = siteReport(
  [
    checkedUrl(`${site}/list.jsonld`, {
      way: 'list',
      records: 20,
      conforming: 0,
      findings: [
        {
          id: 'rights',
          severity: 'error',
          count: 21,
          occurrences: Array.from({ length: 20 }, (_, at) => recordOf(at, '')),
        },
        {
          id: 'date-form',
          severity: 'warning',
          count: 3,
          occurrences: [3, 8, 11].map((at) => recordOf(at, `"${at} March 2024"`)),
        },
      ],
    }),
    checkedUrl(`${site}/dataset/1`),
  ],
  { start: 'document', url: `${site}/list.jsonld` },
);

function recordOf(at: number, facts: string): FindingOccurrence {
  return { record: `${site}/list.jsonld#${at}`, facts };
}

/** A check that ended after ten pages of a listing with 60, of which one was begun. */
export const spentCheck = siteReport(
  Array.from({ length: 10 }, (_, at) =>
    at < 9
      ? checkedUrl(`${site}/dataset/${at}`)
      : bareUrl(`${site}/dataset/${at}`, { state: 'not-tried' }),
  ),
  { endedBy: 'max-requests', requests: 20, notVisited: 50 },
);

/** A check that was interrupted when it had visited 12 of 400 pages. */
export const interruptedCheck = siteReport(
  Array.from({ length: 400 }, (_, at) =>
    at < 12
      ? checkedUrl(`${site}/dataset/${at}`, {
          findings: at % 4 === 3 ? [finding('date-form', 'warning', '"2024"')] : [],
        })
      : bareUrl(`${site}/dataset/${at}`, { state: 'not-tried' }),
  ),
  { endedBy: 'interrupted', requests: 14, linked: { valid: 1, unchecked: 3 } },
);

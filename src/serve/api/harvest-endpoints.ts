import { z } from 'zod';
import { isEntryKey } from '../../catalogue/derived/derived-terms.ts';
import { UnnamedResources } from '../../catalogue/find-records.ts';
import { resolveRunName } from '../../catalogue/find-runs.ts';
import { findUrlsWithPauses } from '../../catalogue/find-urls.ts';
import type { RunHead } from '../../catalogue/rows.ts';
import { completeRun } from '../../catalogue/run-rows.ts';
import type { FailingUrls, SourceStatus } from '../../catalogue/status.ts';
import { type CatalogueConformance, readConformance } from '../../conformance/read-conformance.ts';
import { UsageFault } from '../../model/fault.ts';
import { severities } from '../../model/problem-catalogue.ts';
import { axisOrders, boxOrders } from '../../model/search-facts.ts';
import { reportJson } from '../../pipeline/report/run-report.ts';
import { conformanceOfSource, type DescribedConformance } from '../../render/conformance-lines.ts';
import { type PageAnswer, type PageRequest, problemAnswer } from '../page.ts';
import { readSources } from '../pages/sources/source-care.ts';
import { type Site, urlOnSite } from '../site.ts';
import { readInShortTurns } from '../surveys.ts';
import { keptRecordsSchema } from './details-schema.ts';
import {
  type AnswerOf,
  defineEndpoint,
  jsonAnswer,
  linksOfPage,
  namedSchema,
  nextCursor,
  nextLinkHeaders,
  pageLinks,
  pageParameters,
  readListCursor,
  selfUrl,
  writeListCursor,
} from './endpoint.ts';

const counts = z.record(z.string(), z.int());

const failing = z
  .strictObject({
    urls: z.int(),
    since: z.string(),
    longestStreak: z.int(),
    withRecords: z.int(),
    oldestGood: z.string().exactOptional(),
  })
  .describe('the URLs whose latest visit failed') satisfies z.ZodType<FailingUrls>;

const conformance = z.strictObject({
  records: z.int().describe('the number of validated records'),
  conforming: z.int(),
  keptOut: z
    .strictObject({
      records: z.int(),
      copies: z.int().describe('of these, how many have an older copy that conforms and stays'),
    })
    .exactOptional()
    .describe('records that were kept out, as they do not conform; absent if there are none'),
  required: z.number().exactOptional().describe('the mean share of required content, from 0 to 1'),
  recommended: z.number().exactOptional(),
  first: z
    .array(
      z.strictObject({
        rule: z.string(),
        severity: z.enum(severities),
        records: z.int().describe('how many records do not meet the rule'),
        keptOut: z.int().exactOptional().describe('how many of these were kept out'),
        title: z.string(),
        asked: z.string(),
      }),
    )
    .describe('the changes that would help most records'),
}) satisfies z.ZodType<DescribedConformance>;

const sourceLinks = z.strictObject({
  self: z.string(),
  page: z.string(),
  problems: z.string(),
});

const source = namedSchema(
  'Source',
  z.strictObject({
    source: z.string(),
    urls: counts.describe('the number of URLs by the state of the latest visit'),
    records: z.int(),
    quads: z.int().describe('the number of statements'),
    lastLook: z.string().exactOptional().describe('the time of the latest visit to a URL'),
    problems: counts.describe('the number of problems by kind'),
    order: z
      .strictObject({
        axisOrder: z.enum([...axisOrders, ...boxOrders]),
        records: z.int().describe('records whose coordinates are in this order, or may be'),
        sure: z.int().describe('those whose coordinates fit no other order'),
      })
      .exactOptional()
      .describe('a value for the option axisOrder of the source that suits most of its records'),
    failing: failing.exactOptional(),
    kept: keptRecordsSchema.exactOptional(),
    leaving: z.int().describe('records pending removal'),
    removed: z.int().describe('records that were removed and have not come back'),
    notDue: z
      .looseObject({ lastmod: z.int(), recheck: z.int(), list: z.int().exactOptional() })
      .exactOptional()
      .describe('URLs that were not due in the latest run'),
    notConfigured: z
      .strictObject({ lastRun: z.string().exactOptional() })
      .exactOptional()
      .describe('present if the configuration of the latest run lacks the source'),
    conformance: conformance
      .exactOptional()
      .describe('how its records meet their profiles; absent if none was validated'),
    links: sourceLinks,
  }),
  'The part of the catalogue that one source lists.',
);
source.shape satisfies Record<keyof SourceStatus, z.ZodType>;

const sourceList = namedSchema(
  'Sources',
  z.strictObject({ sources: z.array(source), links: z.strictObject({ self: z.string() }) }),
);

/** The sources, as `status --json` has them. */
export const sourcesEndpoint = defineEndpoint({
  path: '/api/sources',
  summary: 'All sources',
  parameters: {},
  isSurvey: true,
  answers: sourceList,
  answer: async (request) => {
    const { surveys } = request.state;
    const { content } = await surveys.read(readSources);
    const found = await surveys.read(readConformance);
    return jsonAnswer({
      sources: content.sources.map((status) => linkedSource(request.site, status, found)),
      links: { self: selfUrl(request, '/api/sources') },
    });
  },
});

/** One source. */
export const sourceEndpoint = defineEndpoint({
  path: '/api/sources/{name}',
  summary: 'One source',
  parts: { name: 'the name of the source in the configuration' },
  parameters: {},
  isSurvey: true,
  answers: source,
  errors: { 404: 'There is no such source.' },
  answer: async ({ site, state, parts }) => {
    const { content } = await state.surveys.read(readSources);
    const status = content.sources.find((each) => each.source === parts['name']);
    if (status === undefined) return problemAnswer(404, 'There is no such source');
    return jsonAnswer(linkedSource(site, status, await state.surveys.read(readConformance)));
  },
});

function linkedSource(site: Site, status: SourceStatus, found: CatalogueConformance) {
  const name = encodeURIComponent(status.source);
  const links = {
    self: urlOnSite(site, `/api/sources/${name}`),
    page: urlOnSite(site, `/sources/${name}`),
    problems: urlOnSite(
      site,
      `/api/problems?${new URLSearchParams({ source: status.source }).toString()}`,
    ),
  };
  return { ...status, ...conformanceOfSource(found, status.source), links };
}

const runMoment = z.strictObject({ run: z.string(), at: z.string() });
const runLinks = z.strictObject({ self: z.string(), page: z.string() });

const runHead = z.strictObject({
  number: z.int().describe('runs are numbered in the order in which they began'),
  run: z.string(),
  startedAt: z.string(),
  continues: z.array(z.string()).exactOptional().describe('the runs that this one continues'),
  full: z.boolean().exactOptional(),
  behind: runMoment.exactOptional().describe('present if the clock was set back'),
  began: z.int().exactOptional().describe('the change in which the run began'),
  endedAt: z.string().exactOptional().describe('absent while it runs, or if it was killed'),
  interrupted: z.boolean().exactOptional(),
  change: z.int().exactOptional().describe('the change in which the run ended'),
}) satisfies z.ZodType<RunHead>;

const runItem = namedSchema(
  'RunHead',
  runHead.extend({ links: runLinks }),
  'A run without its report.',
);

const runList = namedSchema(
  'Runs',
  z.strictObject({
    total: z.int(),
    runs: z.array(runItem),
    next: nextCursor,
    links: pageLinks,
  }),
);

const runPosition = z.object({ number: z.int() });

/** The runs, the latest first. */
export const runsEndpoint = defineEndpoint({
  path: '/api/runs',
  summary: 'All runs, the latest first',
  parameters: pageParameters({ least: 1, most: 1000 }),
  answers: runList,
  answer: (request, { limit, after }) => {
    const { site, state } = request;
    const all = [...state.snapshot.runs().latest()];
    const { number: last = Infinity } = readListCursor(after, runPosition) ?? {};
    const rest = all.filter(({ number }) => number < last);
    const page = rest.slice(0, limit);
    const end = rest.length > limit ? page.at(-1) : undefined;
    const next = end && writeListCursor({ number: end.number });
    const links = linksOfPage(request, '/api/runs', next);
    const answer: AnswerOf<typeof runList> = {
      total: all.length,
      runs: page.map((head) => Object.assign(head, { links: linksOfRun(site, head) })),
      ...(next !== undefined && { next }),
      links,
    };
    return jsonAnswer(answer, nextLinkHeaders(links));
  },
});

const run = namedSchema(
  'Run',
  runHead.extend({
    sources: z.array(z.string()).exactOptional().describe('the sources that it harvests'),
    configured: z.array(z.string()).exactOptional().describe('all configured sources'),
    report: z
      .looseObject({
        run: z.string(),
        startedAt: z.string(),
        endedAt: z.string(),
        interrupted: z.boolean(),
        sources: z.array(
          z.looseObject({
            source: z.string(),
            listing: z.string(),
            urls: counts,
            records: counts,
            problems: counts,
            figures: z.looseObject({ records: z.int(), added: z.int(), removed: z.int() }),
          }),
        ),
      })
      .exactOptional()
      .describe('absent while it runs, or if it was killed'),
    links: runLinks,
  }),
  'A run with its report.',
);

/** One run, as `status --run ID --json` prints it. */
export const runEndpoint = defineEndpoint({
  path: '/api/runs/{id}',
  summary: 'One run with its report',
  parts: { id: 'the identifier of the run, the beginning of it, or `last`' },
  parameters: {},
  answers: run,
  errors: { 404: 'There is no such run.' },
  answer: ({ site, state: { snapshot }, parts: { id = '' } }) => {
    const found = findRun(() => completeRun(snapshot.runs(), resolveRunName(snapshot, id)));
    if (typeof found === 'string') return problemAnswer(404, 'There is no such run', found);
    const { report } = found;
    return jsonAnswer({
      ...found,
      ...(report && { report: reportJson(report) }),
      links: linksOfRun(site, found),
    });
  },
});

/** The run, or the reason why there is none. */
function findRun<Run>(read: () => Run): Run | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
}

function linksOfRun(site: Site, { run: id }: RunHead): AnswerOf<typeof runLinks> {
  const name = encodeURIComponent(id);
  return {
    self: urlOnSite(site, `/api/runs/${name}`),
    page: urlOnSite(site, `/runs/${name}`),
  };
}

const explanation = namedSchema(
  'Explanation',
  z.strictObject({
    name: z.string(),
    looks: z
      .array(
        z.strictObject({
          outcome: z.looseObject({
            url: z.string(),
            state: z.string(),
            at: z.string(),
            run: z.string(),
            listings: z.array(z.looseObject({ source: z.string() })),
            problems: z.array(z.looseObject({ kind: z.string(), url: z.string() })),
          }),
          visit: z
            .looseObject({ at: z.string(), run: z.string(), state: z.string() })
            .exactOptional(),
          kept: keptRecordsSchema.exactOptional(),
          records: z.array(z.looseObject({ graph: z.string(), quads: z.int() })),
        }),
      )
      .describe('the URL, or those of the named record, then the URLs that it led to'),
    sitemaps: z
      .array(
        z.looseObject({
          source: z.string(),
          run: z.string(),
          at: z.string(),
          state: z.string(),
          named: z.looseObject({ by: z.string() }),
          urls: z.int(),
          sitemaps: z.int(),
          problems: z.array(z.looseObject({ kind: z.string(), url: z.string() })),
        }),
      )
      .describe('how sources read the URL as a sitemap'),
    links: z.strictObject({ self: z.string(), page: z.string() }),
  }),
  'How a URL was found, what was requested, which metadata it offers, and the result.',
);

/** One URL, as `explain --json` prints it. */
export const explainEndpoint = defineEndpoint({
  path: '/api/explain',
  summary: 'How one URL was harvested',
  description: 'Explains the latest visit of a URL that is stored. It requests nothing.',
  parameters: { url: z.string().describe('a URL, or any name of a record') },
  answers: explanation,
  errors: { 404: 'The URL is not known.' },
  answer: answerExplain,
});

async function answerExplain(
  request: PageRequest,
  { url }: { readonly url: string },
): Promise<PageAnswer> {
  const { site, state } = request;
  // Finding the key of a resource without IRI takes a read of all records.
  const { looks, sitemaps } = isEntryKey(url)
    ? { looks: [], sitemaps: [] }
    : await readInShortTurns(findUrlsWithPauses(state.snapshot, url, new UnnamedResources()));
  if (looks.length + sitemaps.length === 0) {
    const reason = 'No source lists or links to it, or the configuration excludes it.';
    return problemAnswer(404, 'The URL is not known', reason);
  }
  const query = new URLSearchParams({ url }).toString();
  const links = {
    self: selfUrl(request, '/api/explain'),
    page: urlOnSite(site, `/explain?${query}`),
  };
  return jsonAnswer({ name: url, looks, sitemaps, links });
}

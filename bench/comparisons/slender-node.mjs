// `compare -- slender-node`: the landing pages and sitemaps that DataONE tests its harvesters with,
// served on this machine
// and harvested with `cdif-graph ingest`.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatTable } from '../measure/table.mjs';
import { inCorpus } from './corpora.mjs';
import { readPlainPage } from './plain-page.mjs';
import { serveFolder } from './serve-folder.mjs';
import { Tally } from './tally.mjs';

/**
 * @typedef {import('./serve-folder.mjs').ServedFolder} ServedFolder
 *
 * What a report says of a source.
 * @typedef {object} SourceReport
 * @property {string} source
 * @property {{ discovered: number, harvested: number }} funnel
 * @property {{ readonly [kind: string]: number }} problems
 */

const dataFolder = 'data/schema_org/tests/data';
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The kinds of page, by the ending of the file name. */
const kinds = new Map([
  ['.html', 'HTML'],
  ['.json', 'JSON'],
  ['.xml', 'XML'],
]);

/** Problems that mean that nothing was harvested. */
const failures = [
  'no-metadata',
  'site-metadata-only',
  'fallback-metadata-only',
  'script-type-unread',
  'page-needs-javascript',
  'json-malformed',
  'metadata-format-unread',
  'content-type-unsupported',
];

/**
 * @typedef {object} Page
 * @property {string} name
 * @property {string} kind
 * @property {import('./plain-page.mjs').PlainPage} plain
 * @property {string} outcome `harvested`, or the problem
 */

/**
 * Reasons for a record from a page in which a simple script finds no dataset, or JSON that it
 * cannot read.
 * @type {readonly { name: string, holds: (page: Page) => boolean }[]}
 */
const classes = [
  { name: 'JSON that ours repairs', holds: ({ plain }) => plain.broken > 0 },
  { name: 'DataSet for Dataset', holds: ({ plain }) => plain.types.has('DataSet') },
  { name: 'another type than Dataset', holds: ({ plain }) => plain.types.size > 0 },
  { name: 'Dublin Core in XML', holds: ({ name }) => name.includes('/oai_dc/') },
  { name: 'RDF/XML', holds: ({ kind }) => kind === 'XML' },
];

/**
 * Compares the pages that give a record with the pages in which a simple script finds a dataset,
 * and the number of URLs that sitemaps give.
 * @param {(text: string) => void} say
 * @returns {Promise<readonly Tally[]>}
 */
export async function compareSlenderNode(say) {
  const folder = await serveFolder(await inCorpus('dataone-slendernodes', dataFolder));
  try {
    const pages = await harvestPages(folder);
    say(describeOutcomes(pages));
    return [...comparePages(pages), ...(await compareListings(folder, say))];
  } finally {
    await folder.close();
  }
}

/**
 * @param {ServedFolder} folder
 * @returns {Promise<readonly Page[]>}
 */
async function harvestPages({ origin, files }) {
  const pages = files.filter(
    ({ path: file, listing }) => listing === undefined && kinds.has(path.extname(file)),
  );
  const reports = await harvest(pages.map((file) => ({ urls: [`${origin}/${file.path}`] })));
  return pages.map(({ path: name, body }, index) => {
    const { funnel, problems = {} } = reports[index] ?? {};
    const failure = failures.find((kind) => kind in problems) ?? 'without a reason';
    const kind = kinds.get(path.extname(name)) ?? '';
    const outcome = funnel?.harvested === 1 ? 'harvested' : failure;
    return { name, kind, plain: readPlainPage(name, body.toString()), outcome };
  });
}

/** @param {readonly Page[]} pages */
function comparePages(pages) {
  return [...kinds.values()].map((kind) => {
    const tally = new Tally(kind);
    for (const page of pages.filter((each) => each.kind === kind)) {
      const expected = expectedOf(page.plain);
      const { name, outcome } = page;
      const isExpected = expected === 'nothing' ? failures.includes(outcome) : outcome === expected;
      const isMore = outcome === 'harvested';
      const reason = isMore ? classes.find(({ holds }) => holds(page))?.name : undefined;
      if (isExpected) tally.addEqual();
      else tally.addDifference(reason, () => `${name}: ${outcome}, not ${expected}`);
    }
    return tally;
  });
}

/** @param {import('./plain-page.mjs').PlainPage} plain */
function expectedOf({ types, broken }) {
  if (types.has('Dataset')) return 'harvested';
  return broken > 0 ? 'json-malformed' : 'nothing';
}

/** @param {readonly Page[]} pages */
function describeOutcomes(pages) {
  const rows = ['harvested', ...failures].map((outcome) => {
    const counts = [...kinds.values()].map(
      (kind) => pages.filter((page) => page.kind === kind && page.outcome === outcome).length,
    );
    return [outcome].concat(counts.map(String));
  });
  return formatTable([['', ...kinds.values()], ...rows]);
}

/**
 * @param {ServedFolder} folder
 * @param {(text: string) => void} say
 */
async function compareListings({ origin, files, fileAt }, say) {
  /** @type {Map<string, { tally: Tally, locations: number }>} */
  const forms = new Map();
  for (const { path: name, listing } of files) {
    if (listing === undefined) continue;
    // Each source has a run of its own, since a run counts a URL once.
    const [report] = await harvest([{ sitemap: `${origin}/${name}` }], '--dry-run');
    const locations = locationsOf(listing, fileAt).size;
    const found = report?.funnel.discovered ?? 0;
    const form = forms.get(listing.form) ?? { tally: new Tally(listing.form), locations: 0 };
    forms.set(listing.form, form);
    form.locations += locations;
    if (found === locations) form.tally.addEqual();
    else form.tally.addDifference(undefined, () => `${name}: ${found}, not ${locations}`);
  }
  const tallies = [...forms.values()].map(({ tally }) => tally);
  const locations = [...forms.values()].map((form) => String(form.locations));
  say(
    formatTable([
      ['', ...forms.keys()],
      ['locations', ...locations],
    ]),
  );
  return tallies;
}

/**
 * @param {import('./plain-listing.mjs').PlainListing} listing those that an index names are followed
 * @param {ServedFolder['fileAt']} fileAt
 * @returns {ReadonlySet<string>}
 */
function locationsOf({ form, entries }, fileAt) {
  const locations = entries.map(({ location }) => location.trim());
  if (form !== 'index') return new Set(locations);
  const inner = locations.flatMap((location) => fileAt(location)?.listing ?? []);
  return new Set(inner.flatMap((each) => Array.from(locationsOf(each, fileAt))));
}

/**
 * Harvests sources in one run.
 * @param {readonly object[]} sources without names
 * @param {string[]} options
 * @returns {Promise<readonly (SourceReport | undefined)[]>} in the order of the sources
 */
async function harvest(sources, ...options) {
  const directory = await mkdtemp(path.join(tmpdir(), 'cdif-compare-'));
  try {
    const config = path.join(directory, 'config.yaml');
    const named = sources.map((source, index) => ({ name: `source-${index}`, ...source }));
    const http = { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } };
    // JSON is YAML, too.
    await writeFile(
      config,
      JSON.stringify({ store: { path: './catalogue' }, http, sources: named }),
    );
    const args = [cli, 'ingest', config, '--json', ...options];
    /** @type {unknown} */
    const report = JSON.parse(await outputOf(args));
    const { sources: reports } = /** @type {{ sources: readonly SourceReport[] }} */ (report);
    return named.map(({ name }) => reports.find(({ source }) => source === name));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * The report of a harvest; pages without metadata are sources that fail, which its exit code tells.
 * @param {readonly string[]} args
 * @returns {Promise<string>}
 */
async function outputOf(args) {
  try {
    return (await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 })).stdout;
  } catch (error) {
    const { code, stdout } = /** @type {{ code?: unknown, stdout?: string }} */ (error);
    if (typeof code === 'number' && stdout?.startsWith('{') === true) return stdout;
    throw error;
  }
}

import { hash } from 'node:crypto';
import { z } from 'zod';
import { latestConfiguredSources } from '../../catalogue/find-runs.ts';
import type { FoundProblem } from '../../catalogue/found-problems.ts';
import type { InterruptibleReading } from '../../catalogue/interruptible-reading.ts';
import {
  matchesProblemFilter,
  selectProblemsWithPauses,
} from '../../catalogue/selected-problems.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { UsageFault } from '../../model/fault.ts';
import { problemCatalogue, severities } from '../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../model/problem.ts';
import { problemRows } from '../../render/problem-report.ts';
import { compareTexts } from '../../text/collections.ts';
import { canonicalJson, type JsonValue, parseJson } from '../../text/json.ts';
import type { PageAnswer, PageRequest } from '../page.ts';
import { type ProblemQuery, readProblemQuery } from '../pages/problems/problem-query.tsx';
import { readInShortTurns } from '../surveys.ts';
import {
  defineEndpoint,
  jsonAnswer,
  linksOfPage,
  namedSchema,
  nextCursor,
  nextLinkHeaders,
  pageLinks,
  pageParameters,
  readListCursor,
  unknownNames,
  writeListCursor,
} from './endpoint.ts';

const path = '/api/problems';

const problem = namedSchema(
  'Problem',
  z.strictObject({
    sources: z.array(z.string()),
    severity: z.enum(severities),
    kind: z.string(),
    count: z.int().describe('more than 1 where problems of this kind were counted, not kept'),
    url: z.string(),
    record: z.string().exactOptional().describe('the IRI of the graph of the record'),
    message: z.string(),
    remedy: z.string(),
    firstSeen: z.string().exactOptional(),
    firstRun: z.string().exactOptional(),
    facts: z.looseObject({}).describe('where and what, by kind'),
  }),
  'A problem at the latest visit of a URL or record, or at the latest listing of a source.',
);

const problemList = namedSchema(
  'Problems',
  z.strictObject({
    total: z.int().describe('the number of listed problems'),
    problems: z.array(problem),
    unknown: unknownNames.describe('sources of the request that the catalogue does not have'),
    next: nextCursor,
    links: pageLinks,
  }),
);

/** The kinds of problems. */
const kinds = Object.keys(problemCatalogue) as [ProblemKind, ...ProblemKind[]]; // its keys

const parameters = {
  source: z.array(z.string()).optional().describe('only of these sources'),
  kind: z.array(z.enum(kinds)).optional().describe('only of these kinds'),
  severity: z.array(z.enum(severities)).optional().describe('only of these severities'),
  url: z.string().optional().describe('only of this URL and its records, or of a named record'),
  since: z
    .string()
    .optional()
    .describe('only problems first found since the start of a run, or since a date'),
  ...pageParameters({ least: 0, most: 1000 }),
};

/** The problems, as `problems --format jsonl` prints them. */
export const problemsEndpoint = defineEndpoint({
  path,
  summary: 'Problems of metadata and harvest',
  description:
    'Lists the problems in the order of the records and URLs that have them. Each page reads the ' +
    'problems of the whole catalogue; `/problems.csv` has all of them at once.',
  parameters,
  answers: problemList,
  answer: answerProblems,
});

/** The position of a problem in the list. */
const problemPosition = z.object({
  place: z.string().describe('the IRI of its record, or its URL'),
  identity: z.string().describe('a hash of the problem'),
});
type ProblemPosition = z.output<typeof problemPosition>;

async function answerProblems(
  request: PageRequest,
  given: { readonly limit: number; readonly after?: string | undefined },
): Promise<PageAnswer> {
  const { snapshot } = request.state;
  const query = await readProblemQuery(commasAsRepeated(request.query), snapshot);
  if (query.faults.length > 0) throw new UsageFault(query.faults.join(' '));
  const after = readListCursor(given.after, problemPosition);
  const page = await readInShortTurns(readProblemPage(snapshot, query, { ...given, after }));
  const unknown = unknownSources(snapshot, query.texts.source);
  const links = linksOfPage(request, path, page.next);
  const { total, problems, next } = page;
  return jsonAnswer(
    {
      total,
      problems: problems.map(inJson),
      ...(unknown.length > 0 && { unknown }),
      ...(next !== undefined && { next }),
      links,
    },
    nextLinkHeaders(links),
  );
}

/** The names of sources that are neither configured nor in the report of a run. */
function unknownSources(snapshot: Snapshot, asked: readonly string[]) {
  const known = latestConfiguredSources(snapshot) ?? [];
  const isReported = (name: string): boolean => {
    const [latest] = snapshot.runs().reportsOfSource(name);
    return latest !== undefined;
  };
  return asked
    .filter((name) => !known.includes(name) && !isReported(name))
    .map((name) => ({ condition: 'source', asked: name, known }) as const);
}

/** The kinds and severities each as one parameter, as the page has them. */
function commasAsRepeated(query: URLSearchParams): URLSearchParams {
  const repeated = new URLSearchParams();
  for (const [name, text] of query) {
    const isList = name === 'kind' || name === 'severity';
    for (const each of isList ? text.split(',') : [text]) repeated.append(name, each);
  }
  return repeated;
}

interface ProblemPage {
  readonly total: number;
  readonly problems: readonly FoundProblem[];
  readonly next?: string;
}

interface PageWanted {
  readonly limit: number;
  readonly after: ProblemPosition | undefined;
}

/**
 * Selects the page behind a position. The order depends on nothing but the problem, so that
 * problems which come and go move no other ones from page to page.
 */
function* readProblemPage(
  snapshot: Snapshot,
  { filter, selection }: ProblemQuery,
  { limit, after }: PageWanted,
): InterruptibleReading<ProblemPage> {
  const first = new FirstProblems(limit + 1, after);
  let total = 0;
  for (const found of selectProblemsWithPauses(snapshot, selection)) {
    yield;
    if (found === undefined || !matchesProblemFilter(found, filter)) continue;
    total += 1;
    first.add(found);
  }
  const rest = first.list();
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  const problems = page.map(({ found }) => found);
  return { total, problems, ...(last && { next: writeListCursor(last.position) }) };
}

interface PlacedProblem {
  readonly found: FoundProblem;
  readonly position: ProblemPosition;
}

/** The first problems behind a position, in memory that does not grow with their number. */
class FirstProblems {
  readonly #most: number;
  readonly #after: ProblemPosition | undefined;
  #first: PlacedProblem[] = [];

  constructor(most: number, after: ProblemPosition | undefined) {
    this.#most = most;
    this.#after = after;
  }

  add(found: FoundProblem): void {
    const place = placeOf(found);
    if (this.#after !== undefined && compareTexts(place, this.#after.place) < 0) return;
    const position = { place, identity: identityOf(found) };
    if (this.#after !== undefined && comparePositions(position, this.#after) <= 0) return;
    this.#first.push({ found, position });
    if (this.#first.length > this.#most * 2 + 1000) this.#first = this.list();
  }

  list(): PlacedProblem[] {
    return this.#first
      .toSorted((one, other) => comparePositions(one.position, other.position))
      .slice(0, this.#most);
  }
}

function comparePositions(one: ProblemPosition, other: ProblemPosition): number {
  return compareTexts(one.place, other.place) || compareTexts(one.identity, other.identity);
}

/** Longer IRIs are sorted by their beginning, and then by the hash of the problem. */
const maxPlaceLength = 1000;

function placeOf({ problem: { record, url } }: FoundProblem): string {
  return (record ?? url).slice(0, maxPlaceLength);
}

function identityOf({ problem: facts, scope }: FoundProblem): string {
  return hash('sha256', canonicalJson([scope, facts]), 'hex').slice(0, 20);
}

/** A line of `problems --format jsonl`. */
function inJson(found: FoundProblem): JsonValue | undefined {
  return parseJson(problemRows.jsonl.row(found));
}

import { chooseMetadataFormat, type OfferedFormat } from '../model/metadata-namespaces.ts';
import { oaiBaseUrl, oaiRecordUrl, oaiRecordUrls, oaiRequestUrl } from '../model/oai-urls.ts';
import type { HarvestPoint } from '../model/harvest-memory.ts';
import type { Problem } from '../model/problem.ts';
import { isFullFetchDue } from '../model/revisit.ts';
import { TextSet } from '../text/text-set.ts';
import {
  type DiscoverContext,
  type ListingItem,
  maxUrlLength,
  permitListing,
  shortenValue,
  type SourceOfKind,
} from './discoverer.ts';
import { type Granularity, parseDatestamp } from './oai-dates.ts';
import type { OaiElement } from './oai-elements.ts';
import { type OaiListed, OaiLister, type OaiListEnd } from './oai-list.ts';
import { type OaiHeader, type OaiReading, problemOf, readOaiResponse } from './oai-response.ts';

/**
 * How long before the last list a list of changes begins: many repositories list a record up to a
 * day after its datestamp, since a nightly job builds their index.
 */
const overlapMs = 86_400_000;
/** The most formats that a problem names. */
const maxOffered = 30;

type OaiSource = SourceOfKind<'oai'>;

/** What a repository says about itself (OAI-PMH 2.0, 4.2). */
interface Repository {
  readonly base: string;
  readonly metadataPrefix: string;
  readonly granularity: Granularity;
  /** Whether it lists all deletions for ever. */
  readonly keepsDeletions: boolean;
  /** In milliseconds; NaN where it is not stated. */
  readonly earliest: number;
}

/**
 * Lists the records of a repository with OAI-PMH 2.0. Each record comes with its content, and is
 * named by the request for it alone (`GetRecord`). After a complete list the next one asks for
 * changes only. Records that are known from before and have not changed are listed as unchanged:
 * all others, where the repository keeps deletions; else those that a list of all identifiers has.
 */
export async function* discoverOai(
  source: OaiSource,
  context: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const point = await context.points?.get(source.name);
  const repository = yield* openRepository(source, point, context);
  if (repository !== undefined) yield* new OaiHarvest(source, repository, context).list(point);
}

/** The lists of one repository in one run. */
class OaiHarvest {
  readonly #source: OaiSource;
  readonly #repository: Repository;
  readonly #context: DiscoverContext;
  /** The URLs that were listed, deleted ones included. */
  readonly #listed = new TextSet();
  readonly #listers: OaiLister[] = [];
  #isComplete = true;

  constructor(source: OaiSource, repository: Repository, context: DiscoverContext) {
    this.#source = source;
    this.#repository = repository;
    this.#context = context;
  }

  async *list(point: HarvestPoint | undefined): AsyncGenerator<ListingItem> {
    const from = this.#beginOfChanges(point);
    const startedAt = this.#context.now();
    let lister = this.#lister('ListRecords');
    const errors = yield* this.#listRecords(lister, from);
    let isWhole = from === undefined;
    if (errors !== undefined && !isWhole && isBadArgument(errors)) {
      // The repository refuses the date, so everything is listed.
      isWhole = true;
      lister = this.#lister('ListRecords');
      yield* this.#tell(yield* this.#listRecords(lister, undefined));
    } else yield* this.#tell(errors);
    if (!isWhole) yield* this.#listUnchanged();
    const restarts = this.#listers.reduce((sum, each) => sum + each.restarts, 0);
    if (restarts > 0) {
      const { base: url } = this.#repository;
      const problem = { kind: 'oai-list-restarted', url, restarts } as const;
      yield { kind: 'notice', problem };
    }
    if (!this.#isComplete) return;
    const since = sinceOf(lister.responseDate, startedAt);
    const wholeAt = isWhole ? startedAt.toISOString() : point?.wholeAt;
    if (since === undefined || wholeAt === undefined) return;
    const { metadataPrefix: format } = this.#repository;
    this.#context.points?.put(this.#source.name, { of: this.#settings, format, since, wholeAt });
  }

  /** What a point must be of, so that it counts. */
  get #settings(): string {
    const { name, sets = [] } = this.#source;
    const settings = this.#context.points?.settingsOf(name) ?? '';
    return JSON.stringify([this.#repository.base, sets.toSorted(), settings]);
  }

  /**
   * From when changes are listed, in milliseconds; undefined where everything is: in the first
   * harvest, with other settings, by a clock that was set back, and every month or two, since a
   * repository may miss changes.
   */
  #beginOfChanges(point: HarvestPoint | undefined): number | undefined {
    const { base, metadataPrefix, earliest } = this.#repository;
    if (point === undefined || point.of !== this.#settings) return undefined;
    if (point.format !== metadataPrefix) return undefined;
    const now = this.#context.now();
    const since = Date.parse(point.since);
    if (!(since <= now.getTime()) || isFullFetchDue(base, point.wholeAt, now)) return undefined;
    const from = since - overlapMs;
    return from <= earliest ? undefined : from;
  }

  #lister(verb: 'ListRecords' | 'ListIdentifiers'): OaiLister {
    const { base, metadataPrefix, granularity } = this.#repository;
    const reading = readingOf(this.#source, this.#context);
    const lister = new OaiLister({ base, metadataPrefix, granularity, verb }, reading);
    this.#listers.push(lister);
    return lister;
  }

  /** Lists records, set by set. @returns the errors because of which a list was refused */
  async *#listRecords(
    lister: OaiLister,
    from: number | undefined,
  ): AsyncGenerator<ListingItem, Refusal> {
    for (const set of this.#sets) {
      const end = yield* itemsOf(lister.list({ set, from }), (item) => this.#itemOf(item));
      const refusal = this.#note(end);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  get #sets(): readonly (string | undefined)[] {
    const { sets = [] } = this.#source;
    return sets.length === 0 ? [undefined] : sets;
  }

  /** Notes how a list ended. An empty list is complete. */
  #note(end: OaiListEnd): Refusal {
    if (end.kind === 'incomplete') this.#isComplete = false;
    if (end.kind !== 'refused') return undefined;
    return end.errors.every(({ code }) => code === 'noRecordsMatch') ? undefined : end.errors;
  }

  *#tell(errors: Refusal): Generator<ListingItem> {
    if (errors === undefined) return;
    this.#isComplete = false;
    for (const problem of errors) yield { kind: 'problem', problem };
  }

  #itemOf({ header, content, in: list }: Extract<OaiListed, { kind: 'record' }>): ListingItem {
    const { datestamp, isDeleted, identifier } = header;
    const url = this.#urlOf(header);
    if (url.length > maxUrlLength) return invalidIdentifier(list, identifier);
    this.#listed.add(url);
    const found = {
      by: 'oai',
      in: list,
      ...(datestamp === '' ? {} : { lastmod: datestamp }),
    } as const;
    if (isDeleted || content === undefined) return { kind: 'url', url, found, isGone: true };
    return { kind: 'url', url, found, content: { contentType: 'application/xml', body: content } };
  }

  #urlOf({ identifier }: OaiHeader): string {
    const { base, metadataPrefix } = this.#repository;
    return oaiRecordUrl(base, metadataPrefix, identifier);
  }

  /**
   * Lists the known records that a list of changes does not name. A record that leaves a set need
   * not be listed as deleted, so with sets the identifiers are listed as well.
   */
  async *#listUnchanged(): AsyncGenerator<ListingItem> {
    const { base, metadataPrefix, keepsDeletions } = this.#repository;
    const isKept = keepsDeletions && (this.#source.sets ?? []).length === 0;
    const present = isKept ? undefined : yield* this.#listIdentifiers();
    const beginning = oaiRecordUrls(base, metadataPrefix);
    const isLeftOut = (url: string): boolean =>
      !url.startsWith(beginning) || this.#listed.has(url) || present?.has(url) === false;
    for await (const known of this.#context.points?.known(isLeftOut) ?? []) {
      const own = known.listings.find(({ source }) => source === this.#source.name);
      if (own?.depth !== 0) continue;
      // It has nothing, so nothing is lost where it is not listed.
      if (known.isGone && known.records === 0) continue;
      const place = { kind: 'url', url: known.url, found: own.found } as const;
      yield known.isGone ? { ...place, isGone: true } : { ...place, isUnchanged: true };
    }
  }

  /**
   * The URLs of all records that are not deleted; undefined where they could not be listed, so that
   * the listing is incomplete.
   */
  async *#listIdentifiers(): AsyncGenerator<ListingItem, TextSet | undefined> {
    const lister = this.#lister('ListIdentifiers');
    const present = new TextSet();
    const own = (item: Extract<OaiListed, { kind: 'record' }>): undefined => {
      if (!item.header.isDeleted) present.add(this.#urlOf(item.header));
    };
    let isWhole = true;
    for (const set of this.#sets) {
      const end = yield* itemsOf(lister.list({ set }), own);
      const errors = this.#note(end);
      yield* this.#tell(errors);
      if (end.kind === 'incomplete' || errors !== undefined) isWhole = false;
    }
    return isWhole ? present : undefined;
  }
}

type Refusal = Extract<OaiListEnd, { kind: 'refused' }>['errors'] | undefined;

function isBadArgument(errors: NonNullable<Refusal>): boolean {
  return errors.some(({ code }) => code === 'badArgument');
}

/** Passes on what a list gives. @param itemOf makes an item of a record, or none */
async function* itemsOf(
  list: AsyncGenerator<OaiListed, OaiListEnd>,
  itemOf: (record: Extract<OaiListed, { kind: 'record' }>) => ListingItem | undefined,
): AsyncGenerator<ListingItem, OaiListEnd> {
  try {
    for (;;) {
      const next = await list.next();
      if (next.done === true) return next.value;
      const item = next.value.kind === 'problem' ? next.value : itemOf(next.value);
      if (item !== undefined) yield item;
    }
  } finally {
    await list.return({ kind: 'incomplete' });
  }
}

function invalidIdentifier(url: string, identifier: string): ListingItem {
  const detail = `an identifier of ${identifier.length} characters: ${shortenValue(identifier)}`;
  return {
    kind: 'problem',
    problem: { kind: 'oai-malformed', url, detail, line: 1, recordsRead: 0 },
  };
}

/**
 * Since when changes are unknown after a list: the server's date of its first response, or our own
 * where that is later, as one in the future would hide changes. Undefined where there is no date.
 */
function sinceOf(responseDate: string | undefined, startedAt: Date): string | undefined {
  const ms = parseDatestamp(responseDate ?? '');
  if (Number.isNaN(ms)) return undefined;
  return new Date(Math.min(ms, startedAt.getTime())).toISOString();
}

function readingOf(source: OaiSource, context: DiscoverContext): OaiReading {
  const { http, signal, limits } = context;
  return {
    source: source.name,
    http,
    signal,
    limits,
    permit: permitListing(source.robots, context),
  };
}

/**
 * Asks a repository what it is, and chooses the metadata format.
 * @returns undefined where it cannot be harvested, which is told
 */
async function* openRepository(
  source: OaiSource,
  point: HarvestPoint | undefined,
  context: DiscoverContext,
): AsyncGenerator<ListingItem, Repository | undefined> {
  const base = oaiBaseUrl(source.oai);
  const reading = readingOf(source, context);
  const answer = yield* readFacts(oaiRequestUrl(base, { verb: 'Identify' }), reading);
  if (answer === undefined) return undefined;
  const identity = readIdentity(answer);
  const metadataPrefix = yield* chooseFormat(source, { base, reading, point });
  if (metadataPrefix === undefined) return undefined;
  return { base, metadataPrefix, ...identity };
}

/** What a repository says of itself; where it says nothing, what loses least. */
function readIdentity(
  answer: readonly NamedElement[],
): Pick<Repository, 'granularity' | 'keepsDeletions' | 'earliest'> {
  const facts = answer.find(({ name }) => name === 'Identify')?.element.children;
  const factOf = (name: string): string => facts?.get(name)?.[0] ?? '';
  return {
    granularity: factOf('granularity').includes('T') ? 'second' : 'day',
    keepsDeletions: factOf('deletedRecord') === 'persistent',
    earliest: parseDatestamp(factOf('earliestDatestamp')),
  };
}

/**
 * The format of the source; else that of the harvest before, since another one would give all
 * records other URLs; else the best that is offered. Each repository must offer `oai_dc`, even one
 * that does not tell its formats.
 */
async function* chooseFormat(
  { metadataPrefix: wanted }: OaiSource,
  {
    base,
    reading,
    point,
  }: {
    readonly base: string;
    readonly reading: OaiReading;
    readonly point: HarvestPoint | undefined;
  },
): AsyncGenerator<ListingItem, string | undefined> {
  const url = oaiRequestUrl(base, { verb: 'ListMetadataFormats' });
  const elements = yield* readFacts(url, reading);
  if (elements === undefined) return undefined;
  const offered = elements.filter(({ name }) => name === 'metadataFormat').map(formatOf);
  if (offered.length === 0) return wanted ?? point?.format ?? 'oai_dc';
  const prefixes = offered.map(({ prefix }) => prefix);
  const before = prefixes.find((prefix) => prefix === point?.format);
  const chosen = wanted ?? before ?? chooseMetadataFormat(offered);
  if (chosen !== undefined && prefixes.includes(chosen)) return chosen;
  const facts = { url, offered: prefixes.slice(0, maxOffered) };
  const problem = { kind: 'oai-format-unavailable', ...facts } as const;
  yield {
    kind: 'problem',
    problem: wanted === undefined ? problem : { ...problem, wanted },
  };
  return undefined;
}

function formatOf({ element: { children } }: NamedElement): OfferedFormat {
  const [prefix = ''] = children.get('metadataPrefix') ?? [];
  const [namespace = ''] = children.get('metadataNamespace') ?? [];
  return { prefix, namespace };
}

interface NamedElement {
  readonly name: string;
  readonly element: OaiElement;
}

/**
 * The elements of a response without records. Errors of the protocol are no reason to give up: what
 * the repository does not say is assumed.
 * @returns undefined where the response is missing or none of OAI-PMH, which is told
 */
async function* readFacts(
  url: string,
  reading: OaiReading,
): AsyncGenerator<ListingItem, readonly NamedElement[] | undefined> {
  const elements: NamedElement[] = [];
  let problem: Problem | undefined;
  try {
    for await (const item of readOaiResponse(url, reading)) {
      if (item.kind === 'element') elements.push(item);
      else if (item.kind === 'problem') problem = item.problem;
    }
  } catch (error) {
    problem = problemOf(error);
    elements.length = 0;
  }
  if (problem === undefined || elements.length > 0) return elements;
  yield { kind: 'problem', problem };
  return undefined;
}

import type { Problem, ProblemKind, ProblemOf } from '../model/problem.ts';
import { type OaiArguments, oaiRequestUrl } from '../model/oai-urls.ts';
import { TextSet } from '../text/text-set.ts';
import { dateBounds, formatDatestamp, type Granularity, middleOf } from './oai-dates.ts';
import type { OaiElement } from './oai-elements.ts';
import { type OaiHeader, type OaiReading, problemOf, readOaiResponse } from './oai-response.ts';

/** A list is not begun again when that gave nothing new so often in a row. */
const maxVainRestarts = 3;
/** Stops a list that always breaks off, but gives something new each time. */
const maxRestarts = 1000;

/** What a list selects (OAI-PMH 2.0, 2.6). */
export interface OaiSelection {
  readonly set?: string | undefined;
  /** In milliseconds; both ends are included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** What a list gives, in its order. */
export type OaiListed =
  | {
      readonly kind: 'record';
      readonly header: OaiHeader;
      readonly content?: Uint8Array;
      /** The request that gave it. */
      readonly in: string;
    }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** An error of the protocol (OAI-PMH 2.0, 3.6). */
export type OaiError = ProblemOf<'oai-error'>;

/** How a list ended. */
export type OaiListEnd =
  | { readonly kind: 'complete' }
  /** Nothing was listed. */
  | { readonly kind: 'refused'; readonly errors: readonly [OaiError, ...OaiError[]] }
  /** Its problem is told. */
  | { readonly kind: 'incomplete' };

/** How one attempt to read a list ended. */
type AttemptEnd =
  | OaiListEnd
  /** It broke off after records with these dates, in milliseconds. */
  | { readonly kind: 'broken'; readonly problem: Problem; readonly dates: readonly number[] };

interface OaiListerOptions {
  readonly base: string;
  readonly metadataPrefix: string;
  readonly verb: 'ListRecords' | 'ListIdentifiers';
  readonly granularity: Granularity;
}

/**
 * Reads the lists of a repository page by page. A list that breaks off (an expired resumption
 * token, a page that fails) is begun again in two halves, by the datestamps of what it gave: each
 * has fewer pages, whatever the order of the list. What was listed before is not listed again.
 */
export class OaiLister {
  readonly #options: OaiListerOptions;
  readonly #reading: OaiReading;
  #granularity: Granularity;
  /** Identifiers with their datestamps. */
  readonly #listed = new TextSet();
  #listedAtRestart = -1;
  #vainRestarts = 0;
  /** How often a list was begun again. */
  restarts = 0;
  /** `responseDate` of the first response; undefined where it had none. */
  responseDate: string | undefined;
  #hasResponse = false;

  constructor(options: OaiListerOptions, reading: OaiReading) {
    this.#options = options;
    this.#reading = reading;
    this.#granularity = options.granularity;
  }

  /** Lists what is selected. @throws the signal's reason when it is aborted */
  async *list(selection: OaiSelection): AsyncGenerator<OaiListed, OaiListEnd> {
    for (;;) {
      const end = yield* this.#attempt(selection);
      if (end.kind === 'refused' && this.#mayUseDays(selection, end.errors)) {
        this.#granularity = 'day';
        continue;
      }
      if (end.kind !== 'broken') return end;
      if (!this.#mayRestart()) {
        yield { kind: 'problem', problem: end.problem };
        return { kind: 'incomplete' };
      }
      const middle = middleOf(end.dates, this.#granularity);
      if (middle === undefined) continue;
      const first = yield* this.list({ ...selection, until: middle });
      const second = yield* this.list({ ...selection, from: middle });
      return yield* joinEnds(first, second);
    }
  }

  /** A repository that states dates to the second may accept days only. */
  #mayUseDays({ from, until }: OaiSelection, errors: readonly OaiError[]): boolean {
    const hasDates = from !== undefined || until !== undefined;
    const isRefused = errors.some(({ code }) => code === 'badArgument');
    return hasDates && isRefused && this.#granularity !== 'day';
  }

  #mayRestart(): boolean {
    const { size } = this.#listed;
    this.#vainRestarts = size === this.#listedAtRestart ? this.#vainRestarts + 1 : 0;
    this.#listedAtRestart = size;
    if (this.#vainRestarts >= maxVainRestarts || this.restarts >= maxRestarts) return false;
    this.restarts += 1;
    return true;
  }

  async *#attempt(selection: OaiSelection): AsyncGenerator<OaiListed, AttemptEnd> {
    const tokens = new TextSet();
    const dates: number[] = [];
    let end: OaiListEnd = { kind: 'complete' };
    let url: string | undefined = this.#firstUrl(selection);
    for (let isFirst = true; url !== undefined; isFirst = false) {
      const page = new OaiPageEnd(url);
      const before = this.#listed.size;
      try {
        for await (const item of this.#readPage(page)) {
          if (item.kind === 'problem') end = { kind: 'incomplete' };
          else dateBounds(dates, item.header.datestamp);
          yield item;
        }
      } catch (error) {
        page.failure = problemOf(error);
      }
      const failure = page.failureOf(isFirst);
      if (failure?.kind === 'refused') return failure;
      if (failure !== undefined) return yield* this.#fail(failure.problem, isFirst, dates);
      const { token } = page;
      if (page.failure !== undefined) {
        end = { kind: 'incomplete' };
        yield { kind: 'problem', problem: page.failure };
      }
      if (token === '') return end;
      if (!tokens.add(token) && this.#listed.size === before) {
        return { kind: 'broken', problem: page.malformed('the resumption token repeats'), dates };
      }
      url = this.#nextUrl(token);
    }
    return end;
  }

  /** A first page that fails would fail again: the HTTP client has tried it several times. */
  async *#fail(
    problem: Problem,
    isFirst: boolean,
    dates: readonly number[],
  ): AsyncGenerator<OaiListed, AttemptEnd> {
    const isOver = (isFirst && dates.length === 0) || !passing.has(problem.kind);
    if (!isOver) return { kind: 'broken', problem, dates };
    yield { kind: 'problem', problem };
    return { kind: 'incomplete' };
  }

  /** The records of a page that were not listed before, and faults that cost a part of it. */
  async *#readPage(page: OaiPageEnd): AsyncGenerator<OaiListed> {
    for await (const item of readOaiResponse(page.url, this.#reading)) {
      if (item.kind === 'element') page.note(item.name, item.element);
      else if (item.kind === 'record') {
        page.records += 1;
        const { identifier, datestamp, isDeleted } = item.header;
        if (!this.#listed.add(`${identifier}\n${datestamp}\n${isDeleted}`)) continue;
        yield { ...item, in: page.url };
      } else if (item.problem.kind === 'oai-malformed' && item.problem.isWhole === true) {
        page.failure = item.problem;
      } else yield item;
    }
    if (!this.#hasResponse) this.responseDate = page.responseDate;
    this.#hasResponse = true;
  }

  #firstUrl({ set, from, until }: OaiSelection): string {
    const { base, verb, metadataPrefix } = this.#options;
    const dated = (ms: number | undefined): string | undefined =>
      ms === undefined ? undefined : formatDatestamp(ms, this.#granularity);
    const given: OaiArguments = { verb, metadataPrefix, from: dated(from), until: dated(until) };
    return oaiRequestUrl(base, { ...given, set });
  }

  /** `resumptionToken` is an exclusive argument. */
  #nextUrl(resumptionToken: string): string {
    const { base, verb } = this.#options;
    return oaiRequestUrl(base, { verb, resumptionToken });
  }
}

/** Problems that may not come again when a list is begun again. */
const passing: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'connection-failed',
  'http-status',
  'oai-error',
  'oai-malformed',
  'timed-out',
]);

/** The end of a list that was read in two halves, either of which may have no record. */
async function* joinEnds(...ends: readonly OaiListEnd[]): AsyncGenerator<OaiListed, OaiListEnd> {
  let isComplete = true;
  for (const end of ends) {
    if (end.kind === 'incomplete') isComplete = false;
    if (end.kind !== 'refused') continue;
    const others = end.errors.filter(({ code }) => code !== 'noRecordsMatch');
    for (const problem of others) yield { kind: 'problem', problem };
    if (others.length > 0) isComplete = false;
  }
  return { kind: isComplete ? 'complete' : 'incomplete' };
}

/** What a page says besides its records. */
class OaiPageEnd {
  readonly url: string;
  records = 0;
  /** Empty where the list ends. */
  token = '';
  responseDate: string | undefined;
  /** Why the page was not read to its end. */
  failure: Problem | undefined;
  readonly #errors: OaiError[] = [];

  constructor(url: string) {
    this.url = url;
  }

  note(name: string, element: OaiElement): void {
    if (name === 'resumptionToken') this.token = element.text;
    else if (name === 'responseDate') this.responseDate = element.text;
    else if (name === 'error') this.#errors.push(oaiError(this.url, element));
  }

  /** Why the list does not go on; undefined where it does, or is at its end. */
  failureOf(
    isFirst: boolean,
  ):
    | Extract<OaiListEnd, { kind: 'refused' }>
    | { readonly kind: 'failed'; readonly problem: Problem }
    | undefined {
    const [error, ...others] = this.#errors;
    if (error !== undefined && isFirst && this.records === 0) {
      return { kind: 'refused', errors: [error, ...others] };
    }
    const isEnd = error?.code === 'noRecordsMatch';
    const problem = (isEnd ? undefined : error) ?? (this.token === '' ? this.failure : undefined);
    return problem === undefined ? undefined : { kind: 'failed', problem };
  }

  malformed(detail: string): ProblemOf<'oai-malformed'> {
    const { url, records: recordsRead } = this;
    return { kind: 'oai-malformed', url, detail, line: 1, recordsRead };
  }
}

/** An element `error` as a problem. @param url of the request */
export function oaiError(url: string, { attributes, text }: OaiElement): OaiError {
  return { kind: 'oai-error', url, code: attributes['code']?.trim() ?? '', detail: text };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Target } from '../model/target.ts';
import { type ExhaustionBreaker, originOfTarget } from '../pipeline/exhaustion-breaker.ts';
import type { VisitContext, VisitEvent, Visitor, VisitRequest } from '../pipeline/visit.ts';
import type { OwnVisits } from '../pipeline/visit-distribution.ts';
import { version } from '../version.ts';
import { leaseMs, RedisHostLeases } from './host-leases.ts';
import type {
  Answer,
  Question,
  RunInRedis,
  RunSettings,
  Slice,
  SliceEnd,
  SliceName,
  WorkerMessage,
} from './messages.ts';
import {
  keepSeconds,
  queueName,
  queueOptions,
  type RedisConnections,
  redisKeys,
  troubleMs,
} from './redis.ts';
import { systemClock } from '../threads/clock.ts';
import { type MadeVisit, SliceBook } from './slice-book.ts';
import { listWorkers } from './worker-list.ts';

/** How often a coordinator shows that it is there, and how long that counts, in milliseconds. */
const beatMs = 3000;
const aliveSeconds = 20;
/** How often in a row there must be no worker before the operator is told. */
const beatsUntilTold = 3;
/** Visits that arrive within this time share a slice, in milliseconds. */
const gatherMs = 20;
/** How much of what workers sent may wait in memory to be taken, in UTF-16 code units. */
const maxCharacters = 67_108_864;
const batchesAtOnce = 32;
const pauseMs = 100;
/** How often it is looked for slices that Redis does not have, in milliseconds. */
const checkMs = 30_000;
/** How long slices may take when the time of the run is over, in milliseconds. */
const lastSliceMs = 40_000;
/** How long Redis may take to forget a run, in milliseconds. */
const closingMs = 3000;

/** What a coordinator is given. */
export interface CoordinatorOptions {
  /** Unique among all runs that use the same Redis. */
  readonly run: string;
  readonly settings: RunSettings;
  /** Until when the run may send requests, by `Date.now()`. */
  readonly endsAt?: number | undefined;
  /** Answers what workers ask. */
  readonly answer: (question: Question) => Promise<Omit<Answer, 'number'>>;
  /** Told at the end of each slice. */
  readonly onSliceEnd: (worker: string, end: SliceEnd) => void;
  /** Gets what ends the run. */
  readonly onFault: (error: unknown) => void;
  /** Told what the operator may want to know. */
  readonly tell: (text: string) => void;
}

/**
 * Hands the visits of a run out to workers, and takes what they give. Redis holds only what is
 * under way: where it loses its data, the visits without result are handed out again.
 */
export class Coordinator {
  /** The hosts that the coordinator itself requests, for listings. */
  readonly leases: RedisHostLeases;
  readonly #options: CoordinatorOptions;
  readonly #connections: RedisConnections;
  readonly #redis: Redis;
  readonly #reader: Redis;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #book: SliceBook;
  readonly #beat: NodeJS.Timeout;
  readonly #check: NodeJS.Timeout;
  /** The latest entry of the stream whose messages were taken. */
  #takenId = '0-0';
  #gathering: NodeJS.Timeout | undefined;
  #isKnown = false;
  /** How often in a row there was no worker. */
  #beatsWithout = 0;
  /** Whether the operator was told of that. */
  #isMissingTold = false;
  #isEnding = false;
  /** Whether the time of the run is over. */
  #isOutOfTime = false;
  /** Aborted by `close`. */
  readonly #ending = new AbortController();
  /** Its abort ends what is handed out; all visits of the run have the same one. */
  #cut: AbortSignal | undefined;

  constructor(connections: RedisConnections, options: CoordinatorOptions) {
    const { redis, open } = connections;
    const { run, settings, endsAt } = options;
    this.#options = options;
    this.#connections = connections;
    this.#redis = redis;
    this.#reader = open();
    this.#book = new SliceBook(settings.http.perHost.connections);
    this.leases = new RedisHostLeases(connections, { holder: `coordinator-${run}`, run });
    this.#queue = new Queue(queueName, { connection: redis, ...queueOptions });
    this.#queue.on('error', connections.note);
    this.#events = new QueueEvents(queueName, { connection: redis, ...queueOptions });
    this.#events.on('error', connections.note);
    this.#events.on('stalled', ({ jobId: id }) => this.#workerGone(id));
    this.#events.on('failed', ({ jobId: id }) => void this.#jobEnded(id));
    this.#events.on('completed', ({ jobId: id }) => void this.#jobEnded(id));
    redis.on('ready', () => {
      if (this.#isKnown) void this.#checkLater();
    });
    this.#check = setInterval(() => void this.#checkLater(), checkMs);
    if (endsAt !== undefined) {
      const cancel = systemClock.after(Math.max(0, endsAt - Date.now()), () => this.#runOut());
      this.#ending.signal.addEventListener('abort', cancel);
    }
    void this.#showLife();
    this.#beat = setInterval(() => void this.#showLife(), beatMs);
    void this.#readMessages().catch((error: unknown) => this.#fail(error));
  }

  /** Makes visits by workers, apart from those that need no request. */
  visitor({ isAtHand, visit, breaker }: OwnVisits): Visitor {
    const isOwn = async (target: Target): Promise<boolean> =>
      target.isGone === true ||
      breaker.refusal(originOfTarget(target)) !== undefined ||
      (await isAtHand(target));
    return (request, context) => this.#visit(request, context, { isOwn, visit, breaker });
  }

  async *#visit(
    request: VisitRequest,
    context: VisitContext,
    { isOwn, visit, breaker }: VisitorParts,
  ): AsyncGenerator<VisitEvent> {
    const { target } = request;
    const made = (await isOwn(target)) ? 'own' : await this.#handOver(request, context);
    // Hosts refuse all requests when the time of the run is over.
    if (made === 'own' || (made === undefined && this.#isOutOfTime)) {
      yield* visit(request, context);
    } else if (made === undefined) yield { kind: 'left' };
    else {
      if (made.worker !== undefined) yield { kind: 'made', worker: made.worker };
      for await (const event of made.transcript.events()) {
        if (event.kind === 'worked') countExhaustion(event, target, breaker);
        yield event;
      }
    }
  }

  /** Hands out a visit. @returns what was made of it; undefined where it was not made */
  async #handOver(request: VisitRequest, { signal }: VisitContext): Promise<MadeVisit | undefined> {
    if (signal.aborted) return undefined;
    if (this.#cut === undefined) {
      this.#cut = signal;
      signal.addEventListener('abort', () => this.#book.cut(), { once: true });
    }
    const added = this.#book.add(new URL(request.target.url).host, request);
    this.#handOutSoon();
    return added;
  }

  /** The time of the run is over: what waits is refused here, as hosts do. */
  #runOut(): void {
    this.#isOutOfTime = true;
    this.#book.stop();
    const later = setTimeout(() => this.#book.cut(), lastSliceMs);
    this.#ending.signal.addEventListener('abort', () => clearTimeout(later));
    void this.#dropUnbegun().catch(this.#connections.note);
  }

  /** Hands out nothing more; workers finish the visits that they are at. */
  stop(): void {
    this.#isEnding = true;
    this.#book.stop();
    void this.#showLife();
  }

  /** Ends the run by a fault: nothing that is handed out is waited for. */
  #fail(error: unknown): void {
    // What fails when all is cut off is no fault.
    if (this.#cut?.aborted === true || this.#isClosed) return;
    this.#book.cut();
    this.#options.onFault(error);
  }

  /** Removes all of the run from Redis, if that is within reach; workers drop what they are at. */
  async close(): Promise<void> {
    const left = this.#book.out();
    this.#ending.abort();
    clearInterval(this.#beat);
    clearInterval(this.#check);
    clearTimeout(this.#gathering);
    this.#book.cut();
    const { run } = this.#options;
    const forget = async (): Promise<void> => {
      await this.leases.close();
      await this.#redis
        .multi()
        .del(redisKeys.run(run), redisKeys.clocks(run), redisKeys.fences(run))
        .del(redisKeys.results(run))
        .srem(redisKeys.runs, run)
        .exec();
      await Promise.all(left.map(async (slice) => this.#queue.remove(jobId(run, slice.number))));
    };
    const closing = [forget().finally(() => void this.#queue.close()), this.#events.close()];
    const enough = sleep(closingMs, undefined, { ref: false });
    await Promise.race([Promise.allSettled(closing), enough]);
  }

  /** Waits for no slice that no worker has begun. */
  async #dropUnbegun(): Promise<void> {
    for (const slice of this.#book.out()) {
      const id = jobId(this.#options.run, slice.number);
      if ((await this.#queue.getJobState(id)) === 'active') continue;
      this.#book.lost(slice, false);
      await this.#queue.remove(id);
    }
  }

  get #isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  #handOutSoon(): void {
    if (this.#gathering !== undefined || this.#isClosed || !this.#book.hasReady) return;
    this.#gathering = setTimeout(() => {
      void this.#handOut().finally(() => {
        this.#gathering = undefined;
        this.#handOutSoon();
      });
    }, gatherMs);
  }

  async #handOut(): Promise<void> {
    const { run } = this.#options;
    const formed = this.#book.form();
    if (formed.length === 0) return;
    const jobs = formed.map(({ delayMs, ...slice }) => ({
      name: slice.host,
      data: { run, ...slice } satisfies Slice,
      opts: {
        jobId: jobId(run, slice.number),
        delay: this.#withinRun(delayMs),
        removeOnComplete: true,
        removeOnFail: true,
      },
    }));
    try {
      const numbers = formed.flatMap(({ host, number }) => [host, number]);
      const fences = redisKeys.fences(run);
      // In turn, since errors of a command in a transaction are not thrown.
      await this.#redis.hset(fences, ...numbers);
      await this.#redis.expire(fences, keepSeconds);
      await this.#queue.addBulk(jobs);
    } catch (error) {
      this.#connections.note(error);
      for (const slice of formed) this.#book.lost(slice, false);
      await sleep(troubleMs);
    }
  }

  /** No job waits beyond the end of the run. */
  #withinRun(delayMs: number): number {
    const { endsAt } = this.#options;
    return endsAt === undefined ? delayMs : Math.min(delayMs, Math.max(0, endsAt - Date.now()));
  }

  /** Shows that the run is under way, with its settings. */
  async #showLife(): Promise<void> {
    if (this.#connections.isOut()) return;
    const { run, settings, endsAt } = this.#options;
    const { visits, refused } = this.#book;
    const shown: RunInRedis = {
      ...settings,
      ...(endsAt === undefined ? {} : { endsInMs: Math.max(0, endsAt - Date.now()) }),
      isEnding: this.#isEnding,
      visits,
      refused,
    };
    try {
      const key = redisKeys.run(run);
      const before = await this.#redis.set(key, JSON.stringify(shown), 'EX', aliveSeconds, 'GET');
      await this.#redis
        .multi()
        .sadd(redisKeys.runs, run)
        .expire(redisKeys.fences(run), keepSeconds)
        .exec();
      await this.#lookForWorkers();
      // Redis lost its data, or the key expired while this process was stopped.
      if (before === null && this.#isKnown) await this.#loseAll();
      this.#isKnown = true;
    } catch (error) {
      this.#connections.note(error);
    }
  }

  /** Tells when there are visits and no worker makes them. */
  async #lookForWorkers(): Promise<void> {
    const workers = await listWorkers(this.#redis);
    const { run } = this.#options;
    const isMissing = !workers.some((worker) => {
      return worker.version === version && !worker.isLeaving && !worker.cannotServe.includes(run);
    });
    this.#beatsWithout = isMissing ? this.#beatsWithout + 1 : 0;
    if (!isMissing) this.#isMissingTold = false;
    const isNews = this.#beatsWithout >= beatsUntilTold && !this.#isMissingTold;
    if (!isNews || this.#book.out().length === 0) return;
    this.#isMissingTold = true;
    const others = workers.filter((worker) => worker.version !== version);
    const kind =
      workers.length === 0
        ? 'no worker is there'
        : others.length === workers.length
          ? `no worker is of version ${version}`
          : 'no worker has what the sources need, as the workers tell';
    this.#options.tell(`${kind}: the harvest waits for cdif-graph worker --redis …`);
  }

  /** Hands all slices out again after one lease: then no lease from before the loss holds. */
  async #loseAll(): Promise<void> {
    const out = this.#book.out();
    await sleep(leaseMs, undefined, { ref: false });
    for (const slice of out) this.#lose(slice, false);
  }

  /** Looks for slices that Redis lost, or of which no event told that they ended. */
  async #checkLater(): Promise<void> {
    const out = this.#book.out();
    await sleep(leaseMs, undefined, { ref: false });
    if (this.#isClosed || this.#connections.isOut()) return;
    try {
      const ids = new Set(await this.#queue.getRanges(['active', 'waiting', 'delayed'], 0, -1));
      const missing = out.filter((slice) => !ids.has(jobId(this.#options.run, slice.number)));
      await this.#loseUnlessTold(missing);
    } catch (error) {
      this.#connections.note(error);
    }
  }

  /** The slice of a job, where it is one of this run. */
  #sliceOf(id: string): SliceName | undefined {
    const start = jobId(this.#options.run, '');
    return id.startsWith(start) ? this.#book.find(Number(id.slice(start.length))) : undefined;
  }

  /** The worker of a job did not renew it. */
  #workerGone(id: string): void {
    const slice = this.#sliceOf(id);
    if (slice !== undefined) this.#lose(slice, true);
  }

  async #jobEnded(id: string): Promise<void> {
    const slice = this.#sliceOf(id);
    if (slice === undefined) return;
    await this.#loseUnlessTold([slice]).catch(this.#connections.note);
  }

  /** Slices have ended, which messages that are already there tell unless something went wrong. */
  async #loseUnlessTold(slices: readonly SliceName[]): Promise<void> {
    const key = redisKeys.results(this.#options.run);
    const latest = String(await this.#redis.eval(latestIdScript, 1, key));
    const isUnread = async (): Promise<boolean> =>
      isBefore(this.#takenId, latest) && (await this.#redis.xlen(key)) > 0;
    while (!this.#isClosed && (await isUnread())) {
      await sleep(troubleMs, undefined, { ref: false });
    }
    for (const slice of slices) this.#lose(slice, false);
  }

  #lose(slice: SliceName, isWorkerGone: boolean): void {
    this.#book.lost(slice, isWorkerGone);
    this.#handOutSoon();
  }

  /** Takes what workers send, as long as there is room for it. */
  async #readMessages(): Promise<void> {
    const key = redisKeys.results(this.#options.run);
    while (!this.#isClosed) {
      if (this.#book.wholeCharacters > maxCharacters) {
        await sleep(pauseMs);
        continue;
      }
      const entries = await this.#readEntries(key);
      for (const [, fields] of entries) {
        for (let at = 0; at + 1 < fields.length; at += 2) {
          const message = JSON.parse(fields[at] ?? '') as WorkerMessage; // as the worker wrote it
          await this.#takeMessage(message, fields[at + 1] ?? '');
        }
      }
      const ids = entries.map(([id]) => id);
      this.#takenId = ids.at(-1) ?? this.#takenId;
      // Entries that are read twice have no effect.
      if (ids.length > 0) await this.#redis.xdel(key, ...ids).catch(this.#connections.note);
      // What comes meanwhile shares a read, and mostly a commit.
      await sleep(pauseMs);
    }
  }

  async #readEntries(key: string): Promise<readonly StreamEntry[]> {
    try {
      const count = ['COUNT', batchesAtOnce] as const;
      const read = await this.#reader.xread(...count, 'BLOCK', 1000, 'STREAMS', key, '0');
      return read?.[0]?.[1] ?? [];
    } catch {
      if (!this.#isClosed) await sleep(troubleMs);
      return [];
    }
  }

  /** @param json the events that belong to the message */
  async #takeMessage(message: WorkerMessage, json: string): Promise<void> {
    if (message.kind === 'question') {
      void this.#answer(message).catch((error: unknown) => this.#fail(error));
    } else if (message.kind === 'ended') {
      if (this.#book.ended(message, message)) this.#options.onSliceEnd(message.worker, message);
      this.#handOutSoon();
    } else {
      const isNext = await this.#book.take(message, message.worker, message.part, json);
      if (!isNext) this.#lose(message, false);
    }
  }

  async #answer({
    worker,
    number,
    question,
  }: Extract<WorkerMessage, { readonly kind: 'question' }>): Promise<void> {
    const answer: Answer = { number, ...(await this.#options.answer(question)) };
    const key = redisKeys.answers(worker);
    await this.#redis
      .multi()
      .rpush(key, JSON.stringify(answer))
      .expire(key, aliveSeconds)
      .exec()
      // The worker asks again.
      .catch(this.#connections.note);
  }
}

/** How a coordinator makes visits. */
interface VisitorParts extends Pick<OwnVisits, 'breaker' | 'visit'> {
  /** Whether it makes a visit itself. */
  readonly isOwn: (target: Target) => Promise<boolean>;
}

/** Id, and messages, each followed by the events that belong to it. */
type StreamEntry = readonly [string, readonly string[]];

/** @param number that of the slice; empty for how all of the run begin */
function jobId(run: string, number: number | ''): string {
  return `${run}-${number}`;
}

/** The id of the latest entry of a stream, without what it holds. */
const latestIdScript = `#!lua flags=allow-oom
local entries = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
return entries[1] and entries[1][1] or '0-0'
`;

/** Whether an entry of a stream comes before another one, by their ids. */
function isBefore(one: string, other: string): boolean {
  const [[ms = 0, number = 0] = [], [otherMs = 0, otherNumber = 0] = []] = [one, other].map((id) =>
    id.split('-').map(Number),
  );
  return ms < otherMs || (ms === otherMs && number < otherNumber);
}

/** Counts, for the breaker of the run, a document that exhausted the thread of a worker, or not. */
function countExhaustion(
  { exhaustion }: Extract<VisitEvent, { readonly kind: 'worked' }>,
  target: Target,
  breaker: ExhaustionBreaker,
): void {
  if (exhaustion === undefined) breaker.succeeded(originOfTarget(target));
  else breaker.exhausted(originOfTarget(target), exhaustion);
}

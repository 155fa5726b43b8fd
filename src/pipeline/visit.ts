import type {
  FetchRequest,
  HttpStep,
  RequestCost,
  Response,
  ResponseSignature,
  Retrieval,
  RobotsDecision,
} from '../model/http.ts';
import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Exhaustion, Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput } from '../model/record.ts';
import type { Target, TargetLabel } from '../model/target.ts';
import { type ExhaustionBreaker, originOfTarget } from './exhaustion-breaker.ts';
import type { ExtractionOptions } from './extraction-options.ts';
import { runStage } from './run-stage.ts';
import { isUnreadable, listedAsDeletedProblem, offersNothing } from './problem-classes.ts';
import { type RunMeter, timeItems } from './report/run-meter.ts';

/** A visit to be made, as plain data: it can be made in another process. */
export interface VisitRequest {
  /** With all hints that are known by now. */
  readonly target: Target;
  readonly options: ExtractionOptions;
  /** The source whose credentials the requests show. */
  readonly credentialsOf?: string | undefined;
  /** The answers of the visit before: where they come again, nothing is read. */
  readonly known?: KnownAnswers | undefined;
}

/** The answers by which an unchanged URL is recognised. */
export interface KnownAnswers {
  readonly answer?: ResponseSignature | undefined;
  /** The answer to content negotiation, where the metadata came by it. */
  readonly negotiated?: ResponseSignature | undefined;
  /** Whether the whole content is compared, since a validator alone is not trusted. */
  readonly wantsWhole?: true;
}

/** What a visit gives, in its order. Plain data, as the request. */
export type VisitEvent =
  /** Another machine made the visit. It is the first event. */
  | { readonly kind: 'made'; readonly worker: string }
  /** The run ended before the visit was made. It is the only event. */
  | { readonly kind: 'left' }
  /** A request was made. */
  | { readonly kind: 'requested'; readonly step: HttpStep; readonly cost: RequestCost }
  /** Why robots.txt allows the target. */
  | { readonly kind: 'allowed'; readonly decision: RobotsDecision }
  /** By what a response is recognised when it comes again. */
  | {
      readonly kind: 'signature';
      readonly of: 'answer' | 'negotiated';
      readonly signature: ResponseSignature;
    }
  /** The outcome of the fetch stage; the response itself stays where the visit is made. */
  | { readonly kind: 'fetched'; readonly outcome: Outcome<undefined> }
  /** A response was fetched, which is read now. */
  | { readonly kind: 'answered'; readonly answer: VisitAnswer }
  | { readonly kind: 'derived'; readonly outcome: Outcome<DerivationOutput> }
  /**
   * How long the records of a response took to be derived, waiting for a thread included; and
   * whether a part of it was given up.
   */
  | {
      readonly kind: 'worked';
      readonly ms: number;
      readonly exhaustion?: Exhaustion['kind'] | undefined;
    }
  /** The first answer gave nothing usable; the second one is that to content negotiation. */
  | { readonly kind: 'unusable'; readonly first: UnusableAnswer; readonly second?: AttemptResult }
  /** Nothing changed since the visit before. It is the last event. */
  | { readonly kind: 'unchanged'; readonly reason: UnchangedVisitReason };

/** Why a visit gave nothing: the same content came, or a server said that nothing changed. */
export type UnchangedVisitReason = 'same-content' | 'not-modified';

/** A response that was read, without its content. */
export interface VisitAnswer {
  readonly retrieval: Retrieval;
  readonly isNegotiated: boolean;
  /** The labels of the target by which it was read. */
  readonly labels: readonly TargetLabel[];
}

/** A response without usable metadata, of which nothing was taken yet. */
export interface UnreadableAnswer extends VisitAnswer {
  readonly outcomes: readonly Outcome<DerivationOutput>[];
}

type UnusableAnswer =
  /** The response offers no metadata; the outcome is not noted yet. */
  | { readonly kind: 'nothing'; readonly outcome: Outcome<never> }
  /** All metadata of the response is unreadable; nothing is noted yet. */
  | { readonly kind: 'unreadable'; readonly answer: UnreadableAnswer };

/** How one request for a target ended. */
export type AttemptResult =
  | UnusableAnswer
  /** It gave a response or failed, as its events say. */
  | { readonly kind: 'noted' }
  /** Nothing changed: the same content came, or status 304 without content. */
  | { readonly kind: 'as-before'; readonly hasContent: boolean };

/**
 * Makes a visit: requests a target, and derives records from what it gives. Decides nothing that
 * depends on the catalogue or on other URLs.
 * @throws {Fault} as the stages do; after an abort the events just end
 */
export type Visitor = (request: VisitRequest, context: VisitContext) => AsyncIterable<VisitEvent>;

/** What a visitor gets besides the request. */
export interface VisitContext extends Pick<StageContext, 'now' | 'signal'> {
  /** Adds the hints that have come since the request, where that is possible. */
  readonly complete?: ((target: Target) => Target) | undefined;
}

/** The parts of a visitor. */
export interface VisitorParts {
  readonly fetch: Stage<FetchRequest, Response>;
  /** Extract and expand in one, here or in another thread. */
  readonly derive: Stage<Response, DerivationOutput>;
  /** Gives up sources whose documents exhaust the threads. By default none is given up. */
  readonly breaker?: Pick<ExhaustionBreaker, 'refusal'> | undefined;
  /** Measures the phases of the run. */
  readonly meter: RunMeter;
}

/** A visit in progress. */
interface Visit extends VisitorParts {
  readonly request: VisitRequest;
  readonly context: VisitContext;
}

/** Creates a visitor that makes its visits in this process. */
export function createVisitor(parts: VisitorParts): Visitor {
  return (request, context) => makeVisit({ ...parts, request, context });
}

async function* makeVisit(visit: Visit): AsyncGenerator<VisitEvent, void> {
  const { known } = visit.request;
  if (known !== undefined) {
    const answer = known.answer && condition(known.answer, known);
    const first = yield* attempt({ known: answer }, visit);
    if (first.kind !== 'as-before') {
      yield* negotiate(first, visit);
      return;
    }
    const reason = yield* compareNegotiated(first.hasContent, known, visit);
    if (reason !== undefined) {
      yield { kind: 'unchanged', reason };
      return;
    }
  }
  yield* negotiate(yield* attempt({}, visit), visit);
}

/**
 * The page offers as little as before; where its metadata came by content negotiation, that answer
 * is compared as well.
 * @param hasContent whether the content of the page came again
 * @returns undefined where the answer is another one
 */
async function* compareNegotiated(
  hasContent: boolean,
  known: KnownAnswers,
  visit: Visit,
): AsyncGenerator<VisitEvent, UnchangedVisitReason | undefined> {
  if (known.negotiated === undefined) return hasContent ? 'same-content' : 'not-modified';
  const request = { known: condition(known.negotiated, known), negotiates: true } as const;
  const second = yield* attempt(request, visit, 'compare');
  if (second.kind !== 'as-before') return undefined;
  return hasContent && second.hasContent ? 'same-content' : 'not-modified';
}

/** A known answer, without its validators where the whole content is to be compared. */
function condition(key: ResponseSignature, { wantsWhole }: KnownAnswers): ResponseSignature {
  const { etag: _, lastModified: __, ...whole } = key;
  return wantsWhole === true ? whole : key;
}

/**
 * A target that offers nothing, or a page with nothing but unreadable metadata, is requested once
 * more, for metadata alone (content negotiation, RFC 9110, 12.1).
 */
async function* negotiate(first: AttemptResult, visit: Visit): AsyncGenerator<VisitEvent, void> {
  if (first.kind !== 'nothing' && first.kind !== 'unreadable') return;
  const { target, options } = visit.request;
  const isRequested = target.file === undefined && target.content === undefined;
  const mayNegotiate = isRequested && target.isList !== true && options.negotiates;
  if (!mayNegotiate) yield { kind: 'unusable', first };
  else yield { kind: 'unusable', first, second: yield* attempt({ negotiates: true }, visit) };
}

/** How a target is requested: against a known answer, or for metadata alone. */
type FetchAttempt = Pick<FetchRequest, 'known' | 'negotiates'>;

/**
 * Fetches a target, and derives records from the response.
 * @param purpose `compare` compares the response with the known one, and gives nothing of it
 */
async function* attempt(
  given: FetchAttempt,
  visit: Visit,
  purpose: 'take' | 'compare' = 'take',
): AsyncGenerator<VisitEvent, AttemptResult> {
  const { target } = visit.request;
  const isNegotiation = given.negotiates === true;
  const problem = isNegotiation ? undefined : reasonNotToFetch(visit);
  if (problem !== undefined) {
    yield { kind: 'fetched', outcome: { kind: 'failed', problem } };
    return { kind: 'noted' };
  }
  const told = new FetchEvents(isNegotiation ? 'negotiated' : 'answer', purpose);
  const request = { ...fetchRequest(given, visit.request), ...told.listeners };
  let result: AttemptResult = { kind: 'noted' };
  for await (const fetched of runStage(visit.fetch, request, target.url, visit.context)) {
    if (fetched.kind === 'skipped' && fetched.reason === 'not-modified') {
      yield* told.take(true);
      return { kind: 'as-before', hasContent: told.hasContent };
    }
    yield* told.take();
    if (purpose === 'compare') return result;
    // The first outcome counts where the server has no metadata alone either.
    if (fetched.kind === 'failed' && isNegotiation) return { kind: 'nothing', outcome: fetched };
    yield { kind: 'fetched', outcome: withoutValue(fetched) };
    if (fetched.kind === 'produced') {
      result = yield* deriveRecords(fetched.value, isNegotiation, visit);
    }
  }
  yield* told.take();
  return result;
}

function withoutValue(outcome: Outcome<unknown>): Outcome<undefined> {
  return outcome.kind === 'produced' ? { ...outcome, value: undefined } : outcome;
}

/** Why a target is not even requested: it was deleted, or its source or host was given up. */
function reasonNotToFetch({ request: { target }, breaker }: Visit): Problem | undefined {
  if (target.isGone === true) return listedAsDeletedProblem(target);
  return breaker?.refusal(originOfTarget(target));
}

function fetchRequest(
  given: FetchAttempt,
  { target, credentialsOf, options }: VisitRequest,
): FetchRequest {
  const { fallbacks, places, missingContext, validation } = options;
  return {
    ...given,
    credentialsOf,
    target: {
      ...target,
      ...(given.negotiates !== true && fallbacks.length > 0 ? { fallbacks } : {}),
      ...(Object.keys(places).length > 0 ? { placeReading: places } : {}),
      ...(missingContext === undefined ? {} : { missingContext }),
      ...(validation === undefined ? {} : { validation }),
    },
  };
}

/** Collects what the fetch stage tells between its outcomes. */
class FetchEvents {
  /** Whether content came, and not only status 304. */
  hasContent = true;
  readonly listeners: Pick<FetchRequest, 'onAllowed' | 'onAnswer' | 'onNotModified' | 'onStep'>;
  #events: VisitEvent[] = [];
  #signature: VisitEvent | undefined;

  constructor(of: 'answer' | 'negotiated', purpose: 'take' | 'compare') {
    this.listeners = {
      onStep: (step, cost) => void this.#events.push({ kind: 'requested', step, cost }),
      onAllowed: (decision) => void this.#events.push({ kind: 'allowed', decision }),
      onAnswer: (signature) => {
        const event = { kind: 'signature', of, signature } as const;
        // An answer that is only compared counts where it is as before.
        if (purpose === 'take') this.#events.push(event);
        else this.#signature = event;
      },
      onNotModified: () => {
        this.hasContent = false;
      },
    };
  }

  /** The events since the last call. @param isAsBefore whether the answer is the known one */
  take(isAsBefore = false): readonly VisitEvent[] {
    const events = this.#events;
    this.#events = [];
    return isAsBefore && this.#signature !== undefined ? [...events, this.#signature] : events;
  }
}

async function* deriveRecords(
  fetched: Response,
  isNegotiated: boolean,
  visit: Visit,
): AsyncGenerator<VisitEvent, AttemptResult> {
  const { complete = (given: Target) => given } = visit.context;
  const response = { ...fetched, target: complete(fetched.target) };
  const { target, retrieval, contentType } = response;
  const answer = { retrieval, isNegotiated, labels: target.labels ?? [] };
  yield { kind: 'answered', answer };
  const isPage = isPageType(parseMediaType(contentType).essence);
  // Held until something usable comes: a page without may be better when it is negotiated.
  const held = new HeldOutcomes(!isPage && !isNegotiated);
  let result: AttemptResult = { kind: 'noted' };
  let ms = 0;
  let exhaustion: Exhaustion['kind'] | undefined;
  for await (const outcome of deriveTimed(response, visit, (spent) => (ms += spent))) {
    exhaustion = exhaustionOf(outcome) ?? exhaustion;
    if (offersNothing(outcome)) result = { kind: 'nothing', outcome };
    else for (const each of held.add(outcome)) yield { kind: 'derived', outcome: each };
  }
  yield { kind: 'worked', ms, exhaustion };
  const outcomes = held.take();
  if (outcomes.some((outcome) => isUnreadable(outcome))) {
    return { kind: 'unreadable', answer: { ...answer, outcomes } };
  }
  for (const outcome of outcomes) yield { kind: 'derived', outcome };
  return result;
}

/** Derives records from a response. @param spend gets the milliseconds of waiting for them */
function deriveTimed(
  response: Response,
  { derive, meter, context }: Visit,
  spend: (ms: number) => void,
): AsyncIterable<Outcome<DerivationOutput>> {
  return timeItems(runStage(derive, response, response.target.url, context), () => {
    const stop = meter.phases.begin('deriving');
    return () => spend(stop());
  });
}

function exhaustionOf(outcome: Outcome<unknown>): Exhaustion['kind'] | undefined {
  const kind = outcome.kind === 'failed' ? outcome.problem.kind : undefined;
  return kind === 'record-timed-out' || kind === 'record-out-of-memory' ? kind : undefined;
}

/** Outcomes that are held back until a usable one comes. */
class HeldOutcomes {
  #held: Outcome<DerivationOutput>[] = [];
  #isOpen: boolean;

  /** @param isOpen whether nothing is held back */
  constructor(isOpen: boolean) {
    this.#isOpen = isOpen;
  }

  /** Takes an outcome. @returns those that go on now */
  add(outcome: Outcome<DerivationOutput>): readonly Outcome<DerivationOutput>[] {
    this.#held.push(outcome);
    this.#isOpen ||= isUsable(outcome);
    return this.#isOpen ? this.take() : [];
  }

  /** Takes out those that are held. */
  take(): readonly Outcome<DerivationOutput>[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

/** Whether an outcome gives a record or leads to some, or is a failure of another kind. */
function isUsable(outcome: Outcome<DerivationOutput>): boolean {
  if (outcome.kind === 'failed') return !isUnreadable(outcome);
  if (outcome.kind !== 'produced') return false;
  return outcome.value.kind === 'graph' || outcome.value.kind === 'link';
}

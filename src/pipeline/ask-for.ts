import type { Ask } from '../model/ask.ts';
import type { Signposts } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Derived, RecordGraph } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage } from '../model/stage.ts';
import type { Target } from '../model/target.ts';
import { isEmptyHanded } from './asking.ts';
import type { Carrying } from './carrying.ts';
import { follow } from './follow.ts';
import { originOf } from './derive-inputs.ts';
import { secondRecord } from './given-graphs.ts';
import { runStage } from './join.ts';
import { loadUpdate } from './load-update.ts';
import { refusalOf } from './problem-roles.ts';
import { spend, timed } from './timed.ts';
import { isWantedByAny } from './wanted-types.ts';

/** What came of asking for a target. */
export type Asked =
  /** It gave something, or could not be had. */
  | { readonly kind: 'looked' }
  /** It offers nothing, which is not noted yet. */
  | { readonly kind: 'nothing'; readonly outcome: Outcome<never> }
  /** It is what is known: what came is the same, or its server says so and did not send it. */
  | { readonly kind: 'as-before'; readonly came: boolean };

/**
 * Asks for the target, and takes what that gives.
 * @param purpose whether only to see if it is what is known; then nothing is taken
 */
export async function askFor(
  how: Pick<Ask, 'known' | 'negotiates'>,
  carrying: Carrying,
  purpose: 'take' | 'compare' = 'take',
): Promise<Asked> {
  let came = true;
  const onNotModified = (): void => {
    came = false;
  };
  const ask = { ...askOf(how, carrying), onNotModified };
  let asked: Asked = { kind: 'looked' };
  // A second question belongs to the first one.
  const refused = how.negotiates === true ? undefined : refusalFor(carrying);
  if (refused !== undefined) {
    carrying.tally.note('fetch', refused);
    return asked;
  }
  for await (const fetched of outcomesOf(carrying.running.stages.fetch, ask, carrying)) {
    if (fetched.kind === 'skipped' && fetched.reason === 'not-modified') {
      return { kind: 'as-before', came };
    }
    if (purpose === 'compare') return asked;
    // That nobody has what was asked for in the second place is no news.
    if (fetched.kind === 'failed' && how.negotiates === true) {
      return { kind: 'nothing', outcome: fetched };
    }
    carrying.tally.note('fetch', fetched);
    if (fetched.kind === 'produced') asked = await takeResponse(fetched.value, ask, carrying);
  }
  return asked;
}

/** Where the source was given up, or the host. */
function refusalFor({ target, running }: Carrying): Outcome<never> | undefined {
  const problem = running.breaker?.refusal(originOf(target));
  return problem && { kind: 'failed', problem };
}

function askOf(how: Pick<Ask, 'known' | 'negotiates'>, carrying: Carrying): Ask {
  const { target, credentialsOf, tally, answers } = carrying;
  const { fallbacks, places, missingContext } = carrying.reading;
  const isFirst = how.negotiates !== true;
  return {
    ...how,
    credentialsOf,
    target: {
      ...target,
      ...(isFirst && fallbacks.length > 0 ? { fallbacks } : {}),
      ...(Object.keys(places).length > 0 ? { placeReading: places } : {}),
      ...(missingContext === undefined ? {} : { missingContext }),
    },
    onStep: (step, cost) => tally.asked(step, cost),
    onAllowed: (leave) => tally.allowed(leave),
    onAnswer: (answer) => {
      answers[isFirst ? 'answer' : 'negotiated'] = answer;
    },
  };
}

async function takeResponse(
  fetched: Response,
  { negotiates }: Pick<Ask, 'negotiates'>,
  carrying: Carrying,
): Promise<Asked> {
  const { target, tally, look, running } = carrying;
  // More may have been said of it meanwhile.
  const response = { ...fetched, target: running.mentions.complete(fetched.target) };
  tally.fetched(response.retrieval);
  look.retrieved({ ...response.retrieval, ...(negotiates && { negotiated: true }) });
  let asked: Asked = { kind: 'looked' };
  const outcomes = outcomesOf(running.stages.derive, response, carrying);
  for await (const derived of timed(outcomes, () => spend('deriving', carrying))) {
    if (isEmptyHanded(derived)) {
      asked = { kind: 'nothing', outcome: derived };
      continue;
    }
    if (isRefused(derived)) tally.unread(derived);
    else await takeOutcome(derived, response.target, carrying);
    if (look.isLarge) await loadUpdate(look.part(running.listings.of(target.url)), carrying);
  }
  return asked;
}

/**
 * Whether the source was given up while the answer waited for a thread, so that it was not read.
 */
function isRefused(outcome: Outcome<Derived>): outcome is Outcome<never> {
  return outcome.kind === 'failed' && refusalOf(outcome.problem) === 'not-tried';
}

function outcomesOf<In, Out>(
  stage: Stage<In, Out>,
  input: In,
  { target, running }: Carrying,
): AsyncIterable<Outcome<Out>> {
  return runStage(stage, input, target.url, running.context);
}

/** @param read the target as it was read, with what was said of it by then */
async function takeOutcome(
  outcome: Outcome<Derived>,
  read: Target,
  carrying: Carrying,
): Promise<void> {
  const { tally } = carrying;
  if (outcome.kind !== 'produced') tally.note('derive', outcome);
  else if (outcome.value.kind === 'graph') {
    takeGraph(outcome.value.graph, outcome.problems ?? [], carrying);
  } else {
    tally.note('derive', outcome);
    await take(outcome.value, read, carrying);
  }
}

async function take(
  derived: Exclude<Derived, { kind: 'graph' }>,
  read: Target,
  carrying: Carrying,
): Promise<void> {
  const { target, tally, look, running } = carrying;
  if (derived.kind === 'document') look.addDocument(derived.document);
  else if (derived.kind === 'signposts') takeSignposts(derived.signposts, read, carrying);
  else {
    const { in: _, ...lead } = derived.link;
    carrying.leads.set(JSON.stringify(lead), lead);
    if (await follow(lead, target.url, running)) {
      tally.linked();
      return;
    }
    const { linkDepth: maxDepth } = running.limits;
    const problem = { kind: 'link-too-deep', url: target.url, link: lead.url, maxDepth } as const;
    tally.note('derive', { kind: 'failed', problem });
  }
}

function takeSignposts(
  signposts: Signposts,
  read: Target,
  { ledger, tally, running }: Carrying,
): void {
  tally.signposted(signposts);
  running.pages.read(read, ledger, signposts);
}

/** @param problems those of the record, and some that belong to none */
function takeGraph(
  graph: RecordGraph,
  problems: readonly Problem[],
  { target, known, tally, look, running }: Carrying,
): void {
  const { listings, types, visits } = running;
  const { url } = target;
  const ofRecord = problems.filter(({ record }) => record !== undefined);
  const others = problems.filter(({ record }) => record === undefined);
  tally.note('derive', { kind: 'produced', value: graph, problems: others });
  // Of this run they are asked for anew each time, since a source may come to list the URL meanwhile.
  const kept = known?.outcome.listings ?? [];
  if (!isWantedByAny(graph.describes, [...listings.of(url), ...kept], types)) {
    visits.leaveOut(url);
    tally.leftOut(graph, ofRecord);
    return;
  }
  const answer = look.addGraph(graph, ofRecord);
  if (answer === 'new') tally.derived(graph.describes, ofRecord);
  else if (answer === 'other') tally.clashed(secondRecord(graph));
  else tally.note('derive', { kind: 'skipped', url, reason: 'repeated-on-page' });
}

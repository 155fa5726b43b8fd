import type { LookState } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { UrlEnd } from '../model/url-update.ts';
import type { Carrying } from './carrying.ts';
import { follow, rereadNamed } from './follow.ts';
import { lineOf, type Running } from './running.ts';
import { loadUpdate } from './load-update.ts';
import { lookAgain, lookAnew } from './look-at.ts';
import { keptLabels, lookTerms } from './look-terms.ts';
import { Look } from './look.ts';
import { isNoLongerRead } from './no-longer-read.ts';
import { readingFor } from './reading.ts';
import { missListing, recall, recallOwn, recallRecords, stand } from './stand.ts';
import { TargetTally } from './target-tally.ts';

/**
 * Carries one target through all stages. What it gives is written as one update, in several parts where it is much; the
 * last one is not waited for, so that the lane can go on while it is made durable. Where all stands that is known of it, only
 * that is noted.
 */
export async function carry(listed: Target, running: Running): Promise<void> {
  const { visits } = running;
  const { url } = listed;
  const isRepeated = visits.begin(url);
  const carrying = await takeUp(running.mentions.complete(listed), running);
  const { known } = carrying;
  const standing = isRepeated ? await lookAnew(carrying) : await lookAgain(carrying);
  const { aborted } = running.context.signal;
  const stands = standing !== undefined && known !== undefined && !aborted;
  if (stands) await recall(known.outcome, carrying);
  // Before the target is done with, since the run could be at its end then.
  if (stands || (!aborted && mayLeadElsewhere(carrying))) await addKnownLeads(carrying);
  if (!aborted) rereadNamed(url, running);
  const { characters } = carrying.look;
  const ended = stands ? stand(known, standing, carrying) : finish(carrying, isRepeated);
  await running.writes.add(
    ended.finally(() => visits.end(url)),
    characters,
  );
  await running.observer?.room();
}

/** Lays out what carrying a target needs, and what is known of it. */
async function takeUp(listed: Target, running: Running): Promise<Carrying> {
  const { url } = listed;
  const { source, ledger: sourceLedger } = lineOf(listed.source, running);
  const ledger = running.pages.ledgerFor(listed, sourceLedger);
  const known = await running.memory.known(url);
  const target = running.mentions.assume(listed, known?.outcome.scriptLabels);
  const former = known?.outcome.listings.map((each) => each.source) ?? [];
  if (former.some((name) => name !== source.name)) running.former.set(url, former);
  if (known?.hasLeaving === true) running.losing.set(url, lineOf(source.name, running));
  const { settings, readings, allowRemovals } = running.looking;
  const listings = [...running.listings.of(url), ...(known?.outcome.listings ?? [])];
  const reading = readingFor(listings, readings);
  const credentialsOf = running.choice.choose(url, listings);
  const { now } = running.context;
  const tally = new TargetTally(target, ledger, { known, now, allowRemovals });
  tally.entered(target);
  return {
    target,
    known,
    reading,
    credentialsOf,
    terms: lookTerms(settings, reading, { target, credentialsOf }),
    ledger,
    tally,
    look: new Look(url, running.run),
    leads: new Map(),
    answers: {},
    running,
  };
}

/**
 * Whether a look does not say all of where the URL leads: it could not be had, not all of it be read, or offers nothing of a
 * sudden, as the error page of a server does that calls it a success. Then what it led to before counts as well.
 */
function mayLeadElsewhere({ tally }: Carrying): boolean {
  if (!tally.hasAnswer) return tally.state(false) !== 'gone';
  const state = tally.state(false);
  return (state === 'no-metadata' && !tally.isRightlyEmpty) || tally.hasFailed;
}

/** Adds where the URL led to before to where it leads now. */
async function addKnownLeads({ target, leads, running }: Carrying): Promise<void> {
  for (const lead of await running.memory.leadsOf(target.url)) {
    const key = JSON.stringify(lead);
    if (leads.has(key)) continue;
    leads.set(key, lead);
    await follow(lead, target.url, running);
  }
}

/**
 * Writes the last part, with what became of the URL, and settles it. A further look of a run that gives no answer says
 * nothing: the answer that the run had before is younger than any other.
 */
async function finish(carrying: Carrying, isRepeated: boolean): Promise<void> {
  const { target, known, ledger, tally, look, running } = carrying;
  const { context, run, listings, memory } = running;
  const { aborted } = context.signal;
  const { url } = target;
  const state = tally.state(aborted);
  const part = look.part(listings.of(url));
  const now = context.now();
  if (aborted) {
    // What was cut off may lack records, so it is not remembered as done.
    if (part.graphs.length > 0) await loadUpdate(part, carrying);
    ledger.cutOff('not-tried', now);
    return;
  }
  if (isRepeated && !tally.hasAnswer) {
    for (const listing of listings.of(url)) await memory.list(url, listing);
    ledger.others('kept', known?.records ?? 0);
    ledger.cutOff(tally.withoutAnswer, now);
    return;
  }
  if (state === 'not-tried' && known !== undefined) {
    // It says nothing of the URL.
    const visited = { at: now.toISOString(), run, state } as const;
    await memory.touch({ url, visit: visited, listings: listings.of(url) });
    tally.stays(known.records);
    recallOwn(known.outcome, carrying);
  } else {
    await loadUpdate({ ...part, end: await endOf(state, now, carrying) }, carrying);
  }
  await recallKept(carrying);
  if (tally.isMissing) missListing(url, running);
  if (tally.isLosing) running.losing.set(url, lineOf(target.source, running));
  tally.rechecked(ledger.hasChanged, run);
  tally.count();
  // It may be another one now: what was derived could not be kept.
  ledger.end(tally.state(false), { isWhole: tally.isWhole, now: context.now() });
}

/** Records that stay although the look did not give them have the problems that they had. */
async function recallKept(carrying: Carrying): Promise<void> {
  const { tally, look } = carrying;
  if (tally.hasKept) await recallRecords(carrying, (record) => !look.gave(record));
}

async function endOf(state: LookState, now: Date, carrying: Carrying): Promise<UrlEnd> {
  const { target, terms, ledger, tally, look, leads, answers, running } = carrying;
  const { run, listings, limits } = running;
  const looked = { state, run, now, listings: listings.of(target.url) };
  const tooMany = leads.size > limits.urlsPerSource;
  const isWhole = tally.isWhole || (await isNoLongerRead(state, carrying));
  const isAll = tally.hasAnswer && !tooMany && !tally.mayPass;
  return {
    outcome: {
      ...tally.outcome(looked),
      ...(isAll ? { ...answers, terms, ...keptLabels(target) } : {}),
    },
    ...look.content(isWhole),
    leads: tooMany ? [] : [...leads.values()],
    // What is no longer wanted by other settings goes by the will of the operator.
    ...(tally.hasLeftOut && isOnOtherTerms(carrying)
      ? {}
      : { waits: { rewritten: look.rewritten, fresh: ledger.addedBefore } }),
  };
}

function isOnOtherTerms({ known, terms }: Carrying): boolean {
  return known?.outcome.terms !== undefined && known.outcome.terms !== terms;
}

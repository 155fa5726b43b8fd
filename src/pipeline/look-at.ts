import type { AnswerKey } from '../model/answer.ts';
import type { Problem } from '../model/problem.ts';
import { noRechecks } from '../model/run.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import { mayNegotiate } from './asking.ts';
import { askFor, type Asked } from './ask-for.ts';
import type { Carrying } from './carrying.ts';
import { duenessOf, type DueQuestion } from './dueness.ts';
import { lineOf } from './running.ts';
import type { Standing } from './stand.ts';

/**
 * Looks at a URL as far as what is known of it wants that.
 * @returns why all that is known of it stands; undefined where it was looked at anew
 */
export async function lookAgain(carrying: Carrying): Promise<Standing | undefined> {
  const { known, ledger } = carrying;
  if (isToBeReadAnew(carrying)) return lookAnew(carrying);
  const dueness = duenessOf(await questionOf(carrying));
  if (dueness.kind === 'not-due') {
    ledger.notDue(dueness.reason);
    return 'not-due';
  }
  if (known === undefined || !dueness.isConditional) return lookAnew(carrying);
  return lookForNews(known, carrying, dueness.wantsWhole);
}

/** Looks at a URL to see whether it is what is known. */
async function lookForNews(
  { outcome: { answer, negotiated } }: KnownUrl,
  carrying: Carrying,
  wantsWhole = false,
): Promise<Standing | undefined> {
  const first = await askFor({ known: answer && conditionOf(answer, wantsWhole) }, carrying);
  if (first.kind !== 'as-before') return lookFurther(first, carrying);
  if (negotiated === undefined) return first.came ? 'same-content' : 'not-modified';
  // The page offers as little as before; what is had in its place is another matter.
  const asks = { known: conditionOf(negotiated, wantsWhole), negotiates: true } as const;
  const second = await askFor(asks, carrying, 'compare');
  if (second.kind === 'as-before') {
    return first.came && second.came ? 'same-content' : 'not-modified';
  }
  delete carrying.answers.negotiated;
  return lookAnew(carrying);
}

/** By what an answer is known; without validators where its server is not to say itself whether it is. */
function conditionOf(key: AnswerKey, wantsWhole: boolean): AnswerKey {
  const { etag: _, lastModified: __, ...whole } = key;
  return wantsWhole ? whole : key;
}

/** Looks at a URL as if nothing were known of it. */
export async function lookAnew(carrying: Carrying): Promise<undefined> {
  return lookFurther(await askFor({}, carrying), carrying);
}

/**
 * A target that offers nothing is asked once more, for metadata alone, and what was said of it before counts where that gives
 * nothing either.
 */
async function lookFurther(first: Asked, carrying: Carrying): Promise<undefined> {
  const { target, reading, tally, running } = carrying;
  if (first.kind === 'nothing') {
    const again = mayNegotiate(target, reading)
      ? await askFor({ negotiates: true }, carrying)
      : first;
    if (again.kind === 'nothing') {
      tally.note('derive', first.outcome);
      const { outcome } = again;
      if (outcome.kind === 'failed' && isPassing(outcome.problem)) tally.hindered(outcome.problem);
    }
  }
  const known = running.mentions.complete(target);
  tally.entered(known);
  tally.cited(known.citeAs);
  if (!running.context.signal.aborted) tally.ended();
}

/** Whether a server may have what was asked for at another time. */
function isPassing(problem: Problem): boolean {
  if (problem.kind === 'http-status') return problem.status >= 500 || problem.status === 429;
  return problem.kind === 'connection-failed' || problem.kind === 'timed-out';
}

/**
 * Whether what is known of a URL does not count. A list that is said to be rightly empty is to say so itself; and what no source
 * wanted one may want that did not list the URL before.
 */
function isToBeReadAnew({ target, known, running }: Carrying): boolean {
  if (running.looking.allowRemovals && known?.outcome.isMissing === true) return true;
  if (known?.outcome.leftOut === undefined) return false;
  return known.outcome.listings.every(({ source }) => source !== target.source);
}

const noRuns: ReadonlySet<string> = new Set();

async function questionOf({ target, known, terms, running }: Carrying): Promise<DueQuestion> {
  const { looking, rechecksOf, context } = running;
  const { source } = lineOf(target.source, running);
  return {
    target,
    known,
    terms,
    full: looking.full,
    continues: looking.continues.get(target.source) ?? noRuns,
    recheck: source.recheck ?? 'always',
    lastmod: source.lastmod ?? 'verify',
    rechecks: known === undefined ? noRechecks : await rechecksOf(source.name),
    now: context.now(),
  };
}

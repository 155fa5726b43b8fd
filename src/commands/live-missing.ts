import { describeProblem, severityOf } from '../model/problem-catalogue.ts';
import type { Problem } from '../model/problem.ts';
import { targetUrl } from '../model/target-url.ts';
import type { LiveLook } from '../pipeline/look-live.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
import { spellingsOf } from '../rdf/spellings.ts';
import { printable } from '../text/printable.ts';
import { shellWord } from '../render/record-summary.ts';
import { stateTexts } from '../render/state-texts.ts';
import type { LiveOptions } from './live-options.ts';
import { shownName } from './named-records.ts';

/** Where a name leads: a URL to itself, a DOI, Handle or ARK to its resolver; undefined where nowhere. */
export function urlOf(name: string): string | undefined {
  const [url] = spellingsOf(name).flatMap((spelling) => resolvableUrl(spelling) ?? []);
  return url === undefined ? undefined : targetUrl(url);
}

/** A message names so many. */
const maxCauses = 5;

/**
 * Says why no record was found behind a name: what came of the URL, and of what it led to; and how to learn more.
 * @param looks of which none gave a record, that at the URL first
 */
export function missingText(
  name: string,
  looks: readonly LiveLook[],
  options: LiveOptions,
): string {
  const url = urlOf(name);
  if (url === undefined) {
    return `${shownName(name)} is no URL, DOI, Handle or ARK, so it leads nowhere.`;
  }
  const [own, ...others] = looks;
  const { timeoutMs } = options;
  const isLate = looks.length === 0 || looks.some(({ outcome }) => outcome.state === 'not-tried');
  const came = isLate && timeoutMs !== undefined ? lateText(timeoutMs) : own && stateText(own);
  const problems = looks.flatMap(({ outcome }) => outcome.problems.filter(isGrave));
  return [
    `No metadata record was found at ${printable(url)}${came === undefined ? '' : `: ${came}`}.`,
    ...others
      .slice(0, maxCauses)
      .map((look) => `It led to ${printable(look.outcome.url)}: ${stateText(look)}.`),
    ...problems.slice(0, maxCauses).map((problem) => `${describeProblem(problem)}.`),
    ...(problems.some(isRefused)
      ? ['--allow-private-addresses lets such an address be asked.']
      : []),
    `For more: ${explainCommand(url, options)}`,
  ].join('\n  ');
}

function lateText(timeoutMs: number): string {
  return `it took longer than ${timeoutMs / 1000} s, which --timeout changes`;
}

function stateText({ outcome: { state } }: LiveLook): string {
  return stateTexts[state];
}

function isGrave(problem: Problem): boolean {
  return severityOf(problem) !== 'info';
}

function isRefused({ kind }: Problem): boolean {
  return kind === 'address-refused';
}

/** With the options that decide what comes of a look. */
function explainCommand(
  url: string,
  { config, source, allowPrivateAddresses }: LiveOptions,
): string {
  return [
    'cdif-graph explain --live',
    shellWord(url),
    ...(config === undefined ? [] : ['--config', shellWord(config)]),
    ...(source === undefined ? [] : ['--source', shellWord(source)]),
    ...(allowPrivateAddresses === true ? ['--allow-private-addresses'] : []),
  ].join(' ');
}

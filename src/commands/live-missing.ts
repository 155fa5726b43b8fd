import { describeProblem, severityOf } from '../model/problem-catalogue.ts';
import type { Problem } from '../model/problem.ts';
import { targetUrl } from '../model/target-url.ts';
import type { LiveVisit } from '../pipeline/live-visit.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
import { spellingsOf } from '../rdf/spellings.ts';
import { printable } from '../text/printable.ts';
import { shellWord } from '../render/record-summary.ts';
import { stateTexts } from '../render/state-texts.ts';
import type { LiveOptions } from './live-options.ts';
import { shownName } from './named-records.ts';

/** The URL of a name: itself, or that of a DOI, Handle or ARK at its resolver; undefined for others. */
export function urlOf(name: string): string | undefined {
  const [url] = spellingsOf(name).flatMap((spelling) => resolvableUrl(spelling) ?? []);
  return url === undefined ? undefined : targetUrl(url);
}

/** The most causes that a message names. */
const maxCauses = 5;

/**
 * Says why no record was found for a name: the results of its URL and of those that it linked to,
 * and the command that explains them.
 * @param looks visits without a record, that of the URL first
 */
export function missingText(
  name: string,
  looks: readonly LiveVisit[],
  options: LiveOptions,
): string {
  const url = urlOf(name);
  if (url === undefined) {
    return `${shownName(name)} is not a URL, DOI, Handle or ARK, so it cannot be followed on the Web.`;
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
      ? ['--allow-private-addresses permits requests to such addresses.']
      : []),
    `For details: ${explainCommand(url, options)}`,
  ].join('\n  ');
}

function lateText(timeoutMs: number): string {
  return `it took longer than ${timeoutMs / 1000} s (--timeout allows more)`;
}

function stateText({ outcome: { state } }: LiveVisit): string {
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

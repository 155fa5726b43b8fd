import type { RevisitCounts } from '../model/run.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** `{name}` inserts a value percent-encoded, `{+name}` as it is (RFC 6570 §3.2.2, §3.2.3). */
const expression = /\{(\+?)(\w+)\}/gu;

/** The variables of a template, read from a listed URL. */
const variables = {
  url: ({ href }: URL) => href,
  /** Without the leading slash. */
  path: ({ pathname }: URL) => pathname.replace(/^\//u, ''),
  /** The last non-empty segment of the path, decoded. */
  id: ({ pathname }: URL) => decoded(pathname.split('/').findLast((part) => part !== '') ?? ''),
} as const satisfies Record<string, (url: URL) => string>;

/**
 * Makes the URL of metadata from a template such as `https://a.example/export?id={id}`.
 * @param url the absolute URL that a source lists
 */
export function expandTemplate(template: string, url: string): string {
  const parsed = new URL(url);
  return template.replaceAll(expression, (whole, plus: string, name: string) => {
    if (!isVariable(name)) return whole;
    const value = variables[name](parsed);
    return plus === '' ? encodeURIComponent(value) : value;
  });
}

/** Whether a text is a template: it has only known variables, and gives http or https URLs. */
export function isUrlTemplate(text: string): boolean {
  const names = Array.from(text.matchAll(expression), ([, , name = '']) => name);
  if (names.length === 0 || !names.every(isVariable)) return false;
  const sample = expandTemplate(text, 'https://a.example/b');
  return /^https?:$/u.test(parseUrl(sample)?.protocol ?? '');
}

function isVariable(name: string): name is keyof typeof variables {
  return Object.hasOwn(variables, name);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid percent-encoding is taken literally.
    return segment;
  }
}

/** A revisit policy: `always`, `adaptive`, or a number of hours. */
export type Recheck = 'always' | 'adaptive' | number;

/** The effect of an unchanged `lastmod`. */
export type LastmodTrust = 'never' | 'trust' | 'verify';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestAdaptedMs = 30 * dayMs;
/** The chance that a URL has changed since the last visit when it becomes due. */
const missedShare = 0.05;

/** The time after a visit in which a revisit policy postpones the next one, in milliseconds. */
export function recheckMs(recheck: Recheck, rechecks: RevisitCounts): number {
  if (recheck === 'always') return 0;
  // A nightly run may be a little early.
  return recheck === 'adaptive' ? adaptedMs(rechecks) : 0.95 * recheck * hourMs;
}

/**
 * The time, in milliseconds, until a URL has changed with a chance of one in twenty, if changes are
 * as frequent as observed for its source and come at random (a Poisson process). Half a change is
 * added to the observed ones, so that one run without changes does not count too much.
 */
export function adaptedMs({ looks, days, changed }: RevisitCounts): number {
  if (looks === 0) return 0;
  const daysPerChange = days / (changed + 0.5);
  return Math.min(-Math.log(1 - missedShare) * daysPerChange * dayMs, longestAdaptedMs);
}

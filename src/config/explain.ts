import type { z } from 'zod';
import { type ConfigMistake, type KeyPath, keyText } from './config-fault.ts';
import { knownKeys, placesOfKey } from './json-schema.ts';
import { nearestKey } from '../text/nearest-key.ts';
import type { YamlSource } from './yaml-source.ts';

type Issue = z.core.$ZodIssue;

/** Values below these keys are not shown, since they may be secret. */
const secretKeys: ReadonlySet<string | number> = new Set(['headers', 'clientKey']);

/** Maximum length of a wrong value in a message, in characters. */
const shownLength = 60;

/**
 * Turns schema issues into mistakes with position and remedy, one for each place: places with a
 * YAML mistake or an unset variable are skipped, and a misspelt key is not missing as well.
 */
export function explain(issues: readonly Issue[], source: YamlSource): readonly ConfigMistake[] {
  const unknown = issues.flatMap((issue) => unknownKeys(issue, source));
  const settled = new Set([...source.mistakes.map(({ key }) => key), ...unknown.map(meantKey)]);
  const others = issues
    .filter((issue) => issue.code !== 'unrecognized_keys' && !isMisspelt(issue, settled))
    .map((issue) => explainIssue(issue, source))
    .filter(({ key }) => {
      const isNew = !settled.has(key);
      settled.add(key);
      return isNew;
    });
  return [...unknown.map(({ mistake }) => mistake), ...others];
}

/** An unknown key, and the known key that it resembles, if any. */
interface UnknownKey {
  readonly mistake: ConfigMistake;
  readonly meant: KeyPath | undefined;
}

function meantKey({ meant, mistake }: UnknownKey): string {
  return meant === undefined ? mistake.key : keyText(meant);
}

/** Whether one of the keys that an issue misses is present with another spelling. */
function isMisspelt(issue: Issue, settled: ReadonlySet<string>): boolean {
  const wanted: unknown = issue.code === 'custom' ? issue.params?.['wanted'] : undefined;
  const keys: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  return keys.some((key) => settled.has(keyText([...pathOf(issue), String(key)])));
}

function explainIssue(issue: Issue, source: YamlSource): ConfigMistake {
  const path = pathOf(issue);
  const position = source.positionOf(path);
  const key = keyText(path);
  if (issue.code === 'custom' && typeof issue.params?.['remedy'] === 'string') {
    return { position, key, what: issue.message, remedy: issue.params['remedy'] };
  }
  const value = valueAt(source.value, path);
  if (value === undefined) {
    return { position, key, what: 'is missing', remedy: `add ${issue.message}` };
  }
  const what = path.some((step) => secretKeys.has(step))
    ? 'has a value that does not fit'
    : describe(value, source.variablesOf(path));
  return { position, key, what, remedy: `give ${issue.message}` };
}

function unknownKeys(issue: Issue, source: YamlSource): readonly UnknownKey[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const parent = pathOf(issue);
  const known = knownKeys(parent);
  return issue.keys.map((key) => {
    const nearest = nearestKey(key, known);
    const path = [...parent, key];
    const mistake = {
      position: source.positionOfKey(path),
      key: keyText(path),
      what: 'is not known',
      remedy: nearest === undefined ? remedyForKey(key, known) : `did you mean ${nearest}?`,
    };
    return { mistake, meant: nearest === undefined ? undefined : [...parent, nearest] };
  });
}

function remedyForKey(key: string, known: readonly string[]): string {
  const places = placesOfKey(key).map((place) => place || 'the top level');
  return places.length > 0
    ? `it belongs to ${places.join(' or ')}`
    : `remove it; known here: ${known.join(', ')}`;
}

/** Zod allows symbols as keys, which YAML does not have. */
function pathOf(issue: Issue): KeyPath {
  return issue.path.filter((step) => typeof step !== 'symbol');
}

function valueAt(root: unknown, path: KeyPath): unknown {
  let value: unknown = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** Describes a wrong value; values of environment variables are not shown. */
function describe(value: unknown, variables: readonly string[]): string {
  if (variables.length > 0) return `has a value from ${variables.join(' and ')} that does not fit`;
  if (value === null || value === '') return 'is empty';
  if (Array.isArray(value)) return value.length === 0 ? 'is an empty list' : 'is a list';
  if (typeof value === 'object') return 'is a mapping';
  if (typeof value === 'number') return `is ${value}`;
  if (typeof value !== 'string') return `is ${JSON.stringify(value)}`;
  const text = withoutCredentials(value);
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `is ${JSON.stringify(shown)}`;
}

/**
 * Removes user name and password of a URL, even an invalid one: everything up to the last `@`,
 * since a password may contain any character. Mail addresses stay.
 */
function withoutCredentials(text: string): string {
  const at = text.lastIndexOf('@');
  const isSecret = at !== -1 && /[:/]/u.test(text.slice(0, at));
  if (!isSecret || /^mailto:/iu.test(text)) return text;
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/*/iu.exec(text) ?? [];
  return `${scheme}…${text.slice(at)}`;
}

import type { AgeRange } from '../../model/search-facts.ts';
import { chartGroups, chartStages } from './chronostratigraphic-chart.ts';
import { eraSynonyms } from './era-synonyms.ts';

/** An era of the earth, by the name that the chart has, or that means several units of it. */
export interface Era extends AgeRange {
  readonly name: string;
}

/** Longer texts are no names. */
const maxCharacters = 200;

/** What follows the last slash, hash or colon of an IRI or of a name with a prefix. */
const localPart = /^[a-z][a-z\d+.-]*:(?:\S*[/#:])?([^\s/#:]+)$/iu;
const rank =
  /(?<=..)(?:eonothem|erathem|system|subsystem|series|stage|eon|era|period|subperiod|epoch|age|times?)$/u;
const partBehind = /^(.+?)(early|lower|mid|middle|late|upper)$/u;
const spellings: readonly (readonly [written: RegExp, name: string])[] = [
  [/^early/u, 'lower'],
  [/^late/u, 'upper'],
  [/^mid(?!dle)/u, 'middle'],
  [/palaeo/u, 'paleo'],
  [/archaean/u, 'archean'],
  [/c(?:ai|ae)no/u, 'ceno'],
  [/quarternary/u, 'quaternary'],
  [/visean|viséan/u, 'visean'],
  [/p[rř][ií]dol[ií]/u, 'pridoli'],
];

const eras = erasByKey();

/**
 * The era that a text names: with its name on the International Chronostratigraphic Chart or a synonym, in any case, with or
 * without blanks, hyphens and the word for its rank; as the end of an IRI or behind a prefix (`isc:LowerDevonian`). The base
 * or top of one (`isc:BaseCallovian`) is a moment.
 */
export function eraNamed(text: string): Era | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return undefined;
  const [, local = trimmed] = localPart.exec(trimmed) ?? [];
  return eraWithKey(keyOf(local)) ?? boundaryNamed(local);
}

function boundaryNamed(local: string): Era | undefined {
  const [, which, of = ''] = /^(base|top)(?: of(?: the)?)?(.+)$/isu.exec(local) ?? [];
  const era = which === undefined ? undefined : eraWithKey(keyOf(of));
  if (which === undefined || era === undefined) return undefined;
  const age = which.toLowerCase() === 'base' ? era.older : era.younger;
  return { name: `${which.toLowerCase()} of the ${era.name}`, older: age, younger: age };
}

function eraWithKey(key: string): Era | undefined {
  const partLast = partBehind.exec(key);
  const other = partLast === null ? undefined : keyOf(`${partLast[2]}${partLast[1]}`);
  return eras.get(key) ?? eras.get(key.replace(rank, '')) ?? eras.get(other ?? '');
}

/** What all spellings of a name have in common. */
function keyOf(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return spellings.reduce((key, [written, as]) => key.replace(written, as), letters);
}

function erasByKey(): ReadonlyMap<string, Era> {
  const found = new Map<string, Era>();
  let younger = 0;
  for (const [name, older] of chartStages) {
    found.set(keyOf(name), { name, older, younger });
    younger = older;
  }
  for (const [name, youngest, oldest] of [...chartGroups, ...eraSynonyms]) {
    const first = found.get(keyOf(oldest));
    const last = found.get(keyOf(youngest));
    if (first === undefined || last === undefined) throw new Error(`${name} is of no era`);
    found.set(keyOf(name), { name, older: first.older, younger: last.younger });
  }
  return found;
}

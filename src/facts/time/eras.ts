import type { AgeRange } from '../../model/search-facts.ts';
import { chartGroups, chartStages, eraSynonyms } from './chronostratigraphic-chart.ts';

/** An era by its name on the chart, or by a name that spans several units. */
export interface Era extends AgeRange {
  readonly name: string;
}

/** Longer texts are no names. */
const maxCharacters = 200;

/** The local name of an IRI or prefixed name. */
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

const eras = indexEras();

/**
 * Finds an era by its name on the International Chronostratigraphic Chart or a synonym: in any
 * case, with or without blanks, hyphens and rank; also as local name of an IRI or prefixed name
 * (`isc:LowerDevonian`). The base or top of an era (`isc:BaseCallovian`) is a moment.
 */
export function findEra(text: string): Era | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return undefined;
  const [, local = trimmed] = localPart.exec(trimmed) ?? [];
  return findEraByKey(normalizeEraName(local)) ?? findBoundary(local);
}

function findBoundary(local: string): Era | undefined {
  const [, which, of = ''] = /^(base|top)(?: of(?: the)?)?(.+)$/isu.exec(local) ?? [];
  const era = which === undefined ? undefined : findEraByKey(normalizeEraName(of));
  if (which === undefined || era === undefined) return undefined;
  const age = which.toLowerCase() === 'base' ? era.older : era.younger;
  return { name: `${which.toLowerCase()} of the ${era.name}`, older: age, younger: age };
}

function findEraByKey(key: string): Era | undefined {
  const partLast = partBehind.exec(key);
  const other = partLast === null ? undefined : normalizeEraName(`${partLast[2]}${partLast[1]}`);
  return eras.get(key) ?? eras.get(key.replace(rank, '')) ?? eras.get(other ?? '');
}

/** The normalised spelling of a name. */
function normalizeEraName(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return spellings.reduce((key, [written, as]) => key.replace(written, as), letters);
}

function indexEras(): ReadonlyMap<string, Era> {
  const found = new Map<string, Era>();
  let younger = 0;
  for (const [name, older] of chartStages) {
    found.set(normalizeEraName(name), { name, older, younger });
    younger = older;
  }
  for (const [name, youngest, oldest] of [...chartGroups, ...eraSynonyms]) {
    const first = found.get(normalizeEraName(oldest));
    const last = found.get(normalizeEraName(youngest));
    if (first === undefined || last === undefined) throw new Error(`${name} is of no era`);
    found.set(normalizeEraName(name), { name, older: first.older, younger: last.younger });
  }
  return found;
}

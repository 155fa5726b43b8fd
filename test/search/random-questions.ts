import type { Random } from '../expand/random.ts';
import { type Agent, type Entry, oneOf, type PlacedBox } from './entry.ts';
import { rounded } from './generate/boxes.ts';
import { chance } from './generate/draft.ts';
import { isoText, momentIn } from './generate/moments.ts';
import { keywordFields, textFields } from './matches.ts';
import { askedGeometry } from './random-geometry.ts';
import { namedDraws } from './random-names.ts';
import { isTelling, wordsOf } from './words.ts';
import { eraNamed } from './scan/eras.ts';
import type { AskedBox, IriKind, PhraseAsked, Question, TextKind, WordsAsked } from './question.ts';

type Kind = Question['kind'];

type Draw = (random: Random, entries: readonly Entry[]) => Question;

const asksText =
  (kind: TextKind): Draw =>
  (random, entries) => ({ kind, text: askedText(random, kind, entries) });

const asksIri =
  (kind: IriKind, values: (entry: Entry) => readonly string[]): Draw =>
  (random, entries) => ({ kind, iri: oneOf(random, entries, values) });

const draws: Readonly<Record<Kind, Draw>> = {
  'bbox-intersects': (random, entries) => askedBox(random, 'bbox-intersects', entries),
  'bbox-within': (random, entries) => askedBox(random, 'bbox-within', entries),
  'time-overlaps': (random, entries) => ({
    kind: 'time-overlaps',
    time: askedTime(random, 'time-overlaps', entries),
  }),
  'time-within': (random, entries) => ({
    kind: 'time-within',
    time: askedTime(random, 'time-within', entries),
  }),
  'age-overlaps': askedAge,
  'exact-keyword': asksText('exact-keyword'),
  'keyword-words': asksText('keyword-words'),
  text: asksText('text'),
  'variable-name': asksText('variable-name'),
  term: asksIri('term', ({ terms }) => terms),
  type: asksIri('type', ({ types }) => types),
  'variable-concept': asksIri('variable-concept', ({ variables }) =>
    variables.flatMap(({ concepts }) => concepts),
  ),
  combined: (random, entries) => ({
    kind: 'combined',
    all: asOne(random, conditions(random, entries, [...parts, ...searchParts])),
  }),
  geometry: askedGeometry,
  ...namedDraws,
  words: askedWords,
  composed: (random, entries) => ({
    kind: 'composed',
    all: conditions(random, entries, [
      ...parts.filter(([kind]) => kind !== 'keyword-words'),
      ...otherParts,
    ]),
  }),
};

/** A question of a kind, mostly about something that one of the entries has. */
export function randomQuestion(
  random: Random,
  kind: Question['kind'],
  entries: readonly Entry[],
): Question {
  return draws[kind](random, entries);
}

const degree = (value: number, [least, most]: readonly [number, number]): number =>
  rounded(Math.max(least, Math.min(most, value)), 3);

/** Around a place of an entry, or anywhere; some across the antimeridian or up to 360 degrees. */
function askedBox(
  random: Random,
  kind: 'bbox-intersects' | 'bbox-within',
  entries: readonly Entry[],
): Question {
  const target = chance(random, 60)
    ? oneOf(random, entries, ({ boxes }) => boxes)
    : anywhere(random);
  const size = 10 ** (random.below(300) / 100 - 1);
  const half = kind === 'bbox-within' ? size + (target.east - target.west) / 2 : size / 4;
  const [x, y] = [(target.west + target.east) / 2, (target.south + target.north) / 2];
  const south = degree(y - half, [-90, 90]);
  const north = degree(y + half + 0.0013, [-90, 90]);
  if (half >= 180) return { kind, box: [-180, south, 180, north] };
  const [west, east] = [x - half, x + half + 0.0007];
  const turn = west < 0 ? 360 : 0;
  const box: AskedBox = chance(random, 10)
    ? [rounded(west + turn, 3), south, rounded(east + turn, 3), north]
    : [rounded(turned(west), 3), south, rounded(turned(east), 3), north];
  return { kind, box };
}

function anywhere(random: Random): PlacedBox {
  const [west, south] = [random.below(360) - 180, random.below(180) - 90];
  return { west, south, east: west, north: south };
}

function turned(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

function askedTime(random: Random, kind: Kind, entries: readonly Entry[]): string {
  if (chance(random, 10)) return openTime(random);
  if (chance(random, 8))
    return `-${String(2000 + random.below(12_000)).padStart(4, '0')}/-${1000 + random.below(900)}`;
  const target = oneOf(random, entries, ({ periods }) =>
    periods.filter(({ start }) => Number.isFinite(start)),
  );
  const year = new Date(target.start * 1000).getUTCFullYear();
  const end = Number.isFinite(target.end) ? new Date(target.end * 1000).getUTCFullYear() : 2030;
  const wide = kind === 'time-within' ? random.below(40) : random.below(4);
  if (year < 1 || end > 9000)
    return `${isoText({ year: year - wide })}/${isoText({ year: Math.max(year, Math.min(end, 9000)) + wide })}`;
  const from = momentIn(random, year - wide - 1, year + 1);
  const to = momentIn(
    random,
    Math.max(end, from.year + 1),
    Math.max(end, from.year + 1) + wide + 1,
  );
  if (kind === 'time-overlaps' && chance(random, 40)) return isoText(from);
  return `${isoText(from)}/${isoText(to)}`;
}

function openTime(random: Random): string {
  const moment = isoText(momentIn(random, 1800, 2025));
  return chance(random, 50) ? `${moment}/..` : `../${moment}`;
}

function askedAge(random: Random, entries: readonly Entry[]): Question {
  const target = oneOf(random, entries, ({ ages }) => ages);
  const middle = chance(random, 50) ? -(target.start + target.end) / 2 : random.below(540);
  const half = random.below(30_000) / 1000;
  const [older, younger] = [rounded(middle + half, 3), Math.max(0, rounded(middle - half, 3))];
  return { kind: 'age-overlaps', older, younger };
}

const fields: Record<TextKind, (entry: Entry) => readonly string[]> = {
  'exact-keyword': ({ keywords }) => keywords,
  'keyword-words': (entry) => keywordFields(entry).flat(),
  // Whether an era that an IRI names is found by its words is left open.
  text: (entry) =>
    textFields(entry)
      .flat()
      .filter((text) => eraNamed(text) === undefined),
  'variable-name': ({ variables }) => variables.flatMap(({ names }) => names),
};

const nothings = ['missing', 'unknown', 'nil missing', 'none', 'NaN'];

function askedText(random: Random, kind: TextKind, entries: readonly Entry[]): string {
  if (chance(random, 2)) return random.pick(nothings);
  const from = random.below(entries.length);
  const entry = entries.slice(from).find((each) => fields[kind](each).length > 0);
  const texts = fields[kind](entry ?? entries[0] ?? fail());
  const one = texts.length === 0 ? oneOf(random, entries, fields[kind]) : random.pick(texts);
  if (kind === 'exact-keyword') return chance(random, 50) ? one : wordsOf(one).join(' ');
  const all = (kind === 'variable-name' ? [one] : texts).flatMap(wordsOf).filter(isTelling);
  const count = kind === 'text' ? 1 + random.below(4) : 1 + random.below(2);
  const drawn = Array.from({ length: count }, () => (all.length === 0 ? one : random.pick(all)));
  const asked = [...new Set(drawn)].join(' ');
  return chance(random, 20) ? asked.toUpperCase() : asked;
}

const hasText = (entry: Entry): boolean => fields.text(entry).length > 0;

/** One to three parts, most of which are in the texts of one entry. */
function askedWords(random: Random, entries: readonly Entry[]): Question {
  const from = random.below(entries.length);
  const entry = entries.slice(from).find(hasText) ?? entries.find(hasText) ?? fail();
  const phraseOf = (of: Entry): PhraseAsked => askedPhrase(random, fields.text(of));
  const count = 1 + random.below(3);
  const all = Array.from({ length: count }, (): WordsAsked => {
    const others = entries.filter(hasText);
    if (chance(random, 15)) return { any: [phraseOf(random.pick(others))], isExcluded: true };
    const any = [phraseOf(entry)];
    return { any: chance(random, 25) ? [...any, phraseOf(random.pick(others))] : any };
  });
  return { kind: 'words', all };
}

/** One word or two side by side, or the beginning of one. */
function askedPhrase(random: Random, texts: readonly string[]): PhraseAsked {
  const words = wordsOf(random.pick(texts));
  const starts = words.flatMap((word, at) => (isTelling(word) ? [at] : []));
  if (starts.length === 0) return { phrase: ['nothing'] };
  const at = random.pick(starts);
  const [first = '', second] = words.slice(at);
  const isPair = second !== undefined && isTelling(second) && chance(random, 40);
  const phrase = isPair ? [first, second] : [first];
  if (!chance(random, 25)) return { phrase };
  const last = phrase.pop() ?? '';
  // Of fewer letters it may begin the name of a station, which its series have as a place.
  return { phrase: [...phrase, last.slice(0, 7)], isPrefix: true };
}

function fail(): never {
  throw new RangeError('there are no entries');
}

/** What can be asked of an entry together, and whether it has that. */
const parts: readonly (readonly [kind: Kind, has: (entry: Entry) => boolean])[] = [
  ['bbox-intersects', ({ boxes }) => boxes.length > 0],
  ['time-overlaps', ({ periods }) => periods.some(({ start }) => Number.isFinite(start))],
  ['age-overlaps', ({ ages }) => ages.length > 0],
  ['keyword-words', (entry) => fields['keyword-words'](entry).length > 0],
  ['variable-concept', ({ variables }) => variables.some(({ concepts }) => concepts.length > 0)],
  ['type', ({ types }) => types.length > 0],
];

/** What `search-all` can ask for beside that. */
const searchParts: typeof parts = [
  ['variable-called', ({ variables }) => variables.some(({ names }) => names.length > 0)],
  ['term', ({ terms }) => terms.length > 0],
];

/** Where one place or time is to lie within, the others are as well. */
function asOne(random: Random, all: readonly Question[]): readonly Question[] {
  if (chance(random, 60)) return all;
  return all.map((each) => {
    if (each.kind === 'bbox-intersects') return { kind: 'bbox-within', box: each.box };
    return each.kind === 'time-overlaps' ? { kind: 'time-within', time: each.time } : each;
  });
}

/** What a search can ask for beyond that; words are searched in all texts there, and only once. */
const otherParts: typeof parts = [
  ['bbox-within', ({ boxes }) => boxes.length > 0],
  ['time-within', ({ periods }) => periods.some(({ start }) => Number.isFinite(start))],
  ['geometry', ({ boxes }) => boxes.length > 0],
  ['text', ({ descriptions }) => descriptions.length > 0],
  ['person', ({ agents }) => agents.length > 1 && agents.every(isWhole)],
  [
    'funder',
    ({ agents }) => agents.some(({ roles }) => roles.includes('funder')) && agents.every(isWhole),
  ],
  ['licence', ({ licences }) => licences.length > 0],
  ['format', ({ formats }) => formats.length > 0],
  ['identifier', ({ identifiers }) => identifiers.length > 0],
  ['place', ({ placeNames, placeIds }) => placeNames.length > 0 && placeIds.length > 0],
  ['access', () => true],
  ['modified-since', () => true],
  ['source', () => true],
];

/** It can be asked for by IRI and by name. */
const isWhole = ({ ids, names }: Agent): boolean => ids.length > 0 && names.length > 0;

type Parts = typeof parts;

const kindsOf = (entry: Entry, from: Parts): Kind[] =>
  from.filter(([, has]) => has(entry)).map(([kind]) => kind);

/** Two to four conditions that one entry matches, some of them so wide that others match too. */
function conditions(random: Random, entries: readonly Entry[], from: Parts): readonly Question[] {
  const at = random.below(entries.length);
  const isRich = (each: Entry): boolean => kindsOf(each, from).length > 2;
  const entry = entries.slice(at).find(isRich) ?? entries.find(isRich) ?? fail();
  const kinds = kindsOf(entry, from);
  const count = 2 + random.below(3);
  const chosen = new Set(Array.from({ length: count }, () => random.pick(kinds)));
  return [...chosen].map(
    (kind) =>
      (chance(random, 50) ? wideCondition(random, kind) : undefined) ??
      draws[kind](random, [entry]),
  );
}

function wideCondition(random: Random, kind: Kind): Question | undefined {
  if (kind === 'bbox-intersects') {
    const west = random.below(240) - 180;
    return { kind, box: [west, -70, west + 119.5, 69.5] };
  }
  if (kind === 'time-overlaps') return { kind, time: `${1900 + random.below(100)}/..` };
  return undefined;
}

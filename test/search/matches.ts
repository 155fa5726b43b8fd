import { type Entry, type Judge, type PlacedBox, type Span, verdictOf } from './entry.ts';
import { judgeByName } from './matches-by-name.ts';
import { meetOnGlobe, outlineOf } from './plane.ts';
import type {
  Answer,
  AskedBox,
  IriKind,
  PhraseAsked,
  Question,
  TextKind,
  WordsAsked,
} from './question.ts';
import { readTime } from './scan/times.ts';
import { readWkt } from './scan/wkt.ts';
import { folded, wordsOf } from './words.ts';

/** Checks every entry. A resource is found if one of its entries matches all conditions. */
export function answerFrom(entries: readonly Entry[], question: Question): Answer {
  const sure = new Set<string>();
  const possible = new Set<string>();
  const judge = judgeOf(question);
  for (const entry of entries) {
    const verdict = judge(entry);
    if (verdict === 'yes') sure.add(entry.resource);
    if (verdict !== 'no') possible.add(entry.resource);
  }
  return { sure, possible };
}

type Kind = Question['kind'];

const judges: { readonly [K in Kind]: (question: Extract<Question, { kind: K }>) => Judge } = {
  'bbox-intersects': ({ box }) => boxesIntersect(askedBoxes(box)),
  'bbox-within': ({ box }) => boxesWithin(askedBoxes(box)),
  'time-overlaps': ({ time }) => spansOverlap('periods', askedTime(time)),
  'time-within': ({ time }) => spansWithin(askedTime(time)),
  'age-overlaps': ({ older, younger }) => spansOverlap('ages', { start: -older, end: -younger }),
  'exact-keyword': judgeText,
  'keyword-words': judgeText,
  text: judgeText,
  'variable-name': judgeText,
  term: judgeIri,
  type: judgeIri,
  'variable-concept': judgeIri,
  combined: judgeTogether,
  composed: judgeTogether,
  geometry: ({ wkt }) => geometriesMeet(readWkt(wkt)),
  person: judgeByName,
  organization: judgeByName,
  funder: judgeByName,
  licence: judgeByName,
  format: judgeByName,
  identifier: judgeByName,
  place: judgeByName,
  'variable-called': judgeByName,
  'term-said': judgeByName,
  'variable-said': judgeByName,
  access: judgeByName,
  'modified-since': judgeByName,
  source: judgeByName,
  words: ({ all }) => judgeWords(all),
};

function judgeOf(question: Question): Judge {
  // The compiler does not see that the kind of the judge is that of the question.
  const judge = judges[question.kind] as (asked: Question) => Judge;
  return judge(question);
}

function judgeTogether({ all }: { readonly all: readonly Question[] }): Judge {
  const conditions = all.map(judgeOf);
  return (entry) => {
    const verdicts = new Set(conditions.map((condition) => condition(entry)));
    if (verdicts.has('no')) return 'no';
    return verdicts.has('either') ? 'either' : 'yes';
  };
}

/** One box, or two where it lies across the antimeridian. */
export function askedBoxes([west, south, east, north]: AskedBox): PlacedBox[] {
  if (east - west >= 360) return [{ west: -180, south, east: 180, north }];
  const [from, to] = [turned(west), turned(east)];
  const pieces =
    from <= to
      ? [[from, to]]
      : [
          [from, 180],
          [-180, to],
        ];
  // The antimeridian is one line, whichever of its two longitudes a piece ends at.
  const ends = new Set(pieces.flat());
  if (ends.has(180)) pieces.push([-180, -180]);
  if (ends.has(-180)) pieces.push([180, 180]);
  const boxes = pieces.map(([begin = 0, end = 0]) => ({ west: begin, south, east: end, north }));
  // A pole is one point, whichever of all longitudes it has.
  const poles = [-90, 90].filter((pole) => pole === south || pole === north);
  return boxes.concat(poles.map((pole) => ({ west: -180, south: pole, east: 180, north: pole })));
}

function turned(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

export const overlaps = (a: PlacedBox, b: PlacedBox): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

function boxesIntersect(asked: readonly PlacedBox[]): Judge {
  const meet = (box: PlacedBox): boolean => asked.some((each) => overlaps(each, box));
  return ({ boxes }) =>
    boxes.some(isDoubtful)
      ? verdictOf(boxes.map(shrunk).some(meet), boxes.map(grown).some(meet))
      : verdictOf(boxes.some(meet), false);
}

function boxesWithin(asked: readonly PlacedBox[]): Judge {
  const inside = (box: PlacedBox): boolean =>
    asked.some(
      ({ west, south, east, north }) =>
        box.west >= west && box.east <= east && box.south >= south && box.north <= north,
    );
  return ({ boxes }) => {
    if (boxes.length === 0) return 'no';
    return boxes.some(isDoubtful)
      ? verdictOf(boxes.map(grown).every(inside), boxes.map(shrunk).every(inside))
      : verdictOf(boxes.every(inside), false);
  };
}

/** A shape around the Earth may be its box as well (`docs/places.md`, lines and polygons). */
function geometriesMeet(asked: readonly PlacedBox[]): Judge {
  const drawn = asked.map((box) => box.drawn ?? outlineOf(box));
  // Nothing meets without the boxes around.
  const isNear = (box: PlacedBox): boolean =>
    asked.some((each) => overlaps(grown({ ...each, margin: 1e-6 }), box));
  const meets = (box: PlacedBox): boolean =>
    isNear(box) && drawn.some((each) => meetOnGlobe(box.drawn ?? outlineOf(box), each));
  return ({ boxes }) =>
    verdictOf(
      boxes.some((box) => meets(box.drawn === undefined && isDoubtful(box) ? shrunk(box) : box)),
      boxes.some((box) => {
        if (box.atMost !== undefined) return meets({ ...grown(box), drawn: box.atMost });
        if (isDoubtful(box)) return meets(grown(box));
        return box.east - box.west >= 360 ? isNear(box) : meets(box);
      }),
    );
}

const grown = ({ west, south, east, north, margin = 0 }: PlacedBox): PlacedBox => ({
  west: west - margin,
  south: south - margin,
  east: east + margin,
  north: north + margin,
});

/** A box of which one edge is doubtful is asked twice. */
const isDoubtful = ({ margin }: PlacedBox): boolean => margin !== undefined;

const shrunk = ({ margin = 0, ...box }: PlacedBox): PlacedBox => grown({ ...box, margin: -margin });

function askedTime(time: string): Span {
  const span = readTime(time);
  if (span === undefined) throw new TypeError(`${time} is no time to ask for`);
  return span;
}

function spansOverlap(axis: 'ages' | 'periods', asked: Span): Judge {
  return (entry) => {
    const meet = (sign: number): boolean =>
      entry[axis].some(
        ({ start, end, margin = 0 }) =>
          start - sign * margin <= asked.end && end + sign * margin >= asked.start,
      );
    return verdictOf(meet(-1), meet(1));
  };
}

function spansWithin(asked: Span): Judge {
  return ({ periods }) => {
    const inside = (sign: number): boolean =>
      periods.length > 0 &&
      periods.every(
        ({ start, end, margin = 0 }) =>
          start - sign * margin >= asked.start && end + sign * margin <= asked.end,
      );
    return verdictOf(inside(1), inside(-1));
  };
}

const wordSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The words of a list of texts; remembered, since the same entries are asked again and again. */
function wordsIn(texts: readonly string[]): ReadonlySet<string> {
  const known = wordSets.get(texts);
  if (known !== undefined) return known;
  const words = new Set(texts.flatMap(wordsOf));
  wordSets.set(texts, words);
  return words;
}

const foldedSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function foldedIn(texts: readonly string[]): ReadonlySet<string> {
  const known = foldedSets.get(texts);
  if (known !== undefined) return known;
  const set = new Set(texts.map(folded));
  foldedSets.set(texts, set);
  return set;
}

function judgeText({ kind, text }: { readonly kind: TextKind; readonly text: string }): Judge {
  const words = wordsOf(text);
  const whole = words.join(' ');
  const holds = (fields: readonly (readonly string[])[]): boolean =>
    words.every((word) => fields.some((texts) => wordsIn(texts).has(word)));
  const byKind: Record<TextKind, (entry: Entry) => boolean> = {
    'exact-keyword': ({ keywords }) => foldedIn(keywords).has(whole),
    'keyword-words': (entry) => holds(keywordFields(entry)),
    text: (entry) => holds(textFields(entry)),
    'variable-name': ({ variables }) =>
      variables.some(({ names, codes, descriptions }) => holds([names, codes, descriptions])),
  };
  const isFound = byKind[kind];
  return (entry) => verdictOf(words.length > 0 && isFound(entry), false);
}

/** Where `keyword-words` are looked for. */
export function keywordFields({ titles, keywords, variables }: Entry): (readonly string[])[] {
  return [titles, keywords, ...variables.map(({ names }) => names)];
}

/** Where `text` is looked for. */
export function textFields(entry: Entry): (readonly string[])[] {
  const { placeNames, timeNames, descriptions, variables } = entry;
  const ofVariables = variables.flatMap(({ codes, units, techniques }) => [
    codes,
    units.filter(isWords),
    techniques.filter(isWords),
  ]);
  return [...keywordFields(entry), ...ofVariables, placeNames, timeNames, descriptions];
}

/** Each part is looked for in all texts. */
function judgeWords(all: readonly WordsAsked[]): Judge {
  return (entry) => {
    const texts = textFields(entry).flat().map(wordsOf);
    const isThere = (asked: PhraseAsked): boolean =>
      texts.some((words) => words.some((_, at) => holdsAt(words.slice(at), asked)));
    const isMet = ({ any, isExcluded = false }: WordsAsked): boolean =>
      any.some(isThere) !== isExcluded;
    return verdictOf(all.every(isMet), false);
  };
}

/** Whether a text begins with a phrase. */
function holdsAt(words: readonly string[], { phrase, isPrefix = false }: PhraseAsked): boolean {
  const last = phrase.length - 1;
  return phrase.every((word, at) => {
    const said = words[at] ?? '';
    return isPrefix && at === last ? said.startsWith(word) : said === word;
  });
}

const isWords = (text: string): boolean => !/^(?:https?:|urn:)/iu.test(text);

function judgeIri({ kind, iri }: { readonly kind: IriKind; readonly iri: string }): Judge {
  const byKind: Record<IriKind, (entry: Entry) => boolean> = {
    term: ({ terms }) => terms.includes(iri),
    type: ({ types }) => types.includes(iri),
    'variable-concept': ({ variables }) => variables.some(({ concepts }) => concepts.includes(iri)),
  };
  const isFound = byKind[kind];
  return (entry) => verdictOf(isFound(entry), false);
}

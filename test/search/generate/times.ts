import type { Random } from '../../expand/random.ts';
import { ages } from './ages.ts';
import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { beginOf, endOf, isoText, momentIn, momentText, yearText, type Moment } from './moments.ts';

type Way = (draft: Draft) => Tree;

/** When it was: at no time that is said, at one or at several. */
export function addTimes(draft: Draft): void {
  const { random } = draft;
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 2]);
  for (let index = 0; index < count; index += 1) {
    const way = random.pick([...ways, ...ages]);
    if (chance(random, 8)) addByDublinCore(draft);
    else say(draft, chance(random, 97) ? 'schema:temporalCoverage' : 'schema:temporal', way(draft));
  }
}

/** Two moments, the first not later than the second. */
function momentsOf(random: Random): readonly [Moment, Moment] {
  const [from, to] = random.pick([
    [1850, 2026],
    [1850, 2026],
    [1950, 2026],
    [2000, 2026],
    [1200, 1900],
  ]);
  const [a, b] = [momentIn(random, from, to), momentIn(random, from, to)];
  return beginOf(a) <= beginOf(b) && endOf(a) <= endOf(b) ? [a, b] : ordered(a, b);
}

function ordered(a: Moment, b: Moment): readonly [Moment, Moment] {
  return beginOf(b) <= beginOf(a) && endOf(b) <= endOf(a) ? [b, a] : [a, a];
}

function note(draft: Draft, start: number, end: number, margin = 0): void {
  draft.entry.periods.push({ start, end, margin });
}

const years: Way = (draft) => {
  const { random } = draft;
  const from = 1850 + random.below(170);
  const to = from + random.below(20);
  note(draft, beginOf({ year: from }), endOf({ year: to }));
  return random.pick([`${from}/${to}`, `${from}/${to}`, ` ${from}/${to} `, `${from} / ${to}`]);
};

const interval: Way = (draft) => {
  const { random } = draft;
  const [a, b] = momentsOf(random);
  note(draft, beginOf(a), endOf(b));
  const [first, last] = [momentText(random, a), momentText(random, b)];
  // An end without a zone has that of the start (ISO 8601-1 §5.5.2.3).
  const isLocal = /[+-]\d\d:\d\d$/u.test(first) && /T[\d:]+$/u.test(last);
  return `${first}/${isLocal ? isoText(b) : last}`;
};

const single: Way = (draft) => {
  const { random } = draft;
  const [a] = momentsOf(random);
  note(draft, beginOf(a), endOf(a));
  const iso = momentText(random, a, 'iso');
  return random.pick<Tree>([momentText(random, a), iso, { '@value': iso }, typed(a, iso)]);
};

function typed(moment: Moment, iso: string): Tree {
  if (moment.clock !== undefined) return { '@type': 'xsd:dateTime', '@value': iso };
  return { '@type': moment.day === undefined ? 'schema:Date' : 'xsd:date', '@value': iso };
}

const open: Way = (draft) => {
  const { random } = draft;
  const [a] = momentsOf(random);
  if (chance(random, 70)) {
    note(draft, beginOf(a), Infinity);
    return `${momentText(random, a)}/${random.pick(['..', '..', ''])}`;
  }
  note(draft, -Infinity, endOf(a));
  return `../${momentText(random, a)}`;
};

const minutes: Way = (draft) => {
  const { random } = draft;
  const moment = { ...momentIn(random, 1700, 2020), month: 4, day: 4 };
  const begin = beginOf({ ...moment, clock: [12, 19, 0] });
  note(draft, begin, begin + 59);
  return `${yearText(moment.year)}-04-04T12:19${random.pick(['', 'Z'])}`;
};

/** `1889-06/07`: what the end leaves out it has from the start (ISO 8601). */
const shortened: Way = (draft) => {
  const { random } = draft;
  const year = 1850 + random.below(170);
  const month = 1 + random.below(9);
  note(draft, beginOf({ year, month }), endOf({ year, month: month + 3 }));
  const [from, to] = [month, month + 3].map((each) => String(each).padStart(2, '0'));
  return `${year}-${from}/${to}`;
};

const beforeCommonEra: Way = (draft) => {
  const { random } = draft;
  const from = -14_000 + random.below(12_000);
  const to = from + random.below(1500);
  note(draft, beginOf({ year: from }), endOf({ year: to }));
  return `${yearText(from)}/${yearText(to)}`;
};

const nothing: Way = ({ random }) =>
  random.pick<Tree>(['null/null', 'None/None', '<nil>', '../..', ...nils]);

/** Times that no axis has: they are found by their words. */
const asText: Way = (draft) => {
  const text = draft.random.pick([
    'every spring tide',
    'Snorrian interglacial',
    'Younger Halvening',
    'third season of the long rains',
  ]);
  draft.entry.timeNames.push(text);
  return text;
};

type Key = 'time:inXSDDate' | 'time:inXSDDateTime' | 'time:inXSDDateTimeStamp';

const instant = (moment: Moment, random: Random): TreeNode => {
  const iso = isoText(moment);
  const key: Key =
    moment.clock === undefined
      ? 'time:inXSDDate'
      : random.pick(['time:inXSDDateTime', 'time:inXSDDateTimeStamp']);
  const value = random.pick<Tree>([iso, typed(moment, iso)]);
  return { '@type': 'time:Instant', [key]: value };
};

const atLeastDay = (moment: Moment): Moment => ({ month: 1, day: 1, ...moment });

const owlTime: Way = (draft) => {
  const { random } = draft;
  const [a, b] = momentsOf(random).map(atLeastDay);
  if (a === undefined || b === undefined || beginOf(a) > beginOf(b)) return nothing(draft);
  note(draft, beginOf(a), endOf(b));
  return {
    '@type': random.pick(['time:ProperInterval', 'time:Interval']),
    'time:hasBeginning': instant(a, random),
    'time:hasEnd': instant(b, random),
  };
};

const owlInstant: Way = (draft) => {
  const { random } = draft;
  const [moment] = momentsOf(random).map(atLeastDay);
  if (moment === undefined) return nothing(draft);
  note(draft, beginOf(moment), endOf(moment));
  return instant(moment, random);
};

/** A decimal year is anywhere in that year. */
const decimalYears: Way = (draft) => {
  const { random } = draft;
  const from = 1950 + random.below(50) + random.pick([0, 0.08, 0.25]);
  const to = from + 2 + random.below(20);
  const margin = 366 * 86_400;
  const [start, end] = [from, to].map((each) => beginOf({ year: Math.floor(each) }));
  note(draft, start ?? 0, (end ?? 0) + 200 * 86_400, margin);
  const position = (value: number): TreeNode => ({
    '@type': 'time:Instant',
    'time:inTimePosition': {
      '@type': 'time:TimePosition',
      'time:hasTRS': random.pick<Tree>([gregorian, { '@id': gregorian }]),
      'time:numericPosition': Number(value.toFixed(2)),
    },
  });
  return {
    '@type': 'time:ProperInterval',
    'time:hasBeginning': position(from),
    'time:hasEnd': position(to),
  };
};

const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

function addByDublinCore(draft: Draft): void {
  const { random } = draft;
  const [a, b] = momentsOf(random);
  note(draft, beginOf(a), endOf(b));
  const prefix = random.pick(['dcat', 'schema']);
  say(draft, 'dcterms:temporal', {
    '@type': 'dcterms:PeriodOfTime',
    [`${prefix}:startDate`]: isoText(a),
    [`${prefix}:endDate`]: isoText(b),
  });
}

const ways: readonly Way[] = [
  years,
  years,
  years,
  interval,
  interval,
  interval,
  single,
  single,
  open,
  minutes,
  shortened,
  beforeCommonEra,
  nothing,
  asText,
  owlTime,
  owlTime,
  owlInstant,
  decimalYears,
];

import type {
  AxisOrder,
  BoxOrder,
  GeometryDoubt,
  GeometryFault,
  GeometryRepair,
  TimeAsText,
  TimeFault,
  TimeRepair,
} from '../search-facts.ts';
import type { ProblemFacts } from '../problem.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { type ProblemTexts, quote } from './problem-text.ts';

/** Remedies of doubts that a setting of the source decides, which therefore is not set. */
const doubtRemedies: Partial<Record<GeometryDoubt, string>> = {
  'axis-order':
    'Write latitude before longitude in boxes of schema.org, or add the geometry as WKT. ' +
    '`axisOrder` of the source can say which order is right.',
  'box-order':
    'Write "south west north east", or add the geometry as WKT. `axisOrder` of the source can say ' +
    'which order is right.',
  'west-greater-than-east':
    'Write west before east, or add the geometry as WKT. `westGreaterThanEast` of the source can ' +
    'say which reading is right.',
};

/** Reading what a record can be searched by. None of it changes the record itself. */
export const searchFactsProblems = {
  'geometry-doubtful': {
    severity: 'info',
    title: 'Place with two readings',
    meaning: 'Searches use the reading that is shown; the record stays as published.',
    remedy: 'Write latitude before longitude in boxes of schema.org, or add the geometry as WKT.',
    remedyFor: ({ doubt }) => doubtRemedies[doubt],
    facts: (p) => `${quote(p.value)}, ${doubtText(p)}, read as ${quote(p.taken)}`,
  },
  'geometry-repaired': {
    severity: 'info',
    title: 'Place repaired for search',
    meaning: 'Searches use the repaired place; the record stays as published.',
    remedy: 'Write "south west north east", separated by blanks, with decimal points.',
    facts: (p) => `${quote(p.value)}, ${repairText(p)} → ${quote(p.result)}`,
  },
  'geometry-unusable': {
    severity: 'warning',
    title: 'Place that cannot be used',
    meaning: 'Searches by place ignore this value.',
    remedy: 'Give coordinates in degrees of WGS 84, or leave the place out if there is none.',
    facts: (p) => `${quote(p.value)}: ${geometryFaults[p.reason]}`,
  },
  'search-facts-cut': {
    severity: 'warning',
    title: 'Too much to read for search',
    meaning: 'Searches use only a part of the record; the record stays as published.',
    remedy:
      'Publish a document for each resource, or a shorter outline of a place that many resources ' +
      'share.',
    facts: (p) =>
      `facts of ${groupDigits(p.resources)} of ${formatCount(p.of, 'resource')} left out`,
  },
  'time-as-text': {
    severity: 'info',
    title: 'Time that is only a text',
    meaning: 'Searches find the record by these words, but not by time.',
    remedy: 'Give the years as well: as an ISO 8601 interval, or as ages with their unit.',
    facts: (p) => `${quote(p.value)}: ${textReasons[p.reason]}`,
  },
  'time-repaired': {
    severity: 'info',
    title: 'Time repaired for search',
    meaning: 'Searches use the repaired time; the record stays as published.',
    remedy: 'Write times as in ISO 8601: 2008-01-01/2008-12-31, with .. for an open end.',
    facts: (p) => `${quote(p.value)}, ${timeRepairs[p.repair]} → ${quote(p.result)}`,
  },
  'time-unusable': {
    severity: 'warning',
    title: 'Time that cannot be used',
    meaning: 'Searches by time ignore this value: the time counts as unknown, not as always.',
    remedy: 'Write the time as an ISO 8601 interval, or leave it out if it is not known.',
    facts: (p) => `${quote(p.value)}: ${timeFaults[p.reason]}`,
  },
} as const satisfies Pick<
  ProblemTexts,
  | 'geometry-doubtful'
  | 'geometry-repaired'
  | 'geometry-unusable'
  | 'search-facts-cut'
  | 'time-as-text'
  | 'time-repaired'
  | 'time-unusable'
>;

function repairText({ repair, order }: ProblemFacts['geometry-repaired']): string {
  return repair === 'box-order' && order !== undefined
    ? `read as ${orderText(order)}`
    : geometryRepairs[repair];
}

function doubtText({ doubt, orders = [] }: ProblemFacts['geometry-doubtful']): string {
  return doubt === 'box-order' && orders.length > 0
    ? `perhaps ${orders.map(orderText).join(' or ')}`
    : doubts[doubt];
}

/** `south west north east`. */
function orderText(order: AxisOrder | BoxOrder): string {
  return order.replaceAll('-', ' ');
}

/** What was done to a place so that it can be found. */
export const geometryRepairs = {
  'axis-order': 'latitude and longitude exchanged',
  'box-order': 'numbers of a box in another order',
  'decimal-commas': 'decimal commas',
  'south-and-north-swapped': 'south and north exchanged',
  'west-and-east-swapped': 'west and east exchanged',
  'edges-cut': 'cut at the edge of the map',
  'longitudes-wrapped': 'longitudes counted from -180 to 180',
  'all-longitudes': 'read as all longitudes',
  'ring-closed': 'ring closed',
  'letters-read': 'letters read as hemispheres',
  'other-shape': 'read as another shape',
  merged: 'merged with their neighbours',
  'outlines-left-out': 'too long, read as boxes',
} as const satisfies Record<GeometryRepair, string>;

const doubts = {
  'axis-order': 'latitude or longitude first',
  'box-order': 'numbers of a box in several orders',
  'west-greater-than-east': 'west greater than east',
  'wide-rectangle': 'wider than half the globe',
  'long-edge': 'an edge longer than half the globe',
} as const satisfies Record<GeometryDoubt, string>;

const geometryFaults = {
  malformed: 'not a geometry',
  incomplete: 'too few numbers',
  unpaired: 'numbers that make no pairs',
  unordered: 'numbers without an order',
  sentinel: 'a number that stands for a missing value',
  default: 'what programs write where they have no place',
  projected: 'not in degrees',
  'latitude-out-of-range': 'no such latitude',
  'longitude-out-of-range': 'no such longitude',
  'reference-system': 'in another reference system',
  'too-deep': 'nested too deeply',
} as const satisfies Record<GeometryFault, string>;

/** What was done to a time so that it can be found. */
export const timeRepairs = {
  separator: 'other signs between the numbers',
  'month-name': 'month by its name',
  digits: 'zeros missing',
  'day-order': 'day or month before the year',
  'year-count': 'years counted before or after Christ',
  zone: 'zone not as in ISO 8601',
  'time-dropped': 'time of day left out',
  'part-of-year': 'part of a year left out',
  epoch: 'counted since 1970',
  about: 'read as exact',
  'age-scale': 'read as years before 1950',
  'age-sign': 'minus before an age left out',
  'unit-contradicts': 'unit contradicts the reference system, which counts',
  'one-of-several': 'one of several values',
  'ends-apart': 'each end read separately',
  'short-end': 'end shortened',
  'open-end': 'open end not as in ISO 8601',
  'end-unknown': 'unknown end read as open',
  reversed: 'start and end exchanged',
  misplaced: 'in the place of something else',
  merged: 'merged with their neighbours',
} as const satisfies Record<TimeRepair, string>;

const timeFaults = {
  null: 'says that nothing is known',
  impossible: 'no such day or hour',
  ambiguous: 'can be read in two ways',
  'year-digits': 'a year with a wrong number of digits',
  number: 'a number of unknown unit',
  empty: 'contains no time',
} as const satisfies Record<TimeFault, string>;

const textReasons = {
  'unknown-era': 'an era without known years',
  cycle: 'a recurring time',
  calendar: 'in another calendar',
  prose: 'words',
} as const satisfies Record<TimeAsText, string>;

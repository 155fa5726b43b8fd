import { placeTerms, termIri, termIris, timeTerms } from '../../facts/record/properties.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  isOwnNode,
} from '../../facts/record/record-graph.ts';
import { readStatedGeometries } from '../../facts/record/place-geometries.ts';
import { readTimeValue } from '../../facts/record/times.ts';
import { formatBoxes } from '../../facts/place/boxes.ts';
import { type GeometryForm, readGeometry, readPosition } from '../../facts/place/read-geometry.ts';
import type { GeometryReading } from '../../facts/place/written-geometry.ts';
import { formatPeriod } from '../../facts/time/calendar.ts';
import type { TimeReading } from '../../facts/time/read-time.ts';
import type { GeometryRepair, TimeRemark, TimeRepair } from '../../model/search-facts.ts';
import { rdf } from '../../rdf/vocabularies.ts';
import type { JsonValue } from '../../text/json.ts';
import {
  isStated,
  missingStatement,
  type RuleSet,
  type RuleContext,
  says,
  sayRule,
  valueRule,
  type Violation,
} from '../rule.ts';

/** A year of more digits has a sign; without one, `20240315` is the basic form of a day. */
const year = '(?:[0-9]{4}|[+-][0-9]{4,})';
const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12][0-9]|3[01])';
const clock = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]+)?)?';
const zone = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const moment = `${year}(?:-${month}(?:-${day}(?:T${clock}${zone})?)?)?`;
/** An instant or interval in the extended form of ISO 8601 (CDIF, SOSO, schema.org). */
const isoTime = `^(?:${moment}|(?:${moment}|[.][.])/${moment}|${moment}/[.][.])$`;
const isoTimeTest = new RegExp(isoTime, 'u');
const box = '^-?[0-9.]+ -?[0-9.]+ -?[0-9.]+ -?[0-9.]+$';
const boxTest = new RegExp(box, 'u');

const timeTemplate = '{start/end, such as 2019-05/2023-10}';
const [geo = ''] = placeTerms.geometryNodes;
const boxProperty = termIri('schema:box');
const lineProperty = termIri('schema:line');
const timeClasses = termIris('time:ProperInterval time:Interval time:Instant dcterms:PeriodOfTime');
const outlines: readonly (readonly [string, GeometryForm])[] = Object.entries(
  placeTerms.forms,
).filter(([property]) => property !== boxProperty && property !== lineProperty);

/** Rules about the places and times that a resource is about. */
export const placeAndTimeRules = {
  time: {
    title: 'Time is missing',
    asked:
      'State the time that the content is about, as a date or interval of ISO 8601 or as a ' +
      'geologic time, where it is about a certain time.',
    why: 'Searches are often limited to a time, and do not find resources without one.',
    remedy: 'author',
    of: 'resource',
    constraint: { path: timeTerms.coverage, minCount: 1 },
    check: (resource, context) => {
      const path = timeTerms.coverage;
      if (resource.values(path).some((value) => isTimeStated(value, context))) return [];
      const change = { kind: 'author', value: timeTemplate } as const;
      return [missingStatement(resource, path, change, (value) => !isTimeStated(value, context))];
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:temporalCoverage' }] },
  },
  'time-form': valueRule('resource', timeTerms.coverage, {
    title: 'Time is not in a form that programs read',
    asked:
      'Write a date or an interval of ISO 8601 in the extended form (2019-05-01/2023-10-31, ' +
      '2020/..), the earlier end first, or a ' +
      'time:ProperInterval for a geologic time.',
    why: 'Programs sort and filter by times; other forms have several readings or none.',
    remedy: 'mechanical',
    violation: (value) => {
      if (isEmptyTime(value) || isIsoTime(value)) return undefined;
      const { reading } = readTimeValue(value);
      const isReadable = reading.periods.length + reading.ages.length > 0;
      if (value.kind === 'node' && isReadable && isTimeNode(value)) return undefined;
      const change = isReadable ? timeChange(reading) : undefined;
      if (change !== undefined) {
        return { change: { kind: 'mechanical', act: 'replace', value: change } };
      }
      // A template in place of a node would lose what the node says.
      if (isOwnNode(value)) return {};
      return { change: { kind: 'author', act: 'replace', value: timeTemplate } };
    },
    example: {
      record: 'cdif',
      patch: [
        { op: 'replace', path: '/schema:temporalCoverage/0', value: '1 May 2019 to 31 Oct 2023' },
      ],
    },
  }),
  'time-precision': valueRule('resource', timeTerms.coverage, {
    title: 'Time is a year alone',
    asked: 'Write a year as an interval: 2019/2019.',
    why: 'The CDIF shapes refuse a year that stands alone, and take it within an interval.',
    remedy: 'mechanical',
    violation: (value) => {
      const text = (factText(value) ?? '').trim();
      if (value.kind === 'node' || !/^\d{4}$/u.test(text)) return undefined;
      return { change: { kind: 'mechanical', act: 'replace', value: `${text}/${text}` } };
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:temporalCoverage/0', value: '2019' }],
    },
  }),
  place: sayRule('resource', placeTerms.coverage, {
    title: 'Place is missing',
    asked:
      'Say which place the content is about: a box, a point or a line in WGS 84, or the name of ' +
      'a place, where it is about a certain place.',
    why: 'Searches on the map do not find resources without a place.',
    template: {
      '@type': ['schema:Place'],
      'schema:name': '{the name of the place}',
      'schema:geo': { '@type': ['schema:GeoShape'], 'schema:box': '{south west north east}' },
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:spatialCoverage' }] },
  }),
  'place-content': {
    title: 'Place says neither where nor which it is',
    asked: 'Give the place a name, an identifier or a geometry.',
    why: 'An empty place can be neither drawn nor named.',
    remedy: 'author',
    of: 'place',
    constraint: { path: placeStatements(), minCount: 1 },
    check: (place, context) =>
      place.iri !== undefined ||
      says(place, placeStatements(), context) ||
      readStatedGeometries(place, true).length > 0
        ? []
        : [
            missingStatement(place, placeTerms.names, {
              kind: 'author',
              value: '{the name of the place}',
            }),
          ],
    example: {
      record: 'cdif',
      patch: [
        { op: 'remove', path: '/schema:spatialCoverage/0/schema:name' },
        { op: 'remove', path: '/schema:spatialCoverage/0/schema:geo' },
        {
          op: 'add',
          path: '/schema:spatialCoverage/0/schema:additionalType',
          value: { '@id': 'https://vocabulary.example/mire' },
        },
      ],
    },
  },
  'place-shape': {
    title: 'Geometry is neither a box nor a line nor a point',
    asked:
      'Add the bounding box to the geometry: box, as south west north east. The exact outline ' +
      'may stay beside it.',
    why: 'CDIF limits shapes to boxes and lines, so that every catalogue can search by them.',
    remedy: 'derivable',
    of: 'geometry',
    constraint: { path: [boxProperty, lineProperty], minCount: 1 },
    check: (shape, context) => {
      if (!shape.types.includes(geoShape)) return [];
      if (says(shape, [boxProperty, lineProperty], context)) return [];
      const boxes = outlines.flatMap(([property, form]) =>
        shape.values([property]).flatMap((value) => {
          const reading = readGeometry(factText(value) ?? '', form, {});
          return isCertain(reading) ? reading.boxes : [];
        }),
      );
      const value = boxes.length === 1 ? formatBoxes(boxes) : '{south west north east}';
      const kind = boxes.length === 1 ? 'derivable' : 'author';
      return [missingStatement(shape, [boxProperty], { kind, value })];
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:spatialCoverage/0/schema:geo',
          value: {
            '@type': ['schema:GeoShape'],
            'schema:polygon': '61.7 24.1 61.9 24.1 61.9 24.4 61.7 24.1',
          },
        },
      ],
    },
  },
  'place-form': {
    title: 'Coordinates are not in the form or range of a box, line or point',
    asked:
      'Write a box as four numbers separated by blanks: south west north east, in degrees of ' +
      'WGS 84 with a decimal point, longitudes from -180 to 180; and latitude and longitude of a ' +
      'point as numbers without quotes.',
    why: 'In another form or order the place is drawn elsewhere, or not at all.',
    remedy: 'mechanical',
    of: 'geometry',
    check: (node) => [...boxViolations(node), ...lineViolations(node), ...pointViolations(node)],
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:spatialCoverage/0/schema:geo/schema:box',
          value: '61,7 24,1 61,9 24,4',
        },
      ],
    },
  },
} satisfies RuleSet;

const geoShape = termIri('schema:GeoShape');

function placeStatements(): readonly string[] {
  return [...placeTerms.names, ...placeTerms.identifiers, ...placeTerms.address, geo];
}

/** Whether a value says a time, or says by a nil that there is none, where nils are accepted. */
function isTimeStated(value: FactValue, context: RuleContext): boolean {
  if (!isStated(value, context)) return false;
  return !isStated(value, { acceptsNil: false }) || !isEmptyTime(value);
}

/** `null/null` and the like, and a time of OWL-Time without content, which state nothing. */
function isEmptyTime(value: FactValue): boolean {
  if (value.kind === 'node' && isTimeNode(value)) {
    if (value.properties.every((property) => property === rdf.type)) return true;
  }
  const { reading, names } = readTimeValue(value);
  const isRead = reading.periods.length + reading.ages.length + names.length > 0;
  return !isRead && reading.remarks.some((remark) => isEmptyRemark(remark, value));
}

function isEmptyRemark(remark: TimeRemark, { kind }: FactValue): boolean {
  if (remark.kind !== 'time-unusable') return false;
  return remark.reason === 'null' || (kind === 'node' && remark.reason === 'empty');
}

/** Whether a text has the form of ISO 8601, exists (not 30 February), and is not reversed. */
function isIsoTime(value: FactValue): boolean {
  if (value.kind === 'node' || !isoTimeTest.test(value.text.trim())) return false;
  const { periods, remarks } = readTimeValue(value).reading;
  const isReversed = remarks.some(
    (remark) => remark.kind === 'time-repaired' && remark.repair === 'reversed',
  );
  return periods.length > 0 && !isReversed;
}

function isTimeNode({ types }: FactNode): boolean {
  return types.some((type) => timeClasses.includes(type));
}

/** Repairs that leave a single meaning. */
const sureTimeRepairs: ReadonlySet<TimeRepair> = new Set([
  'day-order',
  'digits',
  'misplaced',
  'month-name',
  'open-end',
  'reversed',
  'separator',
  'short-end',
  'year-count',
  'zone',
]);

/** The CDIF form of a time that has a single reading. */
function timeChange({ periods, ages, names, remarks }: TimeReading): JsonValue | undefined {
  const isSure = remarks.every(
    (remark) => remark.kind === 'time-repaired' && sureTimeRepairs.has(remark.repair),
  );
  if (!isSure || periods.length + ages.length !== 1) return undefined;
  const [period] = periods;
  if (period !== undefined) {
    const { start = '', end } = period;
    const isMoment = start === end && start.includes('-', 1);
    const text = isMoment ? start : formatPeriod(period);
    return isoTimeTest.test(text) ? text : undefined;
  }
  const [age] = ages;
  if (age === undefined || names.length > 0) return undefined;
  return {
    '@type': ['time:ProperInterval'],
    'time:hasBeginning': instantAt(age.older),
    'time:hasEnd': instantAt(age.younger),
  };
}

/** In millions of years before present. */
function instantAt(age: number): JsonValue {
  return {
    '@type': ['time:Instant'],
    'time:inTimePosition': {
      '@type': ['time:TimePosition'],
      'time:hasTRS': {
        '@id': 'http://www.opengis.net/def/crs/OGC/0/ChronometricGeologicTime',
      },
      'time:numericPosition': age,
    },
  };
}

/** Repairs that leave a single meaning. */
const sureGeometryRepairs: ReadonlySet<GeometryRepair> = new Set([
  'all-longitudes',
  'axis-order',
  'box-order',
  'decimal-commas',
  'edges-cut',
  'longitudes-wrapped',
  'other-shape',
  'ring-closed',
  'south-and-north-swapped',
]);

function isCertain({ boxes, certainty, remarks }: GeometryReading): boolean {
  const isSure = remarks.every(
    (remark) => remark.kind === 'geometry-repaired' && sureGeometryRepairs.has(remark.repair),
  );
  return boxes.length > 0 && certainty !== 'guessed' && isSure;
}

function boxViolations(node: FactNode): readonly Violation[] {
  return node.values([boxProperty]).flatMap((value): readonly Violation[] => {
    const text = factText(value)?.trim();
    if (text === undefined || !isStated(value, { acceptsNil: false })) return [];
    const reading = readGeometry(text, 'box', {});
    const isRead = reading.boxes.length > 0;
    // Doubts, such as a west that is greater than the east, are no matter of form.
    const isRepaired = reading.remarks.some(({ kind }) => kind !== 'geometry-doubtful');
    if (isRead && !isRepaired && boxTest.test(text)) return [];
    const written = formatBoxes(reading.boxes);
    return isCertain(reading) && reading.boxes.length === 1 && boxTest.test(written)
      ? [replacement(boxProperty, value, written)]
      : [{ property: boxProperty, value }];
  });
}

function lineViolations(node: FactNode): readonly Violation[] {
  return node.values([lineProperty]).flatMap((value) => {
    if (!isStated(value, { acceptsNil: false })) return [];
    const { boxes } = readGeometry(factText(value) ?? '', 'line', {});
    return boxes.length > 0 ? [] : [{ property: lineProperty, value }];
  });
}

/** Texts in place of numbers, longitudes from 0 to 360, and numbers off the globe. */
function pointViolations(node: FactNode): readonly Violation[] {
  return (['latitude', 'longitude'] as const).flatMap((axis) =>
    placeTerms[axis].flatMap((property) =>
      node.values([property]).flatMap((value) => {
        const text = factText(value)?.trim();
        if (text === undefined || !isStated(value, { acceptsNil: false })) return [];
        const degrees = readDegrees(text, axis);
        if (degrees === undefined) return [{ property, value }];
        const isRight = isNumber(value) && Number(text) === degrees;
        return isRight ? [] : [replacement(property, value, degrees)];
      }),
    ),
  );
}

/** Repairs that keep a coordinate of a point. */
const sureDegreeRepairs: ReadonlySet<GeometryRepair> = new Set([
  'decimal-commas',
  'longitudes-wrapped',
]);

/** A coordinate of a point in degrees of WGS 84; undefined where the text does not tell it. */
function readDegrees(text: string, axis: 'latitude' | 'longitude'): number | undefined {
  // Not 0, since a point at 0 0 is a default value.
  const position = { latitude: '1', longitude: '1', [axis]: text };
  const { boxes, remarks } = readPosition(position, {});
  const [point] = boxes;
  const isSure = remarks.every(
    (remark) => remark.kind === 'geometry-repaired' && sureDegreeRepairs.has(remark.repair),
  );
  return isSure ? point?.[axis === 'latitude' ? 'south' : 'west'] : undefined;
}

function isNumber(value: FactValue): boolean {
  return (
    value.kind === 'literal' && /#(?:decimal|double|float|integer)$/u.test(value.datatype ?? '')
  );
}

function replacement(property: string, value: FactValue, by: JsonValue): Violation {
  return { property, value, change: { kind: 'mechanical', act: 'replace', value: by } };
}

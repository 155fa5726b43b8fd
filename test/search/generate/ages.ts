import type { Random } from '../../expand/random.ts';
import { chance, type Draft, type Tree, type TreeNode } from './draft.ts';

/** Geologic times (row 25), on an axis of their own. */
type Way = (draft: Draft) => Tree;

/** Millions of years before present; `margin` covers editions of the chart and "present". */
function note(draft: Draft, older: number, younger: number, margin: number): void {
  draft.entry.ages.push({ start: -older, end: -younger, margin });
}

const chronometric = 'http://www.opengis.net/def/crs/OGC/0/ChronometricGeologicTime';
const gsq = 'https://vocabs.gsq.digital/object?uri=http://linked.data.gov.au/def/trs';
const beforePresent = 'http://schema.geoschemas.org/contexts/temporal#BeforePresent';
const unitKey = 'http://schema.geoschemas.org/contexts/temporal#GeologicTimeUnitAbbreviation';

/** A number so many of which are a million years, with the system or unit that says so. */
interface Scale {
  readonly perMillion: number;
  readonly trs: string;
  readonly unit?: string;
}

const scales: readonly Scale[] = [
  { perMillion: 1, trs: chronometric },
  { perMillion: 1, trs: chronometric },
  { perMillion: 1, trs: `${gsq}MillionsOfYearsAgo`, unit: 'Ma' },
  { perMillion: 1e6, trs: beforePresent },
  { perMillion: 1000, trs: `${gsq}ThousandsOfYearsAgo`, unit: 'ka' },
];

function position(random: Random, age: number, { perMillion, trs, unit }: Scale): TreeNode {
  const value = Number((age * perMillion).toFixed(3));
  const key = chance(random, 90) ? 'time:numericPosition' : 'time:nominalPosition';
  return {
    '@type': 'time:Instant',
    'time:inTimePosition': {
      '@type': 'time:TimePosition',
      'time:hasTRS': random.pick<Tree>([trs, { '@id': trs }]),
      [key]: random.pick<Tree>([
        value,
        String(value),
        { '@type': 'xsd:decimal', '@value': String(value) },
        { '@type': 'xsd:decimal', 'schema:value': value },
      ]),
      ...(unit === undefined
        ? {}
        : {
            [unitKey]: random.pick<Tree>([unit, { '@type': 'xsd:string', 'schema:value': unit }]),
          }),
    },
  };
}

const ageOf = (random: Random): number => Number((random.below(540_000) / 1000).toFixed(3));

const numbers: Way = (draft) => {
  const { random } = draft;
  const scale = random.pick(scales);
  const [a, b] = [ageOf(random), ageOf(random)];
  const [older, younger] = [Math.max(a, b), Math.min(a, b)];
  note(draft, older, younger, 0.0001);
  return {
    '@type': 'time:ProperInterval',
    'time:hasBeginning': position(random, older, scale),
    'time:hasEnd': position(random, younger, scale),
  };
};

const instant: Way = (draft) => {
  const { random } = draft;
  const age = ageOf(random);
  note(draft, age, age, 0.0001);
  return position(random, age, random.pick(scales));
};

/** A year so far before our era is none of the calendar. */
const farYear: Way = (draft) => {
  const { random } = draft;
  const years = 2_000_000 + random.below(400_000_000);
  note(draft, years / 1e6, years / 1e6, 0.003);
  return { '@type': 'schema:DateTime', 'schema:startDate': -years };
};

/** Names and bounds, rounded; editions of the chart differ by less than the margin. */
const eras: readonly (readonly [name: string, older: number, younger: number])[] = [
  ['Cambrian', 539, 485.4],
  ['Ordovician', 485.4, 443.8],
  ['Lower Ordovician', 485.4, 470],
  ['Silurian', 443.8, 419.2],
  ['Devonian', 419.2, 358.9],
  ['Middle Devonian', 393.3, 382.7],
  ['Carboniferous', 358.9, 298.9],
  ['Mississippian', 358.9, 323.2],
  ['Lower Carboniferous', 358.9, 323.2],
  ['Permian', 298.9, 251.9],
  ['Cisuralian', 298.9, 273],
  ['Lower Permian', 298.9, 273],
  ['Early Permian', 298.9, 273],
  ['Lopingian', 259.5, 251.9],
  ['Upper Permian', 259.5, 251.9],
  ['Triassic', 251.9, 201.4],
  ['Late Triassic', 237, 201.4],
  ['Jurassic', 201.4, 144],
  ['Lower Jurassic', 201.4, 174.5],
  ['Cretaceous', 144, 66],
  ['Late Cretaceous', 100.5, 66],
  ['Paleogene', 66, 23],
  ['Palaeogene', 66, 23],
  ['Eocene', 56, 33.9],
  ['Miocene', 23, 5.3],
];
const eraMargin = 2.6;

const named: Way = (draft) => {
  const [name, older, younger] = draft.random.pick(eras);
  note(draft, older, younger, eraMargin);
  draft.entry.timeNames.push(name);
  return draft.random.pick([name, name.toLowerCase(), name.toUpperCase()]);
};

const ischart = 'http://resource.geosciml.org/classifier/ics/ischart/';

const startedAndFinished: Way = (draft) => {
  const { random } = draft;
  const single = eras.filter(([name]) => !name.includes(' '));
  const [a, b] = [random.pick(single), random.pick(single)];
  const [first, last] = a[1] >= b[1] ? [a, b] : [b, a];
  note(draft, first[1], Math.min(last[2], first[2]), eraMargin);
  const as = (name: string): Tree =>
    random.pick<Tree>([`isc:${name}`, name, { '@id': `${ischart}${name}` }, `${ischart}${name}`]);
  return {
    '@type': 'time:ProperInterval',
    'time:intervalStartedBy': as(first[0]),
    'time:intervalFinishedBy': as(last[2] <= first[2] ? last[0] : first[0]),
  };
};

export const ages: readonly Way[] = [
  numbers,
  numbers,
  instant,
  farYear,
  named,
  named,
  startedAndFinished,
];

import type { PlacedBox } from '../entry.ts';
import { around, plainBox, placed } from './boxes.ts';
import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { identifierValue, written } from './identifiers.ts';
import { corners, shape, shapesOfOnePlace } from './shapes.ts';
import { asLiteral, polygonOf, wellKnownText } from './well-known-text.ts';
import { inMarkup, phrase } from './words.ts';

type Way = (draft: Draft) => void;

/** Where the resource is: nowhere, at one place or at several. */
export function addPlaces(draft: Draft): void {
  const { random } = draft;
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 1, 2, 3]);
  for (let index = 0; index < count; index += 1) random.pick(ways)(draft);
}

/** The place of something else than a dataset, such as a station: the place itself, under `geo`. */
export function addOwnPlace(draft: Draft): void {
  const { geo, boxes } = shape(draft.random);
  say(draft, 'schema:geo', geo);
  found(draft, boxes);
}

function found(draft: Draft, boxes: readonly PlacedBox[]): void {
  draft.entry.boxes.push(...boxes);
}

const spatialKey = (draft: Draft): string =>
  chance(draft.random, 90) ? 'schema:spatialCoverage' : 'schema:spatial';

/** A `Place`, with its name or without. */
function place(draft: Draft, rest: TreeNode): TreeNode {
  const { random, entry } = draft;
  const named: Record<string, Tree> = { '@type': 'schema:Place', ...rest };
  if (chance(random, 25)) {
    const name = phrase(random, 1, 3);
    entry.placeNames.push(name);
    named['schema:name'] = chance(random, 20) ? inMarkup(random, name) : name;
  } else if (chance(random, 5)) {
    named['schema:name'] = random.pick(nils);
  }
  if (chance(random, 25)) identify(draft, named);
  return named;
}

/** No place is named twice in a resource, where one node would say what two do. */
function identify({ random, entry, slot }: Draft, named: Record<string, Tree>): void {
  const number = random.below(12) * 10 + slot;
  const key = random.pick([
    `//marineregions.example/mrgid/${number}`,
    `//marineregions.example/mrgid/${number}`,
    `doi:10.5555/place.${number}`,
    `MOOR${number}`,
  ]);
  if (entry.placeIds.includes(key)) return;
  entry.placeIds.push(key);
  const text = written(random, key);
  if (/^https?:/u.test(text) && chance(random, 60)) {
    if (chance(random, 50)) named['@id'] = text;
    else named['schema:sameAs'] = random.pick<Tree>([text, { '@id': text }]);
  } else named['schema:identifier'] = identifierValue(random, text, 'https://codes.example/');
}

const shaped: Way = (draft) => {
  const { geo, boxes } = shape(draft.random);
  found(draft, boxes);
  say(draft, spatialKey(draft), place(draft, { 'schema:geo': geo }));
};

const severalShapes: Way = (draft) => {
  const shapes = shapesOfOnePlace(draft.random);
  found(
    draft,
    shapes.flatMap(({ boxes }) => boxes),
  );
  say(draft, spatialKey(draft), place(draft, { 'schema:geo': shapes.map(({ geo }) => geo) }));
};

const known: Way = (draft) => {
  const { text, boxes } = wellKnownText(draft.random);
  found(draft, boxes);
  const geometry = {
    '@type': 'geosparql:Geometry',
    'geosparql:asWKT': asLiteral(draft.random, text),
  };
  const way = draft.random.below(3);
  if (way === 0) say(draft, 'geosparql:hasGeometry', geometry);
  else say(draft, spatialKey(draft), place(draft, { 'geosparql:hasGeometry': geometry }));
};

/** The axes of the polygon are swapped for their syntax, as the WKT beside it shows (row 22). */
const agreeing: Way = (draft) => {
  const { random } = draft;
  const truth = { ...plainBox(random, 2), west: 10, east: 40 };
  const ring = corners(random, truth);
  found(draft, around(placed(truth), 'area', ring));
  const polygon = ring.map(([x, y]) => `${x},${y}`).join(' ');
  say(
    draft,
    'schema:spatialCoverage',
    place(draft, {
      'schema:geo': { '@type': 'schema:GeoShape', 'schema:polygon': polygon },
      'geosparql:hasGeometry': { 'geosparql:asWKT': polygonOf(random, ring) },
    }),
  );
};

const dcat: Way = (draft) => {
  const { random } = draft;
  const { text, boxes } = wellKnownText(random);
  found(draft, boxes);
  const key = random.pick(['dcat:bbox', 'locn:geometry']);
  say(draft, 'dcterms:spatial', {
    '@type': 'dcterms:Location',
    [key]: asLiteral(random, text),
  });
};

const onlyName: Way = (draft) => {
  const { random, entry } = draft;
  const name = phrase(random, 1, 3);
  entry.placeNames.push(name);
  const value = random.pick<Tree>([name, { '@type': 'schema:Place', 'schema:name': name }]);
  say(draft, spatialKey(draft), value);
};

const nil: Way = (draft) => {
  say(draft, spatialKey(draft), draft.random.pick(nils));
};

const ways: readonly Way[] = [
  shaped,
  shaped,
  shaped,
  shaped,
  shaped,
  severalShapes,
  known,
  known,
  agreeing,
  dcat,
  onlyName,
  nil,
];

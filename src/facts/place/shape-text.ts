import type { GeometryFault, GeometryRepair } from '../../model/geometry-remarks.ts';
import { parseLength } from './length.ts';
import { readNumbers, type NumberText } from './number-text.ts';
import type { NoShape, Position, ShapePart, WrittenOrder, WrittenShape } from './shape.ts';

/** Length of `kilometres`. */
const longestUnit = 10;

/** The forms of schema.org's text properties, and `extent` of DCAT-US `spatial`. */
export type TextForm = 'box' | 'circle' | 'extent' | 'line' | 'point' | 'polygon';

/** Reads a text of numbers in one of the forms. */
export function readShapeText(text: string, form: TextForm): WrittenShape | NoShape {
  // The remains of `S,W N,E` written by a program that had no numbers.
  if (!/[\p{L}\d]/u.test(text)) return unreadable('incomplete');
  switch (form) {
    case 'box':
      return readBoxText(text, { axes: 'lat-lon', by: 'usual' });
    case 'extent':
      return readBoxText(text, { axes: 'lon-lat', by: 'usual' });
    case 'circle':
      return readCircleText(text);
    case 'line':
    case 'point':
    case 'polygon':
      return readPathText(text, form);
  }
}

/** `S W N E` (schema.org: lower corner, upper corner), or `W,S,E,N` (DCAT-US 1.1 `spatial`). */
function readBoxText(text: string, order: WrittenOrder): WrittenShape | NoShape {
  const read = readNumbers(text, 4);
  if (read === undefined) return unreadable('malformed');
  const [one, two, three, four] = read.numbers;
  if (four === undefined || three === undefined || two === undefined || one === undefined) {
    if (read.numbers.length !== 2) return unreadable('incomplete');
    // DCAT-US also allows a latitude and a longitude.
    return readPathText(text, order.axes === 'lon-lat' ? 'point' : 'box');
  }
  if (read.numbers.length > 4) return readPathText(text, 'box');
  const corners: [Position, Position] = [
    [one, two],
    [three, four],
  ];
  return createGeometry({ text, read, form: 'box' }, [{ kind: 'box', corners }], order);
}

/** A position and a radius (schema.org `circle`), in metres if it has no unit. */
function readCircleText(text: string): WrittenShape | NoShape {
  const unit = /(?:^|[^a-z])([a-z]+)$/iu.exec(text.trim().slice(-longestUnit))?.[1] ?? '';
  const read = readNumbers(text.trim().slice(0, text.trim().length - unit.length), 3);
  if (read === undefined) return unreadable('malformed');
  const [one, two, radius] = read.numbers;
  if (one === undefined || two === undefined || radius === undefined)
    return unreadable('incomplete');
  const radiusMetres = parseLength(String(radius), unit);
  if (read.numbers.length > 3 || radiusMetres === undefined) return unreadable('malformed');
  const circle = { kind: 'circle', centre: [one, two], radiusMetres } as const;
  return createGeometry({ text, read, form: 'circle' }, [circle], { axes: 'lat-lon', by: 'usual' });
}

/** Reads consecutive positions. Too few of them give a point or a line, whatever the form. */
function readPathText(text: string, form: 'box' | 'line' | 'point' | 'polygon') {
  const read = readNumbers(text, form === 'point' ? 2 : undefined);
  if (read === undefined) return unreadable('malformed');
  const size = numbersPerPosition(read);
  if (read.numbers.length % size !== 0) return unreadable('incomplete');
  const positions: Position[] = [];
  for (let at = 0; at < read.numbers.length; at += size) {
    positions.push([read.numbers[at] ?? 0, read.numbers[at + 1] ?? 0]);
  }
  return createGeometry(
    { text, read, form },
    [pathPart(positions, form)],
    axisOrderOfSeparators(read, size),
  );
}

function pathPart(positions: readonly Position[], form: string): ShapePart {
  const [first, second] = positions;
  if (first !== undefined && positions.length === 1) return { kind: 'point', at: first };
  if (form === 'line' || positions.length < 3 || second === undefined) {
    return { kind: 'line', along: positions };
  }
  return { kind: 'polygon', rings: [positions] };
}

/** Numbers per position: two, or three with heights (`lon,lat,height lon,lat,height`). */
function numbersPerPosition({ separators, numbers }: NumberText): 2 | 3 {
  const outer = separators.findIndex((separator) => separator !== separators[0]);
  return outer === 2 && numbers.length % 3 === 0 ? 3 : 2;
}

/**
 * The axis order implied by the separators. Pairs joined by commas have longitude first, as in WKT;
 * with a comma inside each pair, schema.org's order is likely but not certain. A single separator
 * throughout is schema.org's form: latitude first.
 */
function axisOrderOfSeparators({ separators, axes }: NumberText, size: 2 | 3): WrittenOrder {
  const outer = separators[size - 1];
  if (axes.some((axis) => axis !== undefined) || outer === undefined || outer === separators[0]) {
    return { axes: 'lat-lon', by: 'usual' };
  }
  return { axes: outer === 'comma' ? 'lon-lat' : 'lat-lon', by: 'custom' };
}

interface ParsedText {
  readonly text: string;
  readonly read: NumberText;
  readonly form: string;
}

function createGeometry(
  { text, read, form }: ParsedText,
  parts: readonly ShapePart[],
  usual: WrittenOrder,
): WrittenShape | NoShape {
  const order = axisOrderOfLetters(read) ?? usual;
  if (order === 'contradictory') return unreadable('malformed');
  const repairs: GeometryRepair[] = read.decimalCommas ? ['decimal-commas'] : [];
  if (form !== parts[0]?.kind) repairs.push('other-shape');
  return { value: text, parts, order, repairs };
}

/** The axis order stated by hemisphere letters, if there are any. */
function axisOrderOfLetters({ axes }: NumberText): WrittenOrder | 'contradictory' | undefined {
  const orders = new Set(
    axes.flatMap((axis, index) => {
      if (axis === undefined) return [];
      return (axis === 'latitude') === (index % 2 === 0)
        ? ['lat-lon' as const]
        : ['lon-lat' as const];
    }),
  );
  const [first] = orders;
  if (first === undefined) return undefined;
  return orders.size > 1 ? 'contradictory' : { axes: first, by: 'fixed' };
}

function unreadable(reason: GeometryFault): NoShape {
  return { fault: reason };
}

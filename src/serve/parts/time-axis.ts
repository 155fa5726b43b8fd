import { eraNamed, type Era } from '../../facts/time/era-named.ts';
import { grouped } from '../../text/amounts.ts';

/** Where moments are between the two ends of a line. */
export interface TimeAxis {
  /** From 0 at the left end to 1 at the right one, also for what lies beyond. */
  readonly at: (moment: number) => number;
  readonly ticks: readonly AxisTick[];
}

export interface AxisTick {
  readonly at: number;
  readonly text: string;
}

/** Years have these distances on an axis, or ten times as much and so on. */
const distances = [1, 2, 5, 10, 20, 25, 50];
const mostTicks = 5;

/**
 * An axis of years as ISO 8601 counts them, on which each of some edges has the same distance from
 * the next: those of one width, before and after which there may be one of another.
 */
export function yearAxis(edges: readonly number[]): TimeAxis {
  const at = (year: number): number => {
    const bin = Math.max(
      edges.slice(0, -1).findLastIndex((edge) => edge <= year),
      0,
    );
    const [begin = 0, end = 0] = [edges[bin], edges[bin + 1]];
    return within((bin + Math.min((year - begin) / (end - begin), 1)) / (edges.length - 1));
  };
  const [begin, end] = evenPart(edges);
  let distance = 1;
  for (let power = 1; (end - begin) / distance > mostTicks; power *= 10) {
    const enough = distances.find((each) => (end - begin) / (each * power) <= mostTicks);
    distance = enough === undefined ? 50 * power : enough * power;
  }
  const ticks: AxisTick[] = [];
  for (let year = Math.ceil(begin / distance) * distance; year < end; year += distance) {
    ticks.push({ at: at(year), text: yearText(year) });
  }
  return { at, ticks };
}

/** The part of an axis whose bins have one width. */
function evenPart(edges: readonly number[]): readonly [begin: number, end: number] {
  const widths = edges.slice(1).map((edge, bin) => edge - (edges[bin] ?? 0));
  const usual = Math.min(...widths);
  const begin = edges[widths[0] === usual ? 0 : 1] ?? 0;
  return [begin, edges.at(widths.at(-1) === usual ? -1 : -2) ?? 0];
}

/** `2017`, `−500`: as ISO 8601 counts years, and as they are asked for. */
export function yearText(year: number): string {
  return year < 0 ? `−${-year}` : String(year);
}

/**
 * An axis of ages in millions of years, the oldest left, on which each of some edges has the same
 * distance from the next and what lies between is logarithmic.
 * @param edges the last may be 0
 */
export function ageAxis(edges: readonly number[]): TimeAxis {
  const at = (age: number): number => {
    const bin = Math.max(
      edges.findLastIndex((edge) => edge >= age),
      0,
    );
    const [older = 0, younger = 0] = [edges[bin], edges[bin + 1]];
    const part =
      younger > 0 ? Math.log(older / age) / Math.log(older / younger) : 1 - age / (older || 1);
    return within((bin + part) / (edges.length - 1));
  };
  return {
    at,
    ticks: apart(edges.filter(isLabelled).map((age) => ({ at: at(age), text: ageText(age) }))),
  };
}

/** Powers of ten, and today. */
function isLabelled(age: number): boolean {
  return age === 0 || Math.abs(Math.log10(age) - Math.round(Math.log10(age))) < 1e-6;
}

/** The part of the axis that a text takes at most. */
const textWidth = 0.19;

/** As many texts as have room, from the right end on. */
function apart(ticks: readonly AxisTick[]): readonly AxisTick[] {
  const kept: AxisTick[] = [];
  for (const tick of ticks.toReversed()) {
    if (tick.at <= (kept.at(-1)?.at ?? Infinity) - textWidth) kept.push(tick);
  }
  return kept.toReversed();
}

/** `100 Ma`, `10 ka`, `today`. */
export function ageText(age: number): string {
  if (age === 0) return 'today';
  return age >= 1 ? `${grouped(age)} Ma` : `${Math.round(age * 1e3 * 1e3) / 1e3} ka`;
}

function within(part: number): number {
  return Math.min(Math.max(Number.isNaN(part) ? 0 : part, 0), 1);
}

/** Units of the chronostratigraphic chart, from the oldest on, with the letters that geologists use. */
const chartUnits = [
  ['Hadean', 'HA'],
  ['Archean', 'AR'],
  ['Proterozoic', 'PR'],
  ['Cambrian', 'Ꞓ'],
  ['Ordovician', 'O'],
  ['Silurian', 'S'],
  ['Devonian', 'D'],
  ['Carboniferous', 'C'],
  ['Permian', 'P'],
  ['Triassic', 'T'],
  ['Jurassic', 'J'],
  ['Cretaceous', 'K'],
  ['Paleogene', 'Pg'],
  ['Neogene', 'N'],
  ['Quaternary', 'Q'],
] as const;

/** A unit of the chart on an axis. */
export interface ChartBand extends Era {
  readonly letters: string;
}

/** Eons before the Cambrian, then periods; the oldest first. */
export const chartBands: readonly ChartBand[] = chartUnits.flatMap(([name, letters]) => {
  const era = eraNamed(name);
  return era === undefined ? [] : [{ ...era, letters }];
});

import type { EngineUse } from '../model/run.ts';
import { usualCharacters } from './catalogue-layout.ts';

/** Statements, and the characters of their N-Quads. */
export interface GraphSize {
  readonly quads: number;
  readonly characters: number;
}

/** WebAssembly can address 4,295 MB; the rest is for queries, of which those that sort or group need some. */
const defaultCapacityBytes = 3.8e9;

/** Of the memory for graphs. From here on a harvest says so. */
const nearlyFull = 0.8;

/**
 * The memory that statements take in the engine, in bytes: an estimate, on the safe side for most data. A statement takes
 * 255 and each distinct text of more than 15 characters some 170 and its length; how many those are is told by the length
 * of the statements as far as it is usual, and what is longer is long texts. Measured, a statement, beside the estimate:
 * records of the benchmark 312 (380), with short texts only 265 (308), with five texts of 2,000 characters 365 (459), with one of
 * 40,000 characters 638 (746). Where all texts differ it is too low: 468 (380); such a catalogue runs out of memory at nine
 * million statements.
 */
export function neededBytes({ quads, characters }: GraphSize): number {
  const usual = Math.min(characters, quads * usualCharacters);
  return quads * 100 + usual * 2 + (characters - usual) * 1.1;
}

/** How much of its memory the engine needs for statements. */
export function engineUse(size: GraphSize, capacityBytes = defaultCapacityBytes): EngineUse {
  return { neededBytes: neededBytes(size), capacityBytes };
}

/** Whether it is time to do something about it. */
export function isNearlyFull({ neededBytes: needed, capacityBytes }: EngineUse): boolean {
  return needed > nearlyFull * capacityBytes;
}

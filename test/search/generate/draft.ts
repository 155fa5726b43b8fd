import type { Random } from '../../expand/random.ts';
import type { Entry } from '../entry.ts';

/** JSON-LD as it is before its spelling is chosen: keys and types have a prefix, IRIs are whole. */
export type Tree = boolean | number | string | null | readonly Tree[] | TreeNode;
export interface TreeNode {
  readonly [key: string]: Tree;
}

/** A resource being generated: its document and the truth. Each generator adds to both. */
export interface Draft {
  readonly random: Random;
  readonly node: Record<string, Tree[]>;
  readonly entry: Entry;
  /** Which resource of its document it is, from 0 to 9. */
  readonly slot: number;
  /** Whether it is described in the terms of DCAT where those say it. */
  readonly inDcat: boolean;
}

/** Says one more thing of the resource. */
export function say(draft: Draft, key: string, ...values: readonly Tree[]): void {
  (draft.node[key] ??= []).push(...values);
}

/** True so many times in a hundred. */
export const chance = (random: Random, percent: number): boolean => random.below(100) < percent;

/** Values that say that there is no value. */
export const nils: readonly Tree[] = [
  'nil:missing',
  'nil:unknown',
  'http://www.opengis.net/def/nil/OGC/0/missing',
  'https://www.opengis.net/def/nil/OGC/0/unknown',
  'http://www.opengis.net/def/nil/ogc/0/inapplicable',
  { '@id': 'http://www.opengis.net/def/nil/OGC/0/withheld' },
  'missing',
  'Missing',
  'unknown',
  'Unknown',
  'None',
  'null',
  'NaN',
  'nan',
  'N/A',
  '',
  ' ',
];

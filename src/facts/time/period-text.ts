import type { Period } from '../../model/search-facts.ts';

/** A period as ISO 8601 writes intervals, `..` where it is open (ISO 8601-2): `2017/..`. */
export function periodText({ start = '..', end = '..' }: Period): string {
  return `${start}/${end}`;
}

import type { Period } from '../../model/search-facts.ts';

/** Formats a period as an ISO 8601 interval, with `..` for open ends (ISO 8601-2): `2017/..`. */
export function periodText({ start = '..', end = '..' }: Period): string {
  return `${start}/${end}`;
}

import type { TypedLink } from '../../src/model/typed-link.ts';

/** Where the links of the tests are found. */
export const base = 'https://soil.example/dataset/7';

/** A typed link from `base`, or what is given in its place. */
export function link(rel: string, target: string, rest: Partial<TypedLink> = {}): TypedLink {
  return { context: base, rel, target, profiles: [], ...rest };
}

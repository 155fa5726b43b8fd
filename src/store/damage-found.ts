import type { GraphFacts } from './rows.ts';

/**
 * Something in a catalogue is not what was written. Whoever opened the catalogue says so: see
 * `damage.ts`.
 */
export class DamageFound extends Error {
  override readonly name = 'DamageFound' as const;
}

/** Every record is made from a document that is kept as long as the record. */
export function documentMissing({ graph }: Pick<GraphFacts, 'graph'>): DamageFound {
  return new DamageFound(`the document of ${graph} is missing`);
}

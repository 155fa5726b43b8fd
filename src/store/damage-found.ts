/** Something in a catalogue is not what was written. Whoever opened the catalogue says so: see `damage.ts`. */
export class DamageFound extends Error {
  override readonly name = 'DamageFound' as const;
}

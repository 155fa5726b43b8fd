const { PROVE, PROVE_SEED } = process.env;

/** Whether proofs run in full, as `npm run prove` runs them; otherwise each runs a sample. */
export const provesInFull = PROVE !== undefined;

const factor = numberIn('PROVE', PROVE ?? '1');
if (factor <= 0) throw new RangeError('PROVE must be more than 0.');

/**
 * The size of a proof: a number of rounds, records or questions.
 * @param sample in `npm test`
 * @param full in `npm run prove`, which the environment variable PROVE multiplies
 */
export function proofSize(sample: number, full: number): number {
  return provesInFull ? Math.ceil(full * factor) : sample;
}

/** The seed of a proof's random numbers: fixed, unless PROVE_SEED sets another. */
export function proofSeed(fixed: number): number {
  return PROVE_SEED === undefined ? fixed : numberIn('PROVE_SEED', PROVE_SEED);
}

function numberIn(variable: string, text: string): number {
  const number = Number.parseFloat(text);
  if (Number.isNaN(number)) throw new RangeError(`${variable} must be a number, not "${text}".`);
  return number;
}

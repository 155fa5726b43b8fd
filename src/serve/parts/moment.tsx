/** A time as people read it, to the minute: `2026-11-26 18:26 UTC`. @param at ISO 8601, UTC */
export function minuteText(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

/** The same as an element. */
export function Moment({ at }: { readonly at: string }) {
  return <time datetime={at}>{minuteText(at)}</time>;
}

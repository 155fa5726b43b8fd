/**
 * The names by which a program selects its rules: the first step with a group that has rules
 * counts; names within a step are alternatives. Names are product tokens (RFC 9309 §2.2.1) in lower
 * case, or `*`.
 */
export type AgentSteps = readonly (readonly string[])[];

/**
 * Ours: `cdif-graph`; then `CDIF`, the product token of `CDIF1.0`, which CDIF gives to all
 * harvesters of its metadata; then `*`.
 */
export const ourAgents: AgentSteps = [['cdif-graph'], ['cdif'], ['*']];

const tokenPattern = /^[A-Za-z_-]*/u;
/** Google reads `*` followed by words as `*`. */
const everybodyPattern = /^\*(?:$|[\t ])/u;

/**
 * The product token at the start of a user-agent value, in lower case, or `*`: letters, `-` and `_`
 * (RFC 9309 §2.2.1). The rest, mostly a version, is dropped as Google does. Empty where there is
 * none.
 */
export function productToken(value: string): string {
  if (everybodyPattern.test(value)) return '*';
  return tokenPattern.exec(value)?.[0].toLowerCase() ?? '';
}

/**
 * Whether a user-agent line addresses harvesters of CDIF metadata: `CDIF1.0`, `CDIF`, `cdif/1.1`.
 */
export function isCdifAgent(value: string): boolean {
  return productToken(value) === 'cdif';
}

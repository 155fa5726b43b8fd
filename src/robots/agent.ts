/**
 * By which names a program looks for its rules: the first step counts whose groups have a rule. The names of one step
 * are alternatives. They are product tokens (RFC 9309 §2.2.1) in lower case, or `*`.
 */
export type AgentSteps = readonly (readonly string[])[];

/**
 * Ours: our own name; the one that CDIF gives to all that look for its metadata, `CDIF1.0`, whose product token is
 * `CDIF`; whatever holds for everybody.
 */
export const ourAgents: AgentSteps = [['cdif-graph'], ['cdif'], ['*']];

const tokenPattern = /^[A-Za-z_-]*/u;
/** Google takes `*` with words behind it for `*`. */
const everybodyPattern = /^\*(?:$|[\t ])/u;

/**
 * The product token that the value of a user-agent line begins with, in lower case, or `*`: letters, `-` and `_`
 * (RFC 9309 §2.2.1). What follows, a version mostly, is cut off, as Google does it. The empty string where there is none.
 */
export function productToken(value: string): string {
  if (everybodyPattern.test(value)) return '*';
  return tokenPattern.exec(value)?.[0].toLowerCase() ?? '';
}

/** Whether a user-agent line speaks to programs that look for CDIF metadata: `CDIF1.0`, `CDIF`, `cdif/1.1`. */
export function isCdifAgent(value: string): boolean {
  return productToken(value) === 'cdif';
}

import { factText } from '../facts/record/record-graph.ts';
import { assignToRecord } from '../model/problem-tally.ts';
import { cut } from '../model/problem-texts/problem-text.ts';
import { type Problem, type UnmetFacts, unmetKinds } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { RuleFinding } from './check-profile.ts';
import { ruleOf } from './rules/rule-catalogue.ts';
import type { CheckedProfile } from './validate-record.ts';

/**
 * The findings of a validated record as its problems: one for each rule of each profile, whatever
 * the number of its values. Without places in the document, which `cdif-graph validate` gives.
 */
export function validationProblems(
  { graph, documentUrl: url }: Pick<RecordGraph, 'graph' | 'documentUrl'>,
  checked: readonly CheckedProfile[],
): readonly Problem[] {
  return checked.flatMap(({ profile, checks, verdict }) => {
    const findings = checks.flatMap((check) => check.findings);
    return verdict.unmet.map(({ rule, severity }) => {
      const own = findings.filter(({ requirement }) => requirement.rule === rule);
      const facts = unmetFacts(profile.id, own);
      return assignToRecord({ kind: unmetKinds[severity], url, rule, ...facts }, graph);
    });
  });
}

function unmetFacts(profile: string, findings: readonly RuleFinding[]): Omit<UnmetFacts, 'rule'> {
  const [first] = findings;
  const { title = '', asked = '' } = first === undefined ? {} : ruleOf(first.requirement.rule);
  const value = findings.map(valueOf).find((text) => text !== undefined);
  const shown = value === undefined ? {} : { firstValue: cut(value) };
  return { profile, title, asked, count: findings.length, ...shown };
}

function valueOf({ violation: { found, value } }: RuleFinding): string | undefined {
  const text = found ?? (value && factText(value));
  return text?.trim() === '' ? undefined : text;
}

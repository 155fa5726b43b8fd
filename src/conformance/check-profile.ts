import type { FactNode } from '../facts/record/record-graph.ts';
import type { Severity } from '../model/problem.ts';
import type { CheckedRecord } from './checked-record.ts';
import { acceptsNil, type Profile, type Requirement, severityOfLevel } from './profile.ts';
import type { Violation } from './rule.ts';
import { ruleOf } from './rules/rule-catalogue.ts';

/** A violation of a rule that a profile asks for, in terms of the record graph. */
export interface RuleFinding {
  readonly requirement: Requirement;
  readonly severity: Severity;
  readonly subject: FactNode;
  readonly violation: Violation;
}

/** How many things of a record a requirement is about, and how many of them meet it. */
export interface RequirementTally {
  readonly requirement: Requirement;
  /** 0 where the record has no such thing: nothing is asked then. */
  readonly of: number;
  readonly met: number;
}

/** How a described resource meets a profile. */
export interface ProfileCheck {
  readonly findings: readonly RuleFinding[];
  readonly tallies: readonly RequirementTally[];
}

/** Checks a described resource of a record against the rules of a profile, in their order. */
export function checkProfile(record: CheckedRecord, { requirements }: Profile): ProfileCheck {
  const findings: RuleFinding[] = [];
  const tallies = requirements.map((requirement): RequirementTally => {
    const rule = ruleOf(requirement.rule);
    const context = { record, acceptsNil: acceptsNil(requirement.level) };
    const severity = requirement.severity ?? severityOfLevel[requirement.level];
    const subjects = subjectsOf(requirement, record);
    let met = 0;
    for (const subject of subjects) {
      const violations = rule
        .check(subject, context)
        .filter(({ property = '' }) => requirement.properties?.includes(property) !== false);
      if (violations.length === 0) met += 1;
      for (const violation of violations) {
        findings.push({
          requirement,
          severity,
          subject: violation.node ?? subject,
          violation: suggest(requirement, violation),
        });
      }
    }
    return { requirement, of: subjects.length, met };
  });
  return { findings, tallies };
}

function subjectsOf({ rule, unless }: Requirement, record: CheckedRecord): readonly FactNode[] {
  const subjects = record.subjects(ruleOf(rule).of);
  if (unless === undefined) return subjects;
  const other = ruleOf(unless);
  const told = new Set(
    record
      .subjects(other.of)
      .filter((subject) => other.check(subject, { record, acceptsNil: false }).length > 0),
  );
  return subjects.filter((subject) => !told.has(subject));
}

/** The violation with what the profile itself wants an author to add, or to write for a nil. */
function suggest({ addition }: Requirement, violation: Violation): Violation {
  const { change } = violation;
  if (addition === undefined || change === undefined) return violation;
  const { property, value } = addition;
  const { act } = change;
  const suggested: Violation = { ...violation, change: { kind: 'author', act, value } };
  return act === 'add' ? { ...suggested, property } : suggested;
}

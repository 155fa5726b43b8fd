import { readFileSync } from 'node:fs';
import { checkProfile, type RuleFinding } from '../../src/conformance/check-profile.ts';
import { readCheckedRecords } from '../../src/conformance/checked-record.ts';
import { findProfile } from '../../src/conformance/profiles/profile-catalogue.ts';
import type { GoodRecord, Violation } from '../../src/conformance/rule.ts';
import { ruleOf } from '../../src/conformance/rules/rule-catalogue.ts';
import { factText } from '../../src/facts/record/record-graph.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import type { JsonObject } from '../../src/text/json.ts';
import { graphsOf } from '../expand/expanding.ts';

/** A record of `docs/rules/records`, each time another object. */
export function goodRecord(name: GoodRecord): JsonObject {
  const file = new URL(`../../docs/rules/records/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject; // a JSON-LD document
}

/** The findings of a profile in all records of a document. */
export async function findingsIn(
  document: JsonObject,
  profileId: string,
): Promise<readonly RuleFinding[]> {
  const profile = findProfile(profileId);
  if (profile === undefined) throw new Error(`no profile ${profileId}`);
  const records = await graphsOf([document]);
  if (records.length === 0) throw new Error('no record');
  return records
    .flatMap((graph) => readCheckedRecords(graph))
    .flatMap((record) => checkProfile(record, profile).findings);
}

/**
 * The findings of a profile, each as its severity and rule, with the wrong value if there is one.
 */
export async function linesOf(document: JsonObject, profileId: string): Promise<readonly string[]> {
  const findings = await findingsIn(document, profileId);
  return findings.map(({ severity, requirement, violation }) =>
    [severity, requirement.rule, foundIn(violation)].flatMap((part) => part ?? []).join(' '),
  );
}

/** What breaks a rule in a document: the found values, and what to write instead. */
export async function violationsOf(
  document: JsonObject,
  id: RuleId,
  { acceptsNil = false }: { readonly acceptsNil?: boolean } = {},
): Promise<readonly { found?: string | undefined; change?: Violation['change'] }[]> {
  const rule = ruleOf(id);
  const records = (await graphsOf([document])).flatMap((graph) => readCheckedRecords(graph));
  const violations = records.flatMap((record) =>
    record.subjects(rule.of).flatMap((subject) => rule.check(subject, { record, acceptsNil })),
  );
  return violations.map((violation) => {
    const { change } = violation;
    return Object.assign({ found: foundIn(violation) }, change && { change });
  });
}

function foundIn({ found, value }: Violation): string | undefined {
  return found ?? (value === undefined ? undefined : factText(value));
}

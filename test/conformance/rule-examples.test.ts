import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import type { Profile } from '../../src/conformance/profile.ts';
import type { GoodRecord, Rule } from '../../src/conformance/rule.ts';
import { ruleCatalogue } from '../../src/conformance/rules/rule-catalogue.ts';
import type { Finding } from '../../src/model/finding.ts';
import { applyJsonPatch } from '../../src/text/json-patch.ts';
import type { JsonValue } from '../../src/text/json.ts';
import { goodRecord } from './checking.ts';
import { findingsIn } from './validating.ts';

/** The profiles all of whose requirements a good record meets. */
const profilesOf: Readonly<Record<GoodRecord, RegExp>> = {
  cdif: /^cdif-(?:core|discovery)-/u,
  'cdif-draft': /^cdif-draft$/u,
  croissant: /^croissant-/u,
  dataone: /^dataone$/u,
  google: /^google-dataset$/u,
  soso: /^soso$/u,
};

const goodRecords = Object.keys(profilesOf) as readonly GoodRecord[]; // its own names
const rules: readonly (readonly [string, Rule])[] = Object.entries(ruleCatalogue);

describe('a good record', () => {
  it.each(goodRecords.flatMap((record) => goodFor(record).map(({ id }) => [record, id] as const)))(
    'like %s.json has no finding by %s',
    async (record, profile) => {
      expect(await findingsOf(goodRecord(record), profile)).toEqual([]);
    },
  );

  it('is there for each profile', () => {
    const without = profileCatalogue.filter(({ id }) => {
      return !goodRecords.some((record) => profilesOf[record].test(id));
    });
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('the example of a rule', () => {
  it.each(rules)('breaks only the rule %s, and its remedy mends it', async (id, rule) => {
    const { example, remedy } = rule;
    const profiles = goodFor(example.record);
    const spoilt = goodRecord(example.record);
    // JSON Patch tells of each operation that does not apply.
    expect(applyPatch(spoilt, [...example.patch])).toEqual(example.patch.map(() => null));
    for (const profile of profiles) {
      const findings = await findingsOf(spoilt, profile.id);
      const expected = hasRule(profile, id) ? [id] : [];
      const found = new Set(findings.map((finding) => finding.rule));
      expect([profile.id, ...found]).toEqual([profile.id, ...expected]);
      if (remedy === 'author' || expected.length === 0) continue;
      expect(findings.map((finding) => finding.remedy?.kind)).toEqual(findings.map(() => remedy));
      expect(await findingsOf(mended(spoilt, findings), profile.id)).toEqual([]);
    }
    expect(profiles.some((profile) => hasRule(profile, id))).toBe(true);
  });
});

/** The findings of a profile alone, without what reading met. */
async function findingsOf(record: JsonValue, profile: string): Promise<readonly Finding[]> {
  const findings = await findingsIn(record, [profile]);
  return findings.filter((finding) => finding.profile === profile);
}

function mended(record: JsonValue, findings: readonly Finding[]): JsonValue {
  const patch = findings.flatMap((finding) => finding.remedy?.patch ?? []);
  const text = applyJsonPatch(JSON.stringify(record), patch);
  return JSON.parse(text ?? 'null') as JsonValue; // a text that was JSON before
}

function goodFor(record: GoodRecord): readonly Profile[] {
  return profileCatalogue.filter(({ id }) => profilesOf[record].test(id));
}

function hasRule({ requirements }: Profile, id: string): boolean {
  return requirements.some(({ rule }) => rule === id);
}

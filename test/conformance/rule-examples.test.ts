import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import type { Profile } from '../../src/conformance/profile.ts';
import type { GoodRecord, Rule } from '../../src/conformance/rule.ts';
import { ruleCatalogue } from '../../src/conformance/rules/rule-catalogue.ts';
import { findingsIn, goodRecord } from './checking.ts';

/** The profiles all of whose requirements a good record meets. */
const profilesOf: Readonly<Record<GoodRecord, RegExp>> = {
  cdif: /^cdif-(?:core|discovery)-/u,
  'cdif-draft': /^cdif-draft$/u,
  croissant: /^croissant-/u,
  dataone: /^dataone$/u,
  google: /^google-dataset$/u,
  soso: /^soso$/u,
};

/** Rules that no profile asks for as yet. */
const unasked: ReadonlySet<string> = new Set(['distribution-description', 'language']);

const goodRecords = Object.keys(profilesOf) as readonly GoodRecord[]; // its own names
const rules: readonly (readonly [string, Rule])[] = Object.entries(ruleCatalogue);

describe('a good record', () => {
  it.each(goodRecords.flatMap((record) => goodFor(record).map(({ id }) => [record, id] as const)))(
    'like %s.json has no finding by %s',
    async (record, profile) => {
      expect(await rulesOf(await findingsIn(goodRecord(record), profile))).toEqual([]);
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
  it.each(rules)('breaks only the rule %s', async (id, { example }) => {
    const profiles = goodFor(example.record);
    for (const profile of profiles) {
      const spoilt = goodRecord(example.record);
      // JSON Patch tells of each operation that does not apply.
      expect(applyPatch(spoilt, [...example.patch])).toEqual(example.patch.map(() => null));
      const findings = await findingsIn(spoilt, profile.id);
      const expected = hasRule(profile, id) ? [id] : [];
      expect([profile.id, ...new Set(rulesOf(findings))]).toEqual([profile.id, ...expected]);
    }
    expect(profiles.some((profile) => hasRule(profile, id))).toBe(!unasked.has(id));
  });
});

function goodFor(record: GoodRecord): readonly Profile[] {
  return profileCatalogue.filter(({ id }) => profilesOf[record].test(id));
}

function hasRule({ requirements }: Profile, id: string): boolean {
  return requirements.some(({ rule }) => rule === id);
}

function rulesOf(findings: Awaited<ReturnType<typeof findingsIn>>): readonly string[] {
  return findings.map(({ requirement }) => requirement.rule);
}

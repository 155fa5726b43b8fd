import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import { acceptsNil, type Profile } from '../../src/conformance/profile.ts';
import type { GoodRecord, Rule } from '../../src/conformance/rule.ts';
import { ruleCatalogue } from '../../src/conformance/rules/rule-catalogue.ts';
import type { Finding } from '../../src/model/finding.ts';
import { applyJsonPatch, type PatchOperation } from '../../src/text/json-patch.ts';
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

describe('a value that says nothing in place of what a rule asks for', () => {
  const removing = rules.filter(([id, { example }]) => {
    // The context of Croissant makes the IRI of a class of each text under dataType.
    return id !== 'croissant-data-type' && example.patch.every(removesMember);
  });
  // A nil is a statement to some rules of the draft; a template that nobody filled in to none.
  const nothings = ['n/a', '{to be written}'];
  it.each(nothings.flatMap((nothing) => removing.map(([id, rule]) => ({ nothing, id, rule }))))(
    'is replaced and does not stay beside the statement: $nothing, $id',
    async ({ nothing, id, rule: { example } }) => {
      const paths = example.patch.map(({ path }) => path);
      const spoilt = goodRecord(example.record);
      applyPatch(
        spoilt,
        paths.map((path) => ({ op: 'replace', path, value: nothing })),
      );
      for (const { id: profile, requirements } of goodFor(example.record)) {
        const requirement = requirements.find(({ rule }) => rule === id);
        if (requirement === undefined) continue;
        const findings = await findingsOf(spoilt, profile);
        const remedies = findings.filter(({ rule }) => rule === id).map(({ remedy }) => remedy);
        const isStatement = nothing === 'n/a' && acceptsNil(requirement.level);
        expect(remedies.length > 0).toBe(!isStatement);
        for (const remedy of remedies) {
          const [operation] = remedy?.patch ?? [];
          expect(operation?.op).toBe('replace');
          expect(paths).toContain(operation?.path);
          expect(JSON.stringify(operation)).not.toContain(JSON.stringify(nothing));
        }
      }
    },
  );
});

/** Whether an operation removes a property with all its values. */
function removesMember({ op, path }: PatchOperation): boolean {
  return op === 'remove' && !/\/(?:@\w+|\d+)$/u.test(path);
}

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

import { describe, expect, it } from 'vitest';
import { findProfile } from '../../../src/conformance/profiles/profile-catalogue.ts';
import { ruleOf } from '../../../src/conformance/rules/rule-catalogue.ts';
import {
  describeFinding,
  findingsIn,
  fixedRecord,
  goodRecord,
  patchedRecord,
} from '../../support/validate-record.ts';

const good = goodRecord('cdif');

describe.each(['cdif-core-1.0', 'cdif-core-1.1', 'cdif-discovery-1.0', 'cdif-discovery-1.1'])(
  'the profile %s',
  (id) => {
    const requirements = findProfile(id)?.requirements ?? [];
    const rules = [...new Set(requirements.map(({ rule }) => rule))];

    it('finds nothing in the good record', async () => {
      expect(await findingsIn(good, id)).toEqual([]);
    });

    it.each(rules)('finds only %s in its example', async (rule) => {
      const { example } = ruleOf(rule);
      const bad = patchedRecord(goodRecord(example.record), example.patch);
      const findings = await findingsIn(bad, id);
      expect(findings).not.toEqual([]);
      expect([...new Set(findings.map((each) => each.rule))]).toEqual([rule]);
      for (const { remedy } of findings) {
        if (ruleOf(rule).remedy !== 'author') expect(remedy?.kind).toBe(ruleOf(rule).remedy);
        expect(remedy?.patch).not.toEqual([]);
      }
      if (ruleOf(rule).remedy !== 'author') {
        expect(await findingsIn(fixedRecord(bad, findings), id)).toEqual([]);
      }
    });
  },
);

describe('a discovery record', () => {
  it('with the mark of the catalog record as a text is an error, and is mended', async () => {
    const bad = patchedRecord(good, [
      {
        op: 'replace',
        path: '/schema:subjectOf/schema:additionalType',
        value: 'dcat:CatalogRecord',
      },
    ]);
    const findings = await findingsIn(bad, 'cdif-discovery');
    expect(findings.map(describeFinding)).toEqual(['error catalog-record-form']);
    expect(findings[0]?.places).toEqual([
      expect.objectContaining({ pointer: '/schema:subjectOf/schema:additionalType' }),
    ]);
    expect(await findingsIn(fixedRecord(bad, findings), 'cdif-discovery')).toEqual([]);
  });
});

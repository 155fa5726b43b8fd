import { describe, expect, it } from 'vitest';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import { ruleCatalogue } from '../../src/conformance/rules/rule-catalogue.ts';
import { findRuleIds, nearestRuleIds, ruleIds } from '../../src/model/rule-ids.ts';
import { profileIds } from '../../src/model/validation.ts';

describe('the ids that lower rooms know', () => {
  it('are those of all profiles', () => {
    expect([...profileIds].toSorted()).toEqual(profileCatalogue.map(({ id }) => id).toSorted());
  });

  it('are those of all rules, sorted', () => {
    expect(ruleIds).toEqual(Object.keys(ruleCatalogue).toSorted());
  });
});

describe('the name of a rule', () => {
  it.each([
    ['rights', ['rights']],
    ['License', ['licence', 'rights']],
    ['=licence', ['licence']],
    ['date published', ['date-published']],
    ['keyword', ['keywords']],
    ['rihgts', []],
    ['constructor', []],
  ])('%s means %s', (text, ids) => {
    expect(findRuleIds(text)).toEqual(ids);
  });

  it('means rules that exist, whatever word it is', () => {
    const words = 'abstract author contact doi download format id name orcid spatial temporal';
    for (const word of words.split(' ')) {
      expect(findRuleIds(word)).not.toEqual([]);
      for (const id of findRuleIds(word)) expect(ruleIds).toContain(id);
    }
  });

  it('may be misspelt, or a part of several', () => {
    expect(nearestRuleIds('rihgts')).toEqual(['rights']);
    expect(nearestRuleIds('date')).toContain('date-form');
    expect(nearestRuleIds('quark')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { findProfile, profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import { ruleTexts } from '../../src/conformance/rules/rule-catalogue.ts';
import { findRuleIds, nearestRuleIds, ruleIds } from '../../src/model/rule-ids.ts';
import { profileIds, profileNames, profilesNamed } from '../../src/model/validation.ts';

describe('the ids that lower rooms know', () => {
  it('are those of all profiles, sorted', () => {
    expect(profileIds).toEqual(profileCatalogue.map(({ id }) => id).toSorted());
  });

  it('are sorted for rules, which the compiler holds to the list', () => {
    expect(ruleIds).toEqual([...new Set(ruleIds)].toSorted());
  });
});

describe('the name of a profile', () => {
  it('means all its versions, and one that is asked for is the latest', () => {
    expect(profilesNamed('cdif-core')).toEqual(['cdif-core-1.0', 'cdif-core-1.1']);
    expect(profilesNamed('cdif-core-1.0')).toEqual(['cdif-core-1.0']);
    expect(profilesNamed('cdif')).toEqual([]);
    expect(findProfile('cdif-core')?.id).toBe('cdif-core-1.1');
    expect(profileNames.filter((name) => findProfile(name) === undefined)).toEqual([]);
  });
});

describe('the words for a rule', () => {
  it('are those of the catalogue, or the id of a rule of another version of the program', () => {
    expect(ruleTexts('title')).toMatchObject({ title: 'Title is missing' });
    expect(ruleTexts('constructor')).toEqual({ title: 'constructor', asked: '' });
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

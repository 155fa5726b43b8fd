import { describe, expect, it } from 'vitest';
import { readTexts } from '../../../src/facts/record/search-facts.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { coerced, resource } from './resource.ts';

const accessOf = (said: JsonObject) => readTexts(resource(said)).access;
const file = (said: JsonObject): JsonObject => ({ '@type': 'DataDownload', ...said });
const coar = (code: string): JsonObject => ({ '@id': `http://purl.org/coar/access_right/${code}` });
const ccBy = { '@id': 'https://creativecommons.org/licenses/by/4.0/' };
const toAll = { isAccessibleForFree: true };
const toSome = { isAccessibleForFree: false };

describe('the access to the data of a resource', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['a resource that says nothing of it', { name: 'Peat depths' }, undefined],
    ['isAccessibleForFree', toAll, 'open'],
    ['isAccessibleForFree, false', toSome, 'restricted'],
    ['isAccessibleForFree as text', { isAccessibleForFree: 'False' }, 'restricted'],
    ['an IRI', { isAccessibleForFree: { '@id': 'http://schema.org/True' } }, 'open'],
    ['a text', { conditionsOfAccess: 'Restricted to the moor; on request' }, 'restricted'],
    ['a text that cannot be read', { conditionsOfAccess: 'Ask the moor' }, undefined],
    ['a nil', { conditionsOfAccess: 'not available' }, undefined],
    ['a term by its IRI', { 'dcterms:accessRights': coar('c_f1cf') }, 'embargoed'],
    ['a text in place of an IRI', { license: coerced('Restricted') }, 'restricted'],
    ['Dublin Core', { 'dcterms:rights': 'info:eu-repo/semantics/openAccess' }, 'open'],
    [
      'a term by its code',
      { conditionsOfAccess: { '@type': 'DefinedTerm', termCode: 'embargoedAccess' } },
      'embargoed',
    ],
    [
      'the names of a page with terms',
      { conditionsOfAccess: { name: 'Open access', url: 'https://moor.example/terms' } },
      'open',
    ],
    [
      'what a statement is explained with',
      { 'dcterms:accessRights': { 'rdfs:comment': 'The files are available to the public.' } },
      'open',
    ],
    [
      'an explanation beside a name that says it',
      {
        conditionsOfAccess: { name: 'Restricted', description: 'Open access in the reading room' },
      },
      'restricted',
    ],
    ['DCAT-US', { 'pod:accessLevel': 'non-public' }, 'restricted'],
    ['a licence', { license: ccBy }, 'open'],
    ['a licence that does not say it', { license: 'Nur für Forschung' }, undefined],
  ])('is read from %s', (_, said, access) => {
    expect(accessOf(said)).toBe(access);
  });

  it.each<[string, JsonObject, string | undefined]>([
    [
      'a statement before a licence',
      { license: ccBy, conditionsOfAccess: 'restricted' },
      'restricted',
    ],
    [
      'the least of several statements',
      { ...toAll, conditionsOfAccess: ['Open access', 'Embargoed until 2030', 'on request'] },
      'embargoed',
    ],
    [
      'restricted where it costs',
      { ...toSome, 'dcterms:accessRights': coar('c_abf2') },
      'restricted',
    ],
    ['its own before that of files', { ...toAll, distribution: file(toSome) }, 'open'],
    [
      'what all files say',
      { distribution: [file(toAll), file({ conditionsOfAccess: 'open' })] },
      'open',
    ],
    [
      'what files say before its licence',
      { license: ccBy, distribution: file(toSome) },
      'restricted',
    ],
    ['nothing where files differ', { distribution: [file(toAll), file(toSome)] }, undefined],
    ['nothing where a file is silent', { distribution: [file(toAll), file({})] }, undefined],
    [
      'nothing where of a file nothing is known',
      { distribution: [file(toAll), 'https://moor.example/file.csv'] },
      undefined,
    ],
    [
      'its licence where files differ',
      { license: ccBy, distribution: [file(toAll), file(toSome)] },
      'open',
    ],
    [
      'the licences of all files',
      { 'dcat:distribution': [file({ license: ccBy }), file(toAll)] },
      'open',
    ],
    [
      'not the licence of one file',
      { distribution: [file({ license: ccBy }), file({})] },
      undefined,
    ],
  ])('is %s', (_, said, access) => {
    expect(accessOf(said)).toBe(access);
  });
});

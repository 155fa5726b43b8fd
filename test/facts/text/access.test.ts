import { describe, expect, it } from 'vitest';
import {
  classifyAccess,
  parseAccessibleForFree,
  isOpenLicence,
  mostRestrictiveAccess,
  classifyPureAccessStatement,
} from '../../../src/facts/text/access.ts';
import { normalizeLicence } from '../../../src/facts/text/licence.ts';

/** Statements by what they say; below `undefined` what says nothing for sure. */
const said = {
  open: [
    'http://purl.org/coar/access_right/c_abf2',
    'HTTPS://purl.org/coar/access_right/c_abf2/',
    'info:eu-repo/semantics/openAccess',
    'http://publications.europa.eu/resource/authority/access-right/PUBLIC',
    'http://purl.org/eprint/accessRights/OpenAccess',
    'https://w3id.org/kim/conditionsOfAccess/no_login',
    'http://inspire.ec.europa.eu/metadata-codelist/LimitationsOnPublicAccess/noLimitations',
    'Open',
    'openAccess',
    'Open Access; cite the moor',
    'Access rights: open',
    'These data are public.',
    'unrestricted',
    'Unrestricted access',
    'No restrictions',
    'There are no known restrictions on access to these data.',
    'Restrictions: none',
    'Access restrictions: None.',
    'Not subject to copyright. Access is not restricted.',
    'No limitations to public access',
    'no public access restrictions',
    'Free access upon acceptance of the terms of use',
    'The files are available to the public.',
    'Freely available, no registration is required',
    'Free of charge',
    'No registration or login is required',
    'No restrictions, open access',
    '<p>Open&nbsp;access</p>',
    'Freier Zugang',
    'Es gelten keine Zugriffsbeschränkungen',
    'Ohne Anmeldung',
    'Accès libre',
    'Données en libre accès',
    'Acceso abierto',
    'Acesso aberto',
    'Accesso aperto',
    'Vrij toegankelijk',
    'Öppen tillgång',
    'オープンアクセス',
    '开放获取',
  ],
  restricted: [
    'http://purl.org/coar/access_right/c_16ec',
    'http://purl.org/coar/access_right/c_14cb',
    'info:eu-repo/semantics/closedAccess',
    'info:eu-repo/semantics/restrictedAccess',
    'http://publications.europa.eu/resource/authority/access-right/RESTRICTED',
    'http://publications.europa.eu/resource/authority/access-right/NON_PUBLIC',
    'http://inspire.ec.europa.eu/metadata-codelist/LimitationsOnPublicAccess/INSPIRE_Directive_Article13_1a',
    'Restricted',
    'Closed',
    'non-public',
    'restricted public',
    'metadata only',
    'Metadata is open access, data restricted',
    'Access to this dataset is restricted to members of the moor',
    'Restricted, ask the author',
    'Open access after registration',
    'Registration is required',
    'Available upon request (bog@moor.example)',
    'Not publicly available',
    'Not open to the public',
    'Not all files are publicly available',
    'The data cannot be made publicly available',
    'No access without registration',
    'Not accessible without login',
    'No registration for metadata; the data on request',
    'For a fee',
    'Eingeschränkter Zugang',
    'Die Daten sind nicht öffentlich zugänglich',
    'Auf Anfrage',
    'Accès restreint',
    'Sur demande',
    'Acceso restringido',
    'Op aanvraag',
  ],
  embargoed: [
    'http://purl.org/coar/access_right/c_f1cf',
    'info:eu-repo/semantics/embargoedAccess',
    'Embargoed until 2027-01-01',
    'Under embargo',
    'Unrestricted after moratorium period',
    'Open access after the embargo',
    'Access restricted until 2030',
    'Not yet publicly available',
    'Not yet open access',
    'Sperrfrist bis 2030',
    'Sous embargo',
  ],
  undefined: [
    '',
    'Ask the moor',
    'https://moor.example/open-access',
    'See https://moor.example/open access.html',
    'these are the applicable conditions for accessing the resource',
    'not-for-profit use only',
    'All rights reserved',
    'No embargo',
    'Embargo: none',
    'The embargo has expired',
    'No longer under embargo',
    'Data of closed chambers and open moors',
    'including but not limited to',
    `Open access. ${'And so on. '.repeat(60)}`,
  ],
} as const;

const rows = Object.entries(said).flatMap(([access, texts]) =>
  texts.map((text) => [text, access] as const),
);

describe('the access stated by a text', () => {
  it.each(rows)('of %j is %s', (text, access) => {
    expect(String(classifyAccess(text))).toBe(access);
  });

  it('is the most restrictive of several', () => {
    expect(mostRestrictiveAccess(['open', undefined, 'restricted', 'embargoed'])).toBe('embargoed');
    expect(mostRestrictiveAccess(['open', 'restricted'])).toBe('restricted');
    expect(mostRestrictiveAccess([undefined])).toBeUndefined();
  });
});

describe('a statement whether data are accessible for free', () => {
  it.each([
    ['open', ['true', 'True', ' TRUE ', '1', 'yes', 'https://schema.org/True', 'schema:True']],
    ['restricted', ['false', 'False', '0', 'no', 'http://schema.org/False']],
    [undefined, ['', 'maybe', 'https://moor.example/true', 'true or false']],
  ] as const)('means %j access', (access, texts) => {
    expect(texts.map(parseAccessibleForFree)).toEqual(texts.map(() => access));
  });
});

describe('a licence', () => {
  it.each([
    'CC-BY-NC-ND-4.0',
    'https://creativecommons.org/licenses/by/4.0/',
    'http://creativecommons.org/licenses/by/2.1/jp/',
    'CC BY',
    'Creative Commons licence, see the page',
    'CC0',
    'ODbL',
    'MIT',
    'Public domain',
    'http://www.usa.gov/publicdomain/label/1.0/',
    'Open Government Licence - Canada',
  ])('is open: %j', (text) => {
    expect(isOpenLicence(normalizeLicence(text))).toBe(true);
  });

  it.each([
    'All rights reserved',
    'Not in the public domain',
    'https://moor.example/licence',
    'https://spdx.org/licenses/Licence-of-the-Moor',
    'Nur für Forschung',
    '',
  ])('does not determine the access: %j', (text) => {
    expect(isOpenLicence(normalizeLicence(text))).toBe(false);
  });
});

describe('a text that only states the access', () => {
  it.each([
    ['unrestricted', 'open'],
    ['Unrestricted access', 'open'],
    ['The data are publicly available.', 'open'],
    ['http://publications.europa.eu/resource/authority/access-right/PUBLIC', 'open'],
    ['Restricted', 'restricted'],
    ['Open access; citation required', undefined],
    ['Free access upon acceptance of applicable licences', undefined],
    ['CC BY 4.0', undefined],
    ['', undefined],
  ])('is %j: %s', (text, access) => {
    expect(classifyPureAccessStatement(text)).toBe(access);
  });
});

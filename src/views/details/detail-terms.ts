import { agentTerms, textTerms } from '../../facts/record/text-terms.ts';
import { vocabulary } from '../../rdf/vocabularies.ts';

const schema = vocabulary(
  'http://schema.org/',
  'alternateName',
  'conditionsOfAccess',
  'contactPoint',
  'dateCreated',
  'dateModified',
  'datePublished',
  'description',
  'email',
  'headline',
  'identifier',
  'inLanguage',
  'name',
  'publishingPrinciples',
  'telephone',
  'url',
  'usageInfo',
  'value',
  'version',
);
const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'accessRights',
  'created',
  'description',
  'issued',
  'language',
  'modified',
  'rights',
  'title',
);
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'contactPoint', 'version');
const vcard = vocabulary('http://www.w3.org/2006/vcard/ns#', 'hasEmail');

const { creator, contributor, editor, maintainer, provider, publisher, copyrightHolder } =
  agentTerms.roles;

/** Properties that only details have, by what is read from them. */
export const detailTerms = {
  names: [schema.name, schema.headline, dcterms.title],
  descriptions: [schema.description, dcterms.description],
  versions: [schema.version, dcat.version],
  dates: {
    created: [schema.dateCreated, dcterms.created],
    published: textTerms.issued,
    modified: textTerms.modified,
  },
  languages: [schema.inLanguage, dcterms.language],
  languageCodes: [schema.alternateName, schema.identifier, schema.value],
  agents: [
    ...creator,
    ...contributor,
    ...editor,
    ...agentTerms.namedRoles.map(([property]) => property),
    ...maintainer,
    dcat.contactPoint,
    ...provider,
    ...publisher,
    ...copyrightHolder,
  ],
  contacts: [schema.email, schema.telephone, vcard.hasEmail],
  contactPoints: [schema.contactPoint],
  contactsOfPoint: [schema.email, schema.telephone, schema.url],
  policies: {
    rights: [dcterms.rights, schema.usageInfo],
    access: [schema.conditionsOfAccess, dcterms.accessRights],
    license: textTerms.license,
    policy: [schema.publishingPrinciples],
  },
} as const;

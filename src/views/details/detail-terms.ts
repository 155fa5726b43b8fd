import { termIri, termIris } from '../../facts/record/vocabulary-iris.ts';
import { agentTerms, textTerms } from '../../facts/record/text-terms.ts';

const { creator, contributor, editor, maintainer, provider, publisher, copyrightHolder } =
  agentTerms.roles;

/** Properties that only details use, by what is read from them. */
export const detailTerms = {
  names: termIris('schema:name schema:headline dcterms:title'),
  descriptions: termIris('schema:description dcterms:description'),
  versions: termIris('schema:version dcat:version'),
  dates: {
    created: termIris('schema:dateCreated dcterms:created'),
    published: textTerms.issued,
    modified: textTerms.modified,
  },
  languages: termIris('schema:inLanguage dcterms:language'),
  languageCodes: termIris('schema:alternateName schema:identifier schema:value'),
  agents: [
    ...creator,
    ...contributor,
    ...editor,
    ...agentTerms.namedRoles.map(([property]) => property),
    ...maintainer,
    termIri('dcat:contactPoint'),
    ...provider,
    ...publisher,
    ...copyrightHolder,
  ],
  contacts: termIris('schema:email schema:telephone vcard:hasEmail'),
  contactPoints: termIris('schema:contactPoint'),
  contactsOfPoint: termIris('schema:email schema:telephone schema:url'),
  policies: {
    rights: termIris('dcterms:rights schema:usageInfo'),
    access: termIris('schema:conditionsOfAccess dcterms:accessRights'),
    license: textTerms.license,
    policy: termIris('schema:publishingPrinciples'),
  },
} as const;

import type { CheckedRecord } from '../checked-record.ts';
import { fileTerms, termIri, termIris, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText, isOwnNode } from '../../facts/record/record-graph.ts';
import { metadataProfiles, readMetadata } from '../../facts/record/relations.ts';
import type { RemedyKind } from '../../model/finding.ts';
import { canonicalProfile } from '../../model/media-type.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import type { JsonValue } from '../../text/json.ts';
import {
  type Change,
  isStated,
  missingStatement,
  type RuleSet,
  type RuleContext,
  says,
  valueRule,
  type Violation,
} from '../rule.ts';

const subjects = termIris('schema:about foaf:primaryTopic');
const additionalTypes = textTerms.terms.type;
const catalogRecord = termIri('dcat:CatalogRecord');
const dataset = termIri('schema:Dataset');
const versions = ['1.0', '1.1'] as const;

const profileTemplate: JsonValue = { '@id': '{the IRI of the profile}' };

/** Rules about the metadata record, which is a thing of its own beside the resource. */
export const metadataRules = {
  'metadata-record': {
    title: 'The metadata record is not described',
    asked:
      'Describe the metadata record under subjectOf, with an IRI, its date, its contact and the ' +
      'profiles that it conforms to.',
    why:
      'Without it nobody can say when the metadata changed, who is responsible, or which ' +
      'profile it follows.',
    remedy: 'author',
    of: 'resource',
    constraint: { path: [], subjects: 'metadata' },
    check: (resource, { record }) => {
      if (record.subjects('metadata').length > 0) return [];
      const value = recordTemplate(resource);
      return [missingStatement(resource, subjectOf, { kind: 'author', value })];
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:subjectOf' }] },
  },
  'metadata-iri': {
    title: 'The metadata record has no IRI',
    asked: 'Give the metadata record an @id of its own, different from that of the resource.',
    why: 'What is said of the metadata must not be taken for a statement about the data.',
    remedy: 'author',
    of: 'metadata',
    constraint: { path: [], nodeKind: 'IRI' },
    check: (record) =>
      record.iri === undefined
        ? [{ property: '@id', change: addition('{the IRI of the metadata record}') }]
        : [],
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:subjectOf/@id' }] },
  },
  'metadata-about': {
    title: 'The metadata record does not say what it describes',
    asked: 'Refer from the metadata record to the resource by about, with the @id of the resource.',
    why: 'Programs that start from the metadata record find the resource by this reference only.',
    remedy: 'derivable',
    of: 'metadata',
    constraint: { path: subjects, minCount: 1 },
    check: (record, context) => {
      if (says(record, subjects, context)) return [];
      const { iri } = context.record.resource;
      const value = { '@id': iri ?? '{the IRI of the resource}' };
      const kind = iri === undefined ? 'author' : 'derivable';
      return [missingStatement(record, subjects, { kind, value })];
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:subjectOf/schema:about' }] },
  },
  'catalog-record-form': {
    title: 'The metadata record is not marked in the way of CDIF',
    asked:
      'Type the metadata record as schema:Dataset, with the additionalType ' +
      '{"@id": "dcat:CatalogRecord"}: a reference, not a text.',
    why:
      'The CDIF shapes take a record without this mark for a second dataset, which lacks a title, ' +
      'an identifier, a date, rights and access.',
    remedy: 'mechanical',
    of: 'metadata',
    constraint: { path: additionalTypes, hasValue: catalogRecord, subjectClass: dataset },
    check: (record) => {
      const marks = markViolations(record);
      return [...marks, ...datasetViolations(record, marks.length === 0)];
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:subjectOf/schema:additionalType/0',
          value: 'dcat:CatalogRecord',
        },
      ],
    },
  },
  profile: {
    title: 'Profile of the metadata is missing',
    asked: 'Name the profiles that the metadata record follows by their IRIs, under conformsTo.',
    why: 'Programs choose by the profile how to read a record, and what to check.',
    remedy: 'author',
    of: 'metadata',
    constraint: {
      path: [...fileTerms.profiles, termIri('schema:schemaVersion')],
      otherPath: [fileTerms.encodings, fileTerms.profiles],
      minCount: 1,
    },
    check: (record, context) =>
      metadataProfiles(record).some((value) => isStated(value, context))
        ? []
        : [missingStatement(record, fileTerms.profiles, missingProfile)],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:subjectOf/dcterms:conformsTo' }],
    },
  },
  'profile-pair': {
    title: 'A profile of CDIF is named without its companion',
    asked: 'Name both the core and the discovery profile of CDIF under conformsTo.',
    why: 'A discovery record must meet both, and programs may look for either of them.',
    remedy: 'derivable',
    of: 'metadata',
    check: (record) => {
      const known = claimedBy(record);
      if (known.length === 0) return [];
      const core = versions.findLast((each) => known.includes(profileIri('core', each)));
      if (!versions.some((each) => known.includes(profileIri('discovery', each)))) {
        const value = { '@id': profileIri('discovery', core ?? '1.1') };
        return [{ property: conformsTo, change: addition(value) }];
      }
      if (core !== undefined) return [];
      // The shapes ask for core 1.1, whatever the version of discovery.
      const value = { '@id': profileIri('core', '1.1') };
      return [{ property: conformsTo, change: { kind: claimKind(known), act: 'add', value } }];
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:subjectOf/dcterms:conformsTo/0' }],
    },
  },
  'profile-version': valueRule('metadata', fileTerms.profiles, {
    title: 'Core profile of CDIF is named in its version 1.0',
    asked: 'Name version 1.1 of the core profile; its requirements are those of 1.0.',
    why: 'The CDIF shapes refuse records that do not name version 1.1 of core.',
    remedy: 'derivable',
    violation: (value, record) => {
      const latest = profileIri('core', '1.1');
      const claim = canonicalProfile((factText(value) ?? '').trim());
      const known = claimedBy(record);
      if (claim !== profileIri('core', '1.0') || known.includes(latest)) return undefined;
      return { change: { kind: claimKind(known), act: 'replace', value: { '@id': latest } } };
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:subjectOf/dcterms:conformsTo/0/@id',
          value: 'https://w3id.org/cdif/core/1.0',
        },
      ],
    },
  }),
  'profile-form': valueRule('metadata', fileTerms.profiles, {
    title: 'Profile is written as a text',
    asked: 'Write the IRI of the profile as a reference: {"@id": "…"}.',
    why: 'For a program, a text that looks like an IRI is only a text and denotes nothing.',
    remedy: 'mechanical',
    constraint: { nodeKind: 'IRI' },
    violation: (value) => {
      if (value.kind === 'node') return undefined;
      const text = value.text.trim();
      return isWrittenIri(text)
        ? { change: { kind: 'mechanical', act: 'replace', value: { '@id': text } } }
        : { change: { kind: 'author', act: 'replace', value: profileTemplate } };
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:subjectOf/dcterms:conformsTo/0',
          value: 'https://w3id.org/cdif/core/1.1',
        },
      ],
    },
  }),
  'metadata-date': {
    title: 'Date of the metadata is missing',
    asked: 'State when the metadata was changed last, in the metadata record.',
    why: 'A harvester that knows the date of the metadata spares requests.',
    remedy: 'author',
    of: 'metadata',
    check: (record, context) =>
      isFirstRecord(record, context) &&
      readMetadata(context.record.resource).dates.length === 0 &&
      !says(record, metadataDates, context)
        ? [missingStatement(record, metadataDates, dateOfResponse(context.record))]
        : [],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:subjectOf/schema:sdDatePublished' }],
    },
  },
  'metadata-contact': {
    title: 'Contact of the metadata is missing',
    asked: 'Name who answers questions about the metadata, as maintainer of the metadata record.',
    why: 'Somebody must be told about mistakes in the metadata.',
    remedy: 'author',
    of: 'metadata',
    check: (record, context) =>
      isFirstRecord(record, context) &&
      !readMetadata(context.record.resource).contacts.some((value) => isStated(value, context)) &&
      !says(record, maintainer, context)
        ? [missingStatement(record, maintainer, { kind: 'author', value: maintainerTemplate })]
        : [],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:subjectOf/schema:maintainer' }],
    },
  },
} satisfies RuleSet;

const subjectOf = termIris('schema:subjectOf');
const [conformsTo = ''] = fileTerms.profiles;
const maintainer = termIris('schema:maintainer');
const metadataDates = [...termIris('schema:sdDatePublished'), ...textTerms.modified];
const missingProfile: Pick<Change, 'kind' | 'value'> = {
  kind: 'author',
  value: { '@id': `{${profileIri('core', '1.1')}}` },
};
const maintainerTemplate = {
  '@type': ['schema:Person'],
  'schema:name': '{the name}',
  'schema:contactPoint': {
    '@type': ['schema:ContactPoint'],
    'schema:email': '{the e-mail address}',
  },
};

/** The date of a metadata document is that of its file, if the response tells. */
function dateOfResponse({ response }: CheckedRecord): Pick<Change, 'kind' | 'value'> {
  const modified = new Date(response?.lastModified ?? '');
  return Number.isNaN(modified.getTime())
    ? { kind: 'author', value: '{the date of the metadata, such as 2024-03-16}' }
    : { kind: 'derivable', value: modified.toISOString().slice(0, 10) };
}

function addition(value: JsonValue): Change {
  return { kind: 'author', act: 'add', value };
}

/** A whole catalog record of CDIF; what it describes is known. */
function recordTemplate({ iri }: FactNode): JsonValue {
  return {
    '@id': '{the IRI of the metadata record}',
    '@type': ['schema:Dataset'],
    'schema:additionalType': [{ '@id': catalogRecord }],
    'schema:about': { '@id': iri ?? '{the IRI of the resource}' },
    'dcterms:conformsTo': [
      { '@id': profileIri('core', '1.1') },
      { '@id': profileIri('discovery', '1.1') },
    ],
    'schema:sdDatePublished': '{the date of the metadata, such as 2024-03-16}',
    'schema:maintainer': maintainerTemplate,
  };
}

function profileIri(name: string, version: string): string {
  return `https://w3id.org/cdif/${name}/${version}`;
}

/** The profiles that a metadata record claims, in canonical spelling. */
function claimedBy(record: FactNode): readonly string[] {
  const claims = metadataProfiles(record).flatMap((value) => factText(value) ?? []);
  return claims.map((claim) => canonicalProfile(claim.trim()));
}

/** Discovery 1.1 includes core 1.1; otherwise the record would claim more than before. */
function claimKind(known: readonly string[]): RemedyKind {
  return known.includes(profileIri('discovery', '1.1')) ? 'derivable' : 'author';
}

/** Date and contact of one metadata record are enough. */
function isFirstRecord(node: FactNode, { record }: RuleContext): boolean {
  return record.subjects('metadata')[0] === node;
}

function markViolations(record: FactNode): readonly Violation[] {
  const values = record.values(additionalTypes);
  if (values.some((value) => isOwnNode(value) && value.name === catalogRecord)) return [];
  const mark = { '@id': catalogRecord };
  const [property = ''] = additionalTypes;
  const value = values.find((each) => factText(each)?.trim().endsWith('CatalogRecord') === true);
  return value === undefined
    ? [{ property, change: { kind: 'mechanical', act: 'add', value: mark } }]
    : [{ property, value, change: { kind: 'mechanical', act: 'replace', value: mark } }];
}

/** A record with this type but without the mark would be a second dataset. */
function datasetViolations({ types }: FactNode, isMarked: boolean): readonly Violation[] {
  if (types.includes(dataset)) return [];
  const kind = isMarked ? 'mechanical' : 'author';
  const change = { kind, act: 'add', value: 'schema:Dataset' } as const;
  return [{ property: '@type', change }];
}

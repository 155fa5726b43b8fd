import { termIris } from '../../facts/record/properties.ts';
import type { FactNode } from '../../facts/record/record-graph.ts';
import { readMetadata } from '../../facts/record/relations.ts';
import { isStated, type Rule, type RuleContext } from '../rule.ts';

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
    check: (resource) => (hasMetadataRecord(resource) ? [] : [{ property: subjectOf }]),
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
        ? [
            {
              property: '@id',
              change: { kind: 'author', act: 'add', value: '{the IRI of the metadata record}' },
            },
          ]
        : [],
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:subjectOf/@id' }] },
  },
  'metadata-date': {
    title: 'Date of the metadata is missing',
    asked: 'State when the metadata was changed last, in the metadata record.',
    why: 'A harvester that knows the date of the metadata spares requests.',
    remedy: 'author',
    of: 'resource',
    check: (resource, context) => {
      const { dates, records } = readMetadata(resource);
      return dates.length > 0 || records.some(({ node }) => hasDate(node, context))
        ? []
        : [{ property: sdDatePublished }];
    },
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
    of: 'resource',
    check: (resource) =>
      readMetadata(resource).contacts.length > 0 ? [] : [{ property: maintainer }],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:subjectOf/schema:maintainer' }],
    },
  },
} satisfies Record<string, Rule>;

const [subjectOf = ''] = termIris('schema:subjectOf');
const [sdDatePublished = ''] = termIris('schema:sdDatePublished');
const [maintainer = ''] = termIris('schema:maintainer');
const metadataDates = termIris(
  'schema:dateModified schema:sdDatePublished schema:datePublished schema:dateCreated',
  'dcterms:modified dcterms:issued dcterms:created',
);

function hasMetadataRecord(resource: FactNode): boolean {
  return readMetadata(resource).records.some(({ kind }) => kind === 'record');
}

function hasDate(record: FactNode, context: RuleContext): boolean {
  return record.values(metadataDates).some((value) => isStated(value, context));
}

import { z } from 'zod';
import type { KeptRecords } from '../../model/kept-records.ts';
import type { DrawnGeometry, PlaceFacts, TimeFacts } from '../../model/search-facts.ts';
import type {
  AgentDetail,
  DistributionDetail,
  MetadataDetail,
  ResourceDetails,
  VariableDetail,
} from '../../views/details/resource-details.ts';
import { namedSchema } from './endpoint.ts';
import { ageRangeSchema, boxSchema, periodSchema } from './search-endpoint.ts';

/** A text that may be missing: an absent member in JSON. */
const text = z.string().optional();
const texts = z.array(z.string());

/** Records that are only kept. */
export const keptRecordsSchema = namedSchema(
  'KeptRecords',
  z.strictObject({
    records: z.int(),
    since: z.string().describe('the first visit that did not give one of them'),
    reasons: z
      .record(z.string(), z.int())
      .describe('the number of records by the kind of problem, or state of the URL, that says why'),
    oldestCopy: z
      .string()
      .exactOptional()
      .describe('when a visit last gave the oldest copy; absent where that is not known'),
  }),
  'Records that stay although the latest visits of their URLs did not give them.',
) satisfies z.ZodType<KeptRecords>;

const nameAndIri = namedSchema(
  'NameAndIri',
  z.strictObject({ name: text, language: text, iri: text }),
  'At least one of name and IRI.',
);

const identifier = namedSchema(
  'Identifier',
  z.strictObject({
    scheme: z.string().exactOptional().describe('the usual name, such as DOI or Handle'),
    value: z.string(),
    url: z.string().exactOptional(),
  }),
);

const languageText = z.strictObject({ text: z.string(), language: z.string().exactOptional() });

const places = z.strictObject({
  boxes: z.array(boxSchema),
  geometries: z.array(
    z.strictObject({
      wkt: z.string().describe('WKT, longitude before latitude (CRS84)'),
      boxes: z.array(boxSchema),
    }) satisfies z.ZodType<DrawnGeometry>,
  ),
  names: z.array(languageText),
  identifiers: texts,
}) satisfies z.ZodType<PlaceFacts>;

const times = z.strictObject({
  periods: z.array(periodSchema),
  ages: z.array(ageRangeSchema),
  names: z.array(languageText),
}) satisfies z.ZodType<TimeFacts>;

const agent = namedSchema(
  'Agent',
  nameAndIri.extend({
    role: z.string(),
    affiliations: texts,
    organizations: z.array(nameAndIri).optional(),
    kind: z.enum(['organization', 'person']).optional(),
    family: text,
    given: text,
    contacts: texts.describe('telephone numbers and pages; e-mail addresses are left out'),
  }),
  'A person or organisation in one role.',
) satisfies z.ZodType<AgentDetail>;

const variable = namedSchema(
  'Variable',
  nameAndIri.extend({
    units: texts,
    description: text,
    descriptionLanguage: text,
    concepts: z.array(nameAndIri).exactOptional(),
  }),
  'A measured variable.',
) satisfies z.ZodType<VariableDetail>;

const file = z.strictObject({
  addresses: texts,
  formats: texts,
  sizes: texts,
  checksums: texts,
});
const part = file.extend({ name: text, language: text });

const distribution = namedSchema(
  'Distribution',
  part.extend({ conformsTo: texts, licences: texts, parts: z.array(part) }),
  'A file, an archive or a service.',
) satisfies z.ZodType<DistributionDetail>;

const metadata = z
  .strictObject({
    iris: texts,
    identifiers: z.array(identifier),
    dates: texts,
    contacts: z.array(agent),
  })
  .describe('the metadata about the resource') satisfies z.ZodType<MetadataDetail>;

/** The details of one resource in a record, as `show --json` has them. */
export const resourceDetailsSchema = namedSchema(
  'ResourceDetails',
  z.strictObject({
    graph: z.string(),
    iri: text,
    node: text,
    types: texts,
    names: texts,
    descriptions: texts,
    dates: z.array(
      z.strictObject({ event: z.enum(['created', 'published', 'modified']), date: z.string() }),
    ),
    versions: texts,
    agents: z.array(agent),
    identifiers: z.array(identifier),
    terms: z.array(nameAndIri.extend({ use: z.string(), scheme: text, code: text })),
    variables: z.array(variable),
    languages: texts,
    places: places.optional(),
    times: times.optional(),
    files: z.array(file),
    distributions: z.array(distribution),
    related: z.array(nameAndIri.extend({ relation: z.string(), nature: texts.optional() })),
    funding: z.array(
      z.strictObject({ name: text, language: text, number: text, funder: nameAndIri.optional() }),
    ),
    policies: z.array(
      nameAndIri.extend({ about: z.enum(['license', 'access', 'rights', 'policy']) }),
    ),
    metadata,
    omitted: z.array(z.strictObject({ part: z.string(), values: z.int() })).optional(),
  }),
  'What a record states about one resource.',
);

/** Each detail has a schema. */
resourceDetailsSchema.shape satisfies Record<keyof ResourceDetails, z.ZodType>;

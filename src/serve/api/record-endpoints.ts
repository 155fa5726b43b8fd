import { z } from 'zod';
import { withRetrieval, signpostsOfUrl, type FoundRecord } from '../../catalogue/find-records.ts';
import { knownUrl } from '../../catalogue/find-urls.ts';
import { dropPauses } from '../../catalogue/found-problems.ts';
import { selectProblemsWithPauses } from '../../catalogue/selected-problems.ts';
import { shownResource, type ShownResource } from '../../catalogue/shown-resource.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { severities } from '../../model/problem-catalogue.ts';
import type { Tombstone } from '../../model/url-update.ts';
import type { ProfileVerdict, Share } from '../../model/validation.ts';
import { removalTexts } from '../../render/record-summary.ts';
import { type RecordSummarySource, shownJson, statingFirst } from '../../render/shown-records.ts';
import { removeMailAddresses, undefinedIfMail } from '../../text/clean-text.ts';
import { isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { pageKey } from '../page-keys.ts';
import { type PageAnswer, type PageRequest, problemAnswer } from '../page.ts';
import { datasetPath, type DatasetFormat } from '../pages/dataset/dataset-address.ts';
import { boundRecordText, findDataset, findRecordDataset } from '../pages/dataset/find-dataset.ts';
import { type Site, urlOnSite } from '../site.ts';
import { keptRecordsSchema, resourceDetailsSchema } from './details-schema.ts';
import { type AnswerOf, defineEndpoint, jsonAnswer, namedSchema } from './endpoint.ts';

const statedText = z
  .strictObject({ text: z.string(), language: z.string().exactOptional(), from: z.string() })
  .exactOptional();

const shown = namedSchema(
  'ShownResource',
  z.strictObject({
    resource: z.string(),
    title: statedText,
    types: z.strictObject({ iris: z.array(z.string()), from: z.string() }).exactOptional(),
    description: statedText,
  }),
  'The values shown for a resource, each with the graph of the record that states it.',
) satisfies z.ZodType<ShownResource>;

const formats = ['jsonld', 'ttl', 'nq', 'linkset.json', 'kernel.json'] as const;

const recordLinks = z
  .strictObject({
    self: z.string(),
    page: z.string(),
    raw: z.string().describe('the document as it was published'),
    ...(Object.fromEntries(formats.map((name) => [name, z.string()])) as {
      readonly [Name in (typeof formats)[number]]: z.ZodString; // the same names
    }),
  })
  .describe('absolute URLs of the record in other forms');

const share = z
  .strictObject({ met: z.number(), of: z.int() })
  .describe('how much of the content that counts is there') satisfies z.ZodType<Share>;

const severity = z.enum(severities);

const profileVerdict = namedSchema(
  'ProfileVerdict',
  z.strictObject({
    profile: z.string(),
    because: z
      .enum(['claimed', 'named', 'default'])
      .describe('why the record was checked against this profile'),
    conforms: z.boolean(),
    findings: z.strictObject({ error: z.int(), warning: z.int(), info: z.int() }),
    required: share,
    recommended: share,
    unmet: z
      .array(z.strictObject({ rule: z.string(), severity }))
      .describe('the rules that the record does not meet'),
  }),
  'How a record meets a profile, by the check of the harvest.',
) satisfies z.ZodType<ProfileVerdict>;

const record = namedSchema(
  'Record',
  z.looseObject({
    graph: z.string().describe('the IRI of its graph'),
    documentUrl: z.string(),
    recordIri: z.string().exactOptional(),
    describes: z.array(
      z.looseObject({
        iri: z.string().exactOptional(),
        types: z.array(z.string()),
        name: z.string().exactOptional(),
        identifiers: z.array(z.string()),
      }),
    ),
    profiles: z.array(z.string()),
    conformance: z
      .array(profileVerdict)
      .exactOptional()
      .describe('how the record meets its profiles; absent if it was not validated'),
    retrieval: z
      .looseObject({ finalUrl: z.string(), at: z.string() })
      .describe('how the document was retrieved: URL, redirects, status, time, validators'),
    run: z.string().describe('the run that retrieved it'),
    links: z.array(z.looseObject({})).describe('the typed links of its pages'),
    details: z.array(resourceDetailsSchema).describe('of each described resource'),
    problems: z.array(z.looseObject({ kind: z.string(), url: z.string() })),
    outcome: z.looseObject({}).exactOptional().describe('the result of the visit to its URL'),
    visit: z.looseObject({}).exactOptional().describe('the latest visit to its URL'),
    kept: keptRecordsSchema.exactOptional().describe('present where the record is only kept'),
    hrefs: recordLinks,
  }),
  'A metadata record: our copy, its provenance, what it states, and its problems.',
);

const datasetAnswer = namedSchema(
  'Dataset',
  z.strictObject({
    key: z.string().describe('the key of the resource, as in search results'),
    pageKey: z.string().describe('the key of its page'),
    shown: shown.exactOptional(),
    records: z.array(record).describe('those that state the shown values first; eight at most'),
    recordCount: z.int().describe('the number of all records that describe the resource'),
    links: z.strictObject({
      self: z.string(),
      page: z.string(),
      jsonld: z.string(),
      bib: z.string(),
    }),
  }),
  'A resource with the records that describe it.',
);

const removed = { 404: 'Nothing has this key.', 410: 'It was removed; the problem says why.' };
const parts = {
  pageKey:
    'the key of its page: 20 hexadecimal digits, from `pageKey` in search results, from `hrefs` ' +
    'in a record, or from the address of a page',
};

/** A resource, as `show --json` prints it. */
export const datasetEndpoint = defineEndpoint({
  path: '/api/datasets/{pageKey}',
  summary: 'A resource with the records that describe it',
  parts,
  parameters: {},
  answers: datasetAnswer,
  errors: removed,
  answer: answerDataset,
});

/** One record, as `show --json` prints it. */
export const recordEndpoint = defineEndpoint({
  path: '/api/records/{pageKey}',
  summary: 'One metadata record',
  parts,
  parameters: {},
  answers: record,
  errors: removed,
  answer: answerRecord,
});

async function answerDataset({
  site,
  state,
  parts: { pageKey: key = '' },
}: PageRequest): Promise<PageAnswer> {
  const { keys, snapshot } = state;
  const found = findDataset(state, key);
  if (found === undefined) return goneAnswer(keys.removedRecordsOf(key, snapshot));
  const { resource, graphs } = found;
  const records = found.records.flatMap(({ graph }) => foundRecord(snapshot, graph) ?? []);
  const stated = shownResource(snapshot, resource);
  const address = { kind: 'dataset', key } as const;
  return jsonAnswer({
    key: resource,
    pageKey: key,
    ...(stated && { shown: stated }),
    records: await recordsInJson(site, snapshot, statingFirst(records, stated)),
    recordCount: graphs.length,
    links: {
      self: urlOnSite(site, `/api/datasets/${key}`),
      page: urlOnSite(site, datasetPath(address)),
      jsonld: urlOnSite(site, datasetPath(address, 'jsonld')),
      bib: urlOnSite(site, datasetPath(address, 'bib')),
    },
  });
}

async function answerRecord({
  site,
  state,
  parts: { pageKey: key = '' },
}: PageRequest): Promise<PageAnswer> {
  const { keys, snapshot } = state;
  const graph = keys.graphOf(key);
  const found = findRecordDataset(state, key) && foundRecord(snapshot, graph ?? '');
  if (found !== undefined) {
    const [only] = await recordsInJson(site, snapshot, [found]);
    return jsonAnswer(only);
  }
  const tombstone = graph === undefined ? undefined : snapshot.tombstoneOf(graph);
  return goneAnswer(tombstone === undefined ? [] : [tombstone]);
}

function goneAnswer([tombstone]: readonly Tombstone[]): PageAnswer {
  if (tombstone === undefined) return problemAnswer(404, 'Nothing has this key');
  const { at, reason, graph } = tombstone;
  return problemAnswer(410, 'The record was removed', `${graph}: ${removalTexts[reason]}, ${at}`);
}

function foundRecord(snapshot: Snapshot, graph: string): FoundRecord | undefined {
  const facts = snapshot.factsOf(graph);
  const found = facts && withRetrieval(snapshot, facts);
  if (found === undefined) return undefined;
  const describes = found.record.describes.slice(0, maxResources);
  return { ...found, record: { ...found.record, describes } };
}

/** A list may describe thousands of resources in one record. */
const maxResources = 100;
/** As on the pages, for a very large record. */
const maxOfProperty = 100;

/** The records as `show --json` has them, without e-mail addresses and with the links of each. */
async function recordsInJson(
  site: Site,
  snapshot: Snapshot,
  records: readonly FoundRecord[],
): Promise<readonly unknown[]> {
  const all = await shownJson(records, summarySourceOf(snapshot));
  return all.map((each, at) => {
    // A copy, as the answer has it in its text.
    const json = parseJson(JSON.stringify(each));
    if (!isObject(json)) return {};
    const details = withoutMail(json['details'] ?? []);
    return Object.assign(json, { details, hrefs: hrefsOf(site, records[at]?.record.graph ?? '') });
  });
}

function hrefsOf(site: Site, graph: string): AnswerOf<typeof recordLinks> {
  const key = pageKey(graph);
  const href = (form?: DatasetFormat): string =>
    urlOnSite(site, datasetPath({ kind: 'record', key }, form));
  return {
    self: urlOnSite(site, `/api/records/${key}`),
    page: href(),
    raw: href('raw'),
    jsonld: href('jsonld'),
    ttl: href('ttl'),
    nq: href('nq'),
    'linkset.json': href('linkset.json'),
    'kernel.json': href('kernel.json'),
  };
}

/** The names of members in which publishers write e-mail addresses of people. */
const agentMembers = new Set(['agents', 'contacts']);

/** Removes e-mail addresses from agents, as pages do. */
function withoutMail(value: JsonValue, isAgent = false): JsonValue {
  if (Array.isArray(value)) {
    return value
      .filter((each) => !isAgent || typeof each !== 'string' || undefinedIfMail(each) !== undefined)
      .map((each) => withoutMail(each, isAgent));
  }
  if (typeof value === 'string') return isAgent ? removeMailAddresses(value) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      withoutMail(member, isAgent || agentMembers.has(name)),
    ]),
  );
}

/** Reads one state. A very large record lacks some values, so that no other request waits. */
function summarySourceOf(snapshot: Snapshot): RecordSummarySource {
  return {
    documentSummaryOf: async (graph) => {
      const facts = snapshot.factsOf(graph);
      return facts && snapshot.documentSummary(facts.documentUrl, facts.document);
    },
    graphOf: async (graph) => {
      const [resource] = snapshot.factsOf(graph)?.describes ?? [];
      const nquads = snapshot.nquadsOf(graph);
      if (nquads === undefined || resource === undefined) return nquads;
      return boundRecordText(nquads, { resource, maxOfProperty }).nquads;
    },
    known: async (url) => knownUrl(snapshot, url),
    linksOf: async (url) => signpostsOfUrl(snapshot, url),
    problems: async function* problems(selection) {
      yield* dropPauses(selectProblemsWithPauses(snapshot, selection));
    },
    searchFactsOf: async (graph) => snapshot.searchFactsOf(graph),
  };
}

import type { FactNode, FactValue, ReadableRecordGraph } from '../../facts/record/record-graph.ts';
import { agentsUnder } from '../../facts/record/agents.ts';
import {
  isRelationNamed,
  metadataProfiles,
  readMetadata,
  readRelations,
} from '../../facts/record/relations.ts';
import { isDocumentNode } from '../../facts/record/names-and-identifiers.ts';
import { agentTerms } from '../../facts/record/properties.ts';
import type { DescribedResource, RecordOrigin } from '../../model/record.ts';
import {
  type ContentAddress,
  findLandingPage,
  type LandingPage,
  readContentAddresses,
} from './landing-page.ts';
import {
  aboutPage,
  groupIntoLinkSets,
  type LinkOfSender,
  type LinkSender,
  type SignpostingRecord,
} from './link-sets.ts';
import {
  addressOfName,
  addressOfNode,
  agentTarget,
  createDocumentContext,
  type DocumentContext,
  isLinkTarget,
  isUsableWebAddress,
  licenceTarget,
  persistentIdentifierUrl,
  profileIri,
  readClaimedProfiles,
  readSingleMediaType,
  typeTarget,
} from './link-targets.ts';

/** A resource, and the sources of its links. */
interface Described {
  readonly resource: FactNode;
  readonly graph: ReadableRecordGraph;
  readonly context: DocumentContext;
  readonly origin: RecordOrigin;
  readonly contents: readonly ContentAddress[];
  readonly page: LandingPage | undefined;
}

/**
 * The typed links that the publisher of a resource should send, by the mapping from Signposting to
 * CDIF (appendix 3 of the discovery draft) and level 1 of the FAIR Signposting profile.
 * @returns undefined if the node of the resource is unknown
 */
export function signpostingRecord(
  graph: ReadableRecordGraph,
  { iri, node }: DescribedResource,
  origin: RecordOrigin,
): SignpostingRecord | undefined {
  const name = iri ?? node;
  if (name === undefined) return undefined;
  const resource = graph.node(name);
  const context = createDocumentContext(graph.graph);
  const contents = readContentAddresses(resource, context);
  const page = findLandingPage({ resource, contents, graph: graph.graph, context, origin });
  const described = { resource, graph, context, origin, contents, page };
  const links = [
    ...linksOfResource(described),
    ...linksOfRelated(described),
    ...readMetadataDocuments(described).flatMap((each) => linksOfDocument(described, each)),
    ...contents.flatMap((content) => linksOfContent(described, content)),
  ];
  return { graph: graph.graph, iri: resource.iri, sets: groupIntoLinkSets(links) };
}

type LinkForm = Pick<LinkOfSender, 'type' | 'profiles'>;
const noForm: LinkForm = { profiles: [] };

/** A link from the landing page; none without a target, or to the page itself. */
function linkFromPage(
  { page, context }: Described,
  rel: LinkOfSender['rel'],
  to: string | undefined,
  form: LinkForm = noForm,
): readonly LinkOfSender[] {
  if (to === undefined || !isLinkTarget(to, context)) return [];
  if (to === page?.address && rel !== 'cite-as') return [];
  return [{ sender: 'landing page', anchor: page?.address, rel, target: to, ...form }];
}

/** Name, licence and type of the resource. Content is no AboutPage. */
function linksOfResource(described: Described): readonly LinkOfSender[] {
  const { resource, context, page } = described;
  return [
    ...linkFromPage(
      described,
      'cite-as',
      persistentIdentifierUrl(resource, context) ?? addressOfName(resource, context),
    ),
    ...linkFromPage(described, 'license', licenceTarget(resource, context)),
    ...linkFromPage(described, 'type', typeTarget(resource, context)),
    ...(page?.isContent === true ? [] : linkFromPage(described, 'type', aboutPage)),
  ];
}

/** Creators, parts and containers. */
function linksOfRelated(described: Described): readonly LinkOfSender[] {
  const { resource, context } = described;
  const authors = agentsUnder(resource, agentTerms.roles.creator).flatMap(({ value }) => {
    return isDocumentNode(value, context.url)
      ? []
      : linkFromPage(described, 'author', agentTarget(value, context));
  });
  const related = readRelations(resource).flatMap((relation) => {
    const { target, forms } = relation;
    const rel = relationOf(relation);
    if (rel === undefined || target === resource || isDocumentNode(target, context.url)) return [];
    const form = rel === 'item' ? readLinkForm(target, forms) : noForm;
    return linkFromPage(described, rel, addressOfRelated(described, target), form);
  });
  return [...authors, ...related];
}

function relationOf(
  relation: Parameters<typeof isRelationNamed>[0],
): 'item' | 'collection' | undefined {
  if (isRelationNamed(relation, 'haspart', 'item', 'itemlistelement')) return 'item';
  return isRelationNamed(relation, 'ispartof', 'collection') ? 'collection' : undefined;
}

function readLinkForm(value: FactValue, forms: readonly string[] = []): LinkForm {
  return { type: readSingleMediaType(value, forms), profiles: readClaimedProfiles(value) };
}

/** The address of a related resource. A fragment of the page has no address there. */
function addressOfRelated(
  { resource, context, page }: Described,
  value: FactValue,
): string | undefined {
  const own = resource.name.replace(/#.*/su, '');
  return addressOfNode(value, context, (iri) => {
    const [around] = iri.split('#');
    return iri.includes('#') && (around === own || around === page?.address);
  });
}

interface MetadataDocument {
  readonly node: FactNode;
  /** Whether it is a metadata record, by default in JSON-LD. */
  readonly isRecord: boolean;
  /** Profiles that are claimed for it elsewhere. */
  readonly profiles: readonly string[];
}

function linksOfDocument(
  described: Described,
  { node, isRecord, profiles }: MetadataDocument,
): readonly LinkOfSender[] {
  const { context, page, origin } = described;
  const address = addressOfRelated(described, node);
  if (address === undefined || !isLinkTarget(address, context) || address === page?.address)
    return [];
  const stated = metadataProfiles(node).flatMap(profileIri);
  const isOurs = isRecord || stated.some((profile) => profile.includes('cdif'));
  const type =
    readSingleMediaType(node) ?? (isOurs ? defaultMediaType(address, origin) : undefined);
  const form = { type, profiles: stated.length > 0 ? stated : profiles };
  return [
    ...linkFromPage(described, 'describedby', address, form),
    ...linkToPage(described, 'metadata', address, 'describes'),
  ];
}

/** The metadata documents, with the harvested one if the record states no other address. */
function readMetadataDocuments({
  resource,
  graph,
  context,
  origin,
}: Described): readonly MetadataDocument[] {
  const { records } = readMetadata(resource);
  const [whole] = resource.name.split('#');
  const hasAddress = records.some(({ kind, node: { iri = '' } }) => {
    return kind === 'record' && isUsableWebAddress(iri, context) && !iri.startsWith(`${whole}#`);
  });
  const isDocument = (origin.route === 'direct' || origin.route === 'rdf') && !hasAddress;
  const named = records
    .filter(({ kind }) => kind !== 'other')
    .map(({ node, kind }) => ({ node, isRecord: kind === 'record', profiles: [] }));
  if (!isDocument || graph.graph.includes('#')) return named;
  const { documentUrl, profiles } = origin;
  return [...named, { node: graph.node(documentUrl), isRecord: true, profiles }];
}

/** Other RDF formats are known by their file extension. */
const rdfEndings: readonly (readonly [RegExp, string])[] = [
  [/\.ttl$/iu, 'text/turtle'],
  [/\.rdf$/iu, 'application/rdf+xml'],
  [/\.nt$/iu, 'application/n-triples'],
];

function defaultMediaType(address: string, { route }: RecordOrigin): string | undefined {
  if (route !== 'rdf') return 'application/ld+json';
  return rdfEndings.find(([ending]) => ending.test(address))?.[1];
}

/** A link from content or metadata to the landing page. */
function linkToPage(
  { page, context }: Described,
  sender: LinkSender,
  anchor: string,
  rel: LinkOfSender['rel'],
): readonly LinkOfSender[] {
  if (page === undefined || !isUsableWebAddress(anchor, context)) return [];
  return [{ sender, anchor, rel, target: page.address, profiles: [] }];
}

/** Content outside of HTTP cannot send links. */
function linksOfContent(
  described: Described,
  { value, address }: ContentAddress,
): readonly LinkOfSender[] {
  const { context, page } = described;
  if (address === page?.address) return [];
  const link = { sender: 'landing page', rel: 'item', target: address } as const;
  const item = { ...link, anchor: page?.address, ...readLinkForm(value) };
  if (!isUsableWebAddress(address, context)) return [item];
  const own = [
    ['cite-as', persistentIdentifierUrl(value, context)],
    ['license', licenceTarget(value, context)],
    ['type', typeTarget(value, context)],
  ] as const;
  const sent = own.flatMap(([rel, target]): readonly LinkOfSender[] => {
    if (target === undefined || !isLinkTarget(target, context)) return [];
    if (target === address && rel !== 'cite-as') return [];
    return [{ sender: 'content', anchor: address, rel, target, profiles: [] }];
  });
  return [item, ...linkToPage(described, 'content', address, 'collection'), ...sent];
}

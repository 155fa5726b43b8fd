import { readRecordGraph } from '../facts/record/record-graph.ts';
import type { DescribedResource } from '../model/record.ts';
import type { SourceContact } from '../render/problem-report.ts';
import type { CatalogueGraphs, FoundRecord, RecordFinder } from '../store/store.ts';
import { readDetails } from '../views/details/read-details.ts';
import type { AgentDetail } from '../views/details/resource-details.ts';
import type { CommandContext } from './command.ts';

/** So many contacts are named, the most frequent. */
const maxContacts = 3;

/** So many records of a source are looked at. */
const maxRecords = 50;

/** Whose task metadata is: the first of these roles that any record names. */
const roles = ['contact', 'maintainer', 'publisher', 'provider', 'creator'] as const;

/**
 * Whom to write to about a source: who stands in its records with problems and, where nobody does,
 * in others, of the metadata or of what they describe, in the role that is nearest to their
 * metadata, with an address where anybody has one, the most frequent first.
 */
export async function sourceContacts(
  source: string,
  graphs: readonly string[],
  { store, signal }: ContactSearch,
): Promise<readonly SourceContact[]> {
  const named = await contactsIn(graphs, { store, signal });
  return named.length > 0 ? named : contactsIn(await firstGraphs(source, store), { store, signal });
}

type ContactStore = Pick<CatalogueGraphs & RecordFinder, 'find' | 'graphOf' | 'records'>;

interface ContactSearch extends Pick<CommandContext, 'signal'> {
  readonly store: ContactStore;
}

async function firstGraphs(source: string, store: ContactStore): Promise<readonly string[]> {
  const graphs: string[] = [];
  for await (const { record } of store.records([source])) {
    graphs.push(record.graph);
    if (graphs.length === maxRecords) break;
  }
  return graphs;
}

async function contactsIn(
  graphs: readonly string[],
  { store, signal }: ContactSearch,
): Promise<readonly SourceContact[]> {
  const counts = new Map<string, SourceContact>();
  for (const graph of graphs) {
    signal.throwIfAborted();
    const found = (await store.find(graph)).find(({ record }) => record.graph === graph);
    if (found === undefined) continue;
    const record = readRecordGraph({ graph, nquads: (await store.graphOf(graph)) ?? '' });
    for (const described of metadataAndFirst(found.record)) {
      for (const agent of readDetails(record, described).agents) note(counts, agent);
    }
  }
  return best([...counts.values()]);
}

function metadataAndFirst({
  recordIri,
  describes,
}: FoundRecord['record']): readonly DescribedResource[] {
  const resource = describes.slice(0, 1);
  const isItself = resource.some(({ iri }) => iri === recordIri);
  return recordIri === undefined || isItself
    ? resource
    : [{ iri: recordIri, types: [], identifiers: [] }, ...resource];
}

function note(counts: Map<string, SourceContact>, agent: AgentDetail): void {
  const { role, contacts } = agent;
  const name = agent.name ?? agent.iri ?? contacts[0];
  if (name === undefined || !isRole(role)) return;
  const key = JSON.stringify([role, name, contacts]);
  const records = (counts.get(key)?.records ?? 0) + 1;
  counts.set(key, { name, role, contacts, records });
}

function best(all: readonly SourceContact[]): readonly SourceContact[] {
  const reachable = all.filter(({ contacts }) => contacts.length > 0);
  const some = reachable.length > 0 ? reachable : all;
  const role = roles.find((each) => some.some((contact) => contact.role === each));
  return some
    .filter((contact) => contact.role === role)
    .toSorted((one, other) => other.records - one.records || (one.name < other.name ? -1 : 1))
    .slice(0, maxContacts);
}

function isRole(role: string): boolean {
  return roles.some((each) => each === role);
}

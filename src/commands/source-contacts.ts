import type { AgentDetail } from '../views/details/resource-details.ts';
import type { SourceContact } from '../views/problem-report.ts';
import { viewAll } from '../views/view-records.ts';
import type { AskedRecord } from '../engine/ask-records.ts';
import type { CatalogueStore } from '../store/store.ts';
import type { CommandContext } from './command.ts';

/** So many contacts are named, the most frequent. */
const maxContacts = 3;

/** So many records of a source are looked at. */
const maxRecords = 50;

/** The longest that reading the contacts of a source may take; a report is of use without them. */
const timeoutMs = 60_000;

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
  { store, signal }: Pick<CommandContext, 'signal'> & { readonly store: ContactStore },
): Promise<readonly SourceContact[]> {
  const named = await contactsIn(graphs, { store, signal });
  return named.length > 0 ? named : contactsIn(await firstGraphs(source, store), { store, signal });
}

type ContactStore = Pick<CatalogueStore, 'find' | 'graphOf' | 'records'>;

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
  { store, signal }: Pick<CommandContext, 'signal'> & { readonly store: ContactStore },
): Promise<readonly SourceContact[]> {
  const counts = new Map<string, SourceContact>();
  const options = { threads: 1, timeoutMs, signal };
  for await (const viewed of viewAll('details', askedRecords(graphs, store), options)) {
    if (viewed.kind === 'failed') continue;
    for (const { agents } of viewed.views) {
      for (const agent of agents) note(counts, agent);
    }
  }
  return best([...counts.values()]);
}

async function* askedRecords(
  graphs: readonly string[],
  store: ContactStore,
): AsyncGenerator<AskedRecord> {
  for (const graph of graphs) {
    const found = (await store.find(graph)).find(({ record }) => record.graph === graph);
    if (found === undefined) continue;
    const nquads = (await store.graphOf(graph)) ?? '';
    const { recordIri, describes } = found.record;
    const resource = describes.slice(0, 1);
    const metadata =
      recordIri === undefined || resource.some(({ iri }) => iri === recordIri)
        ? []
        : [{ iri: recordIri, types: [], identifiers: [] }];
    yield { graph, describes: [...metadata, ...resource], nquads, provenance: '' };
  }
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

import type { Removal, Tombstone } from '../../model/url-update.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import type { CatalogueData } from '../layout.ts';
import type { GraphFacts } from '../rows.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Limit for records that describe thousands of resources; more are not needed to find the
 * tombstone.
 */
const maxDescribed = 20;
const maxTitleCharacters = 300;

/**
 * The tombstone of a removed record.
 * @param copiedAt when its document was retrieved
 */
export function tombstoneOf(
  { graph, documentUrl, recordIri, describes }: GraphFacts,
  { reason, at, run, sources }: Removal,
  copiedAt?: string,
): Tombstone {
  const title = replaceLoneSurrogates(
    describes[0]?.name?.trim().slice(0, maxTitleCharacters) ?? '',
  );
  return {
    graph,
    documentUrl,
    ...(recordIri === undefined ? {} : { recordIri }),
    describes: describes.flatMap(({ iri }) => iri ?? []).slice(0, maxDescribed),
    ...(title === '' ? {} : { title }),
    ...(copiedAt === undefined ? {} : { copiedAt }),
    reason,
    at,
    ...(run === undefined ? {} : { run }),
    sources,
  };
}

/**
 * The tombstones that a name denotes: by graph IRI, document URL, or IRI of the record or of a
 * resource it described, in any spelling. In the order of their graph IRIs. Reads all tombstones.
 */
export function findTombstones(snapshot: Snapshot, name: string): Tombstone[] {
  const wanted = identifierName(name);
  const isNamed = (iri: string | undefined): boolean =>
    iri !== undefined && (iri === name || identifierName(iri) === wanted);
  return [...snapshot.tombstones()].filter(
    ({ graph, documentUrl, recordIri, describes }) =>
      [graph, documentUrl, recordIri].some(isNamed) || describes.some(isNamed),
  );
}

/**
 * Renames a source in the tombstones or, without a new name, removes it; tombstones without a
 * source are deleted. Must run inside a transaction.
 */
export function renameInTombstones(
  { tombstones }: Pick<CatalogueData, 'tombstones'>,
  name: string,
  newName?: string,
): void {
  const all = [...tombstones.getRange()];
  for (const { key, value } of all) {
    if (!value.sources.includes(name)) continue;
    const others = value.sources.filter((source) => source !== name);
    const sources = newName === undefined ? others : [...others, newName].toSorted();
    if (sources.length === 0) tombstones.removeSync(key);
    else tombstones.putSync(key, { ...value, sources });
  }
}

import type { DescribedResource, RecordGraph } from '../model/record.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import { sourcesOf } from '../store/former-sources.ts';
import { NameGroup } from '../store/name-group.ts';
import { nameKeys, sharedPart } from '../store/record-names.ts';
import { kindOf, sharingOf } from '../store/shared-names.ts';

/**
 * Of so many records the names are remembered, since nothing is stored: what more records share is
 * not told.
 */
const maxRecords = 100_000;

type NamedRecord = Pick<RecordGraph, 'graph' | 'documentUrl' | 'recordIri' | 'describes'>;

/** Tells which names the records of a dry run share, as the catalogue would. */
export class DryNames {
  readonly #records: { readonly record: NamedRecord; readonly sources: readonly string[] }[] = [];
  readonly #groups = new Map<string, NameGroup>();

  /** Hears of what would be stored. */
  note({ graphs, listings }: UrlUpdate): void {
    const sources = sourcesOf(listings);
    for (const { graph, documentUrl, recordIri, describes } of graphs) {
      if (this.#records.length >= maxRecords) return;
      const iris = describes.map(withoutTexts);
      const names = { graph, documentUrl, ...(recordIri && { recordIri }), describes: iris };
      this.#records.push({ record: names, sources });
      for (const part of partsOf(names)) {
        const group = this.#groups.get(part) ?? new NameGroup();
        this.#groups.set(part, group);
        group.add(graph);
      }
    }
  }

  *shared(): Generator<FoundProblem> {
    for (const { record, sources } of this.#records) {
      for (const part of partsOf(record)) {
        const group = this.#groups.get(part);
        if (group === undefined || group.size < 2) continue;
        for (const problem of sharingOf(record, part, group)) {
          yield { problem, scope: 'catalogue', sources };
        }
      }
    }
  }
}

/** What else a resource is called does not matter. */
function withoutTexts({ iri, types }: DescribedResource): DescribedResource {
  return { ...(iri !== undefined && { iri }), types, identifiers: [] };
}

function partsOf(record: NamedRecord): ReadonlySet<string> {
  const parts = Array.from(nameKeys(record), sharedPart);
  return new Set(parts.filter((part) => kindOf(part) !== undefined));
}

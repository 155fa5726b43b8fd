import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { UsageFault } from '../model/fault.ts';
import type { DescribedResource } from '../model/record.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import type { AskedRecord } from '../store/ask-records.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import type { RecordViewName, RecordViewOf } from '../views/record-view.ts';
import { viewAll } from '../views/view-records.ts';
import type { CommandContext } from './command.ts';
import { noRecordText, recordsNamed } from './named-records.ts';
import { refuseUnknownSources } from './unknown-source.ts';

/** Of what views are wanted: of one thing, of each line of the standard input, or of all records of a source. */
export type ViewedWhat =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'lines' }
  | { readonly kind: 'source'; readonly source: string };

/** @throws {UsageFault} where neither or both are given */
export function viewedWhat(name: string | undefined, source: string | undefined): ViewedWhat {
  if (name !== undefined && source !== undefined) {
    throw new UsageFault('Give either a name or --source, since each says what is meant.');
  }
  if (source !== undefined) return { kind: 'source', source };
  if (name === undefined) {
    throw new UsageFault(
      'Of what? Give an IRI or identifier, - for one a line from stdin, or --source.',
    );
  }
  return name === '-' ? { kind: 'lines' } : { kind: 'name', name };
}

export interface Viewing {
  readonly store: CatalogueStore;
  readonly context: CommandContext;
  readonly timeoutMs: number;
}

/**
 * The views of what is wanted, in the order in which it is named. What has no record, and a record that cannot be viewed, is
 * told to the standard error, and does not end the rest.
 * @param onTrouble is called for each of these
 * @throws {UsageFault} when the catalogue has no such source
 */
export async function* viewed<Name extends RecordViewName>(
  view: Name,
  what: ViewedWhat,
  { store, context, timeoutMs }: Viewing,
  onTrouble: () => void,
): AsyncGenerator<RecordViewOf<Name>> {
  const { signal, stderr } = context;
  if (what.kind === 'source') await refuseUnknownSources([what.source], store);
  const onMissing = (name: string): void => {
    stderr.write(`cdif-graph: ${noRecordText(name)}\n`);
    onTrouble();
  };
  const threads = what.kind === 'name' ? 1 : availableParallelism();
  const records = askedRecords(what, store, context, onMissing);
  for await (const outcome of viewAll(view, records, { threads, timeoutMs, signal })) {
    if (outcome.kind === 'views') yield* outcome.views;
    else {
      const reason = outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause);
      stderr.write(`cdif-graph: no view of ${printable(outcome.graph)}: ${printable(reason)}\n`);
      onTrouble();
    }
  }
}

async function* askedRecords(
  what: ViewedWhat,
  store: CatalogueStore,
  context: CommandContext,
  onMissing: (name: string) => void,
): AsyncGenerator<AskedRecord> {
  if (what.kind === 'source') {
    for await (const { record, nquads } of store.records([what.source])) {
      yield { graph: record.graph, describes: record.describes, nquads };
    }
    return;
  }
  const names = what.kind === 'name' ? [what.name] : linesOf(context);
  for await (const name of names) {
    const records = await recordsNamed(name, store);
    if (records.length === 0) onMissing(name);
    for (const { record } of records) {
      const nquads = (await store.graphOf(record.graph)) ?? '';
      yield { graph: record.graph, describes: namedOf(record.describes, name), nquads };
    }
  }
}

/** Of the resources of a record those that a name is of; all where it is of the record. */
function namedOf(
  describes: readonly DescribedResource[],
  name: string,
): readonly DescribedResource[] {
  const wanted = identifierName(name.trim());
  const named = describes.filter(({ iri, identifiers }) =>
    [...(iri === undefined ? [] : [iri]), ...identifiers].some(
      (identifier) => identifierName(identifier) === wanted,
    ),
  );
  return named.length > 0 ? named : describes;
}

/** The lines of the standard input that are not empty. */
async function* linesOf({ stdin, signal }: CommandContext): AsyncGenerator<string> {
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
  for await (const line of lines) {
    if (line.trim() !== '') yield line.trim();
  }
  signal.throwIfAborted();
}

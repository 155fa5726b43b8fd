import { createInterface } from 'node:readline';
import { readRecordGraph, type RecordGraph } from '../facts/record/record-graph.ts';
import { UsageFault } from '../model/fault.ts';
import type { DescribedResource } from '../model/record.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { spellingsOf } from '../rdf/spellings.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import type { RecordOrigin } from '../model/record.ts';
import type { ViewedRecord } from '../views/record-views.ts';
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
    throw new UsageFault('Give either a name or --source, not both.');
  }
  if (source !== undefined) return { kind: 'source', source };
  if (name === undefined) {
    throw new UsageFault(
      'Give an IRI or identifier, - to read one per line from stdin, or --source.',
    );
  }
  return name === '-' ? { kind: 'lines' } : { kind: 'name', name };
}

/** Makes a view of a resource; undefined where its record does not tell which node it is. */
export type MakeView<View> = (
  graph: RecordGraph,
  resource: DescribedResource,
  origin: RecordOrigin,
) => View | undefined;

export interface Viewing {
  /** Where the records are. */
  readonly records: ViewedRecords;
  readonly context: CommandContext;
}

/** Where records are looked for: in a catalogue, or on the Web. */
export interface ViewedRecords {
  /** The records of a name, with those of the resources they describe that the name is of. */
  named(name: string): Promise<readonly ViewedRecord[]>;
  ofSource(source: string): AsyncIterable<ViewedRecord>;
  /** Says that there is no record of a name. */
  missingText(name: string): string;
}

/**
 * The views of what is wanted, in the order in which it is named. What has no record, and a
 * resource that cannot be viewed, is told to the standard error, and does not end the rest.
 * @param onTrouble is called for each of these
 * @throws {UsageFault} when there is no such source
 */
export async function* viewed<View>(
  makeView: MakeView<View>,
  what: ViewedWhat,
  { records, context }: Viewing,
  onTrouble: () => void,
): AsyncGenerator<View> {
  const { signal, stderr } = context;
  const tell = (message: string): void => {
    stderr.write(`cdif-graph: ${message}\n`);
    onTrouble();
  };
  const wanted = wantedRecords(what, records, context, (name) => tell(records.missingText(name)));
  for await (const { origin, describes, ...text } of wanted) {
    signal.throwIfAborted();
    const graph = readRecordGraph(text);
    const views = describes.map((resource) => makeView(graph, resource, origin));
    for (const view of views) if (view !== undefined) yield view;
    if (views.includes(undefined)) tell(`no view of ${printable(text.graph)}: ${withoutNode}`);
  }
}

const withoutNode =
  'an earlier version stored it without the node of its resource; cdif-graph rebuild adds it';

async function* wantedRecords(
  what: ViewedWhat,
  records: ViewedRecords,
  context: CommandContext,
  onMissing: (name: string) => void,
): AsyncGenerator<ViewedRecord> {
  if (what.kind === 'source') {
    yield* records.ofSource(what.source);
    return;
  }
  for await (const name of what.kind === 'name' ? [what.name] : linesOf(context)) {
    const named = await records.named(name);
    if (named.length === 0) onMissing(name);
    yield* named;
  }
}

/** The records of a catalogue. */
export function catalogueRecords(store: CatalogueStore): ViewedRecords {
  return {
    async named(name) {
      const { records } = await recordsNamed(name, store);
      const viewedRecords = await Promise.all(
        records.map(async ({ record: { graph, describes }, resourceIndex: at }) => {
          const [nquads, origin] = await Promise.all([store.graphOf(graph), store.originOf(graph)]);
          // It may have been removed since it was found.
          if (nquads === undefined || origin === undefined) return [];
          const wanted = at === undefined ? namedOf(describes, name) : describes.slice(at, at + 1);
          return [{ graph, nquads, describes: wanted, origin }];
        }),
      );
      return viewedRecords.flat();
    },
    async *ofSource(source) {
      await refuseUnknownSources([source], store);
      for await (const { record, nquads, origin } of store.records([source])) {
        yield { graph: record.graph, nquads, describes: record.describes, origin };
      }
    },
    missingText: noRecordText,
  };
}

/** Of the resources of a record those that a name is of; all where it is of the record. */
export function namedOf(
  describes: readonly DescribedResource[],
  name: string,
): readonly DescribedResource[] {
  const wanted = new Set(spellingsOf(name).map((spelling) => identifierName(spelling.trim())));
  const named = describes.filter(({ iri, identifiers }) =>
    [...(iri === undefined ? [] : [iri]), ...identifiers].some((identifier) =>
      wanted.has(identifierName(identifier)),
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

import type { DerivedGraph } from '../../model/derived-graph.ts';
import { derivedGraphIri } from '../../catalogue/derived/derived-terms.ts';
import { derivedUnits } from '../../catalogue/derived/derived-units.ts';
import { factsFrom } from '../../catalogue/find-records.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import type { StoreDialect } from '../../engine/store/store-dialects.ts';
import type { GraphWrite, TripleStore } from '../../engine/store/triple-store.ts';
import type { StatementText } from '../../rdf/n-quads.ts';
import { TextSet } from '../../text/text-set.ts';
import { skolemizedText } from '../export-statements.ts';
import { sentGraph, sentTriples } from '../sent-statements.ts';
import type { PartChange, PushedLayer, PushUnit } from './push-layer.ts';

/** What is pushed to which store. */
export interface LayerSettings {
  readonly snapshot: Snapshot;
  readonly store: Pick<TripleStore, 'canDelete' | 'dialect' | 'needsSkolemIris'>;
  readonly graphPrefix: string;
  /** Only what the records of these sources give; all where absent. */
  readonly sources: readonly string[] | undefined;
}

/** The record graphs, each a unit with one part. */
export function recordLayer({ snapshot, store, graphPrefix, sources }: LayerSettings): PushedLayer {
  function* units(): Generator<PushUnit> {
    for (const facts of factsFrom(snapshot, sources)) {
      const { graph } = facts;
      const nquads = (): string => snapshot.wholeNquadsOf(facts);
      // As it is named in the store, where provenance of earlier pushes mentions it.
      const key = sentGraph(graph, store.dialect);
      yield {
        key,
        inputs: () => facts.digest ?? nquads(),
        parts: () => new Map([[key, recordTriples({ graph, nquads: nquads() }, store)]]),
      };
    }
  }
  const writeOf = ({ name, triples }: PartChange): GraphWrite => {
    const graph = graphPrefix + name;
    return triples === undefined ? { kind: 'drop', graph } : { kind: 'replace', graph, triples };
  };
  return { name: 'records', units, writes: (changes) => changes.map(writeOf) };
}

/** The statements of a record graph as a store gets them, as N-Triples. */
function recordTriples(text: StatementText, store: LayerSettings['store']): string {
  const nquads = store.needsSkolemIris ? skolemizedText(text) : text.nquads;
  let triples = '';
  for (const line of sentTriples({ graph: text.graph, nquads }, store.dialect)) {
    triples += `${line} .\n`;
  }
  return triples;
}

/** A store without SPARQL Update can lose statements of a graph only by losing all of it. */
export class LayerNeedsReplacement extends Error {
  override readonly name = 'LayerNeedsReplacement';
}

/**
 * A derived graph. Its parts are subjects with all their statements; in the provenance graph, where
 * several units have statements about one subject, they are single statements.
 */
export function derivedLayer(
  name: DerivedGraph,
  { snapshot, store, graphPrefix, sources }: LayerSettings,
): PushedLayer {
  function* units(): Generator<PushUnit | undefined> {
    for (const unit of derivedUnits(snapshot, name, sources)) {
      if (unit === undefined) yield undefined;
      else {
        const { key, inputs, write } = unit;
        yield { key, inputs, parts: () => partsOf(name, write(new TextSet()), store.dialect) };
      }
    }
  }
  return {
    name,
    units,
    writes: (changes) => {
      const writes = derivedWrites(graphPrefix + derivedGraphIri(name), changes);
      if (!store.canDelete && writes.some(({ kind }) => kind === 'delete')) {
        throw new LayerNeedsReplacement();
      }
      return writes;
    },
  };
}

function derivedWrites(graph: string, changes: readonly PartChange[]): readonly GraphWrite[] {
  const writes: GraphWrite[] = [];
  const removed = changes.filter(({ isRemoved }) => isRemoved).map((each) => each.name);
  if (removed.length > 0) {
    const statements = removed.filter((each) => !isSubject(each)).map((each) => `${each} .\n`);
    const subjects = removed.filter(isSubject);
    writes.push({ kind: 'delete', graph, subjects, triples: statements.join('') });
  }
  const triples = changes.map((each) => each.triples ?? '').join('');
  if (triples !== '') writes.push({ kind: 'add', graph, triples });
  return writes;
}

/** Whether the name of a part is a subject; else it is a statement, which has blanks. */
function isSubject(part: string): boolean {
  return !part.includes(' ');
}

function partsOf(
  name: DerivedGraph,
  texts: Iterable<string>,
  dialect: StoreDialect,
): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const nquads of texts) {
    for (const line of sentTriples({ graph: derivedGraphIri(name), nquads }, dialect)) {
      const part = name === 'provenance' ? line : line.slice(0, line.indexOf(' '));
      const before = name === 'provenance' ? '' : (parts.get(part) ?? '');
      parts.set(part, `${before}${line} .\n`);
    }
  }
  return parts;
}

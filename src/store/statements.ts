import type { Catalogue } from './catalogue.ts';
import { recordProvenance, runProvenance, sourceProvenance } from './provenance.ts';
import type { Snapshot } from './snapshot.ts';

/** Records are a few thousand characters each; who takes them one by one pays for each, who takes all needs the memory. */
const pieceCharacters = 2 ** 16;

/**
 * All that a catalogue holds as N-Quads, in pieces of whole lines: the record graphs in the order of their IRIs, then
 * our own graphs. It is one state of the catalogue, however long it takes.
 */
export async function* statementsOf(catalogue: Catalogue): AsyncGenerator<string> {
  const snapshot = catalogue.snapshot();
  try {
    yield* inPieces(snapshot.nquads());
    yield* ownStatements(snapshot);
  } finally {
    snapshot.end();
  }
}

/** Our own graphs as N-Quads, in pieces of whole lines: of the records, their sources, the runs. */
export function* ownStatements(snapshot: Snapshot): Generator<string> {
  const sources = new Set<string>();
  const records = function* (): Generator<string> {
    for (const facts of snapshot.facts()) {
      sources.add(facts.target.source);
      yield recordProvenance(facts);
    }
  };
  yield* inPieces(records());
  yield [...sources].toSorted().map(sourceProvenance).join('');
  for (const run of snapshot.runs()) yield runProvenance(run);
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

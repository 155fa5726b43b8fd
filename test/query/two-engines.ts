import { Parser, Store as QuadStore, type Term } from 'n3';
import { Store } from 'oxigraph';
import { Engine } from 'quadstore-comunica';

/** A row of an answer: the value of each variable that has one, with what kind of term it is. */
export type Row = Readonly<Record<string, string>>;

/** Answers SELECT queries over N-Quads. */
export type Ask = (query: string) => Promise<readonly Row[]>;

/** Oxigraph, as the catalogue is asked. */
export function oxigraph(nquads: string): Ask {
  const store = new Store();
  store.load(nquads, { format: 'nq' });
  return async (query) => {
    // The engine wrote it: JSON is a string.
    return jsonRows(store.query(query, { results_format: 'json' }) as string);
  };
}

/** The rows of an answer in SPARQL 1.1 Query Results JSON Format, in its order. */
export function jsonRows(answer: string): readonly Row[] {
  // An engine wrote it.
  const { results } = JSON.parse(answer) as {
    results: { bindings: Record<string, JsonTerm>[] };
  };
  return results.bindings.map((binding) =>
    rowOf(
      Object.entries(binding).map(([name, term]) => [
        name,
        shown(term.type, term.value, term.datatype, term['xml:lang']),
      ]),
    ),
  );
}

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

/** Comunica, over a store of n3. */
export function comunica(nquads: string): Ask {
  const store = new QuadStore(new Parser({ format: 'application/n-quads' }).parse(nquads));
  // It is typed for another store, and takes any that is one of RDF/JS.
  const engine = new Engine(store as unknown as ConstructorParameters<typeof Engine>[0]);
  return async (query) => {
    const stream = await engine.queryBindings(query);
    const rows: Row[] = [];
    return new Promise((resolve, reject) => {
      stream.on('data', (binding: Iterable<[{ value: string }, Term]>) => {
        rows.push(rowOf(Array.from(binding, ([name, term]) => [name.value, shownTerm(term)])));
      });
      stream.on('end', () => resolve(rows));
      stream.on('error', reject);
    });
  };
}

/** The statements of Turtle or N-Triples, each once, in the order of their texts. */
export function turtleStatements(answer: string): readonly string[] {
  const quads = new Parser({ format: 'text/turtle' }).parse(answer);
  const lines = quads.map((quad) =>
    [quad.subject, quad.predicate, quad.object].map(shownTerm).join(' '),
  );
  return [...new Set(lines)].toSorted();
}

/** Each row as a text, in the order of the rows; the words of ?type and ?format have no order. */
export function rowTexts(rows: readonly Row[]): readonly string[] {
  return rows.map(({ type, format, ...row }) => {
    const lists = [type, format].map((list) => list?.match(/[^" ]+/gu)?.toSorted());
    return JSON.stringify([row, lists]);
  });
}

function shownTerm(term: Term): string {
  if (term.termType !== 'Literal') {
    return shown(term.termType === 'NamedNode' ? 'uri' : 'bnode', term.value);
  }
  return shown('literal', term.value, term.datatype.value, term.language);
}

/**
 * Labels of blank nodes differ between engines, and so do fractions of seconds of times and the case
 * of language tags.
 */
function shown(type: string, value: string, datatype = '', language = ''): string {
  if (type === 'bnode') return '_:';
  if (type === 'uri') return `<${value}>`;
  if (language !== '') return `"${value}"@${language.toLowerCase()}`;
  if (datatype.endsWith('#dateTime')) return new Date(value).toISOString();
  return /#(?:integer|decimal|double)$/u.test(datatype)
    ? String(Number(value.replace('INF', 'Infinity')))
    : `"${value}"`;
}

function rowOf(entries: readonly (readonly [string, string])[]): Row {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

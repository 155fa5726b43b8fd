import type { EngineMemory } from './engine-memory.ts';

/** What a query answers, as TSV. */
export interface KnownAnswer {
  readonly query: string;
  readonly answer: string;
}

/** What is asked of an engine so that it can be asked again: statements by each of the orders in which it keeps them. */
export function knownAnswers(memory: EngineMemory): readonly KnownAnswer[] {
  const ask = (query: string): KnownAnswer => ({ query, answer: askKnown(memory, query) });
  const some = ask('SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } } LIMIT 20');
  const rows = some.answer.split('\n').slice(1, -1);
  const [s, p, o, g] = (rows.at(-1) ?? '').split('\t');
  const patterns = [
    isIri(s) ? `GRAPH ?g { ${s} ?p ?o }` : undefined,
    isIri(p) ? `GRAPH ?g { ?s ${p} ?o }` : undefined,
    o === undefined || o.startsWith('_:') ? undefined : `GRAPH ?g { ?s ?p ${o} }`,
    isIri(g) ? `GRAPH ${g} { ?s ?p ?o }` : undefined,
  ].filter((pattern) => pattern !== undefined);
  return [some, ...patterns.map((pattern) => ask(`SELECT * { ${pattern} } LIMIT 20`))];
}

/** Asks again. */
export function askKnown({ store }: EngineMemory, query: string): string {
  // With a format, whatever the query's form, the answer is a text.
  return store.query(query, { results_format: 'tsv' }) as string;
}

function isIri(term: string | undefined): boolean {
  return term?.startsWith('<') === true;
}

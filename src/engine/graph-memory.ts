import { namedNode, Store } from 'oxigraph';
import { DamageFound } from '../catalogue/catalogue-fault.ts';
import { derivedGraphIri } from '../catalogue/derived/derived-terms.ts';
import { derivedGraphs } from '../model/derived-graph.ts';
import { isIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { maxRecordQuads, oxigraphLoad } from '../rdf/oxigraph.ts';
import { assertWithinBounds } from './answer-bounds.ts';
import {
  type EngineAnswer,
  EngineFault,
  type EngineTask,
  QueryFault,
  type QueryRequest,
  serializeFault,
  type StatementBytes,
} from './engine-task.ts';

/** Holds the graphs of a `FROM` with several graphs during a query. */
const mergedGraph = 'urn:cdif-graph:merged';

/** Graphs in an in-memory Oxigraph store. */
export class GraphMemory {
  readonly #store = new Store();
  readonly #maxRecordQuads: number;

  /** @param limit the most statements of one record */
  constructor(limit = maxRecordQuads) {
    this.#maxRecordQuads = limit;
  }

  /** Runs a task. @throws an Error that is a bug */
  run(task: EngineTask): EngineAnswer {
    try {
      return { text: this.#answer(task) };
    } catch (error) {
      const fault = isExhaustion(error) ? exhaustionFault(error) : error;
      return { fault: serializeFault(fault, task.kind === 'query' ? task.request.text : '') };
    }
  }

  /**
   * Adds statements of a graph. One call loads all layers, so their blank nodes are the same.
   * @throws {EngineFault}; {DamageFound}
   */
  #add({ graph, quads, pieces }: StatementBytes): void {
    if (quads > this.#maxRecordQuads) {
      throw new EngineFault('record-too-large', tooLarge(graph, quads));
    }
    const [first, ...others] = pieces;
    if (first === undefined) return;
    try {
      this.#store.load(others.length === 0 ? first : pieces, oxigraphLoad);
    } catch (error) {
      if (isExhaustion(error)) {
        throw new EngineFault('out-of-memory', tooLarge(graph, quads), { cause: error });
      }
      const what = `the statements of ${graph} cannot be read (${String(error)})`;
      throw new DamageFound(what, { cause: error });
    }
  }

  /**
   * Replaces the statements of a record graph in all loaded layers. Statements that other records
   * have too stay in the union.
   * @throws as `#add`
   */
  #replace(statements: StatementBytes): void {
    const graph = sparqlIri(statements.graph);
    const derived = derivedGraphs.map((each) => sparqlIri(derivedGraphIri(each)));
    const others = [graph, ...derived].join(', ');
    this.#store.update(`DELETE { ?s ?p ?o } WHERE {
      GRAPH ${graph} { ?s ?p ?o }
      FILTER NOT EXISTS { GRAPH ?other { ?s ?p ?o } FILTER (?other NOT IN (${others})) }
    }`);
    this.#drop(statements.graph);
    this.#add(statements);
  }

  /** Removes a named graph. */
  #drop(graph: string): void {
    this.#store.update(`DROP SILENT GRAPH ${sparqlIri(graph)}`);
  }

  /**
   * Answers a query in the requested format.
   * @throws {QueryFault}; {EngineFault}
   */
  #query(request: QueryRequest): string {
    const answer = this.#answerOver(request);
    assertWithinBounds(answer, request);
    return answer;
  }

  /** Answers a query over the graphs that it states. @throws {QueryFault}; {EngineFault} */
  #answerOver({ text, format, reads }: QueryRequest): string {
    const { from = [], fromNamed = [] } = reads.stated ?? {};
    const answer = (options = {}): string => {
      try {
        // With a format, the answer is a text for every query form.
        return this.#store.query(text, { results_format: format, ...options }) as string;
      } catch (error) {
        throw toFault(error, text);
      }
    };
    if (reads.stated === undefined || ![...from, ...fromNamed].every(isIri)) return answer();
    const named_graphs = fromNamed.map((graph) => namedNode(graph));
    if (from.length < 2) {
      return answer({ default_graph: from.map((graph) => namedNode(graph)), named_graphs });
    }
    // Oxigraph would count a statement once for each graph of `FROM` that has it.
    const graphs = from.map(sparqlIri).join(' ');
    this.#store.update(`INSERT { GRAPH ${sparqlIri(mergedGraph)} { ?s ?p ?o } } WHERE {
      VALUES ?graph { ${graphs} } GRAPH ?graph { ?s ?p ?o }
    }`);
    try {
      return answer({ default_graph: namedNode(mergedGraph), named_graphs });
    } finally {
      this.#drop(mergedGraph);
    }
  }

  #answer(task: EngineTask): string {
    switch (task.kind) {
      case 'add':
        for (const statements of task.graphs) this.#add(statements);
        return '';
      case 'replace':
        for (const statements of task.graphs) this.#replace(statements);
        return '';
      case 'drop':
        this.#drop(task.graph);
        return '';
      case 'query':
        return this.#query(task.request);
    }
  }
}

/** An IRI in SPARQL syntax. @throws {TypeError} for other texts */
function sparqlIri(iri: string): string {
  if (!isIri(iri)) throw new TypeError(`${iri} is no IRI`);
  return iriTerm(iri);
}

function tooLarge(graph: string, quads: number): string {
  return (
    `the graph ${graph} has ${quads} statements, ` +
    'more than the built-in engine can take in beside what else there is; ' +
    'show and export still work: let a SPARQL store answer queries (docs/stores.md), ' +
    'or keep such records out (limits.jsonValues, exclude) and harvest again'
  );
}

function toFault(error: unknown, query: string): unknown {
  if (!(error instanceof Error) || isExhaustion(error)) return error;
  if ('code' in error && error.code === 'ERR_STRING_TOO_LONG') {
    const message =
      'the answer is longer than 500 MB; ask for less, or in parts (LIMIT and OFFSET)';
    return new EngineFault('answer-too-long', message, { cause: error });
  }
  // The engine gives the place only in its message, which is passed on; nothing is decided by it.
  const [, line, column, detail] = /^error at (\d+):(\d+): (.*)$/su.exec(error.message) ?? [];
  if (detail === undefined) return new QueryFault(error.message, query);
  return new QueryFault(shortenExpected(detail), query, {
    line: Number(line),
    column: Number(column),
  });
}

/** The tokens that the engine expected, without its many character classes. */
function shortenExpected(detail: string): string {
  const shown = detail
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?:, )?\[(?:_|'[^\]]*)\]/gu, '')
    .trim();
  return shown === 'expected' ? 'this cannot stand here' : shown;
}

/**
 * Whether an error means that WebAssembly ran out of memory or stack; all other errors of the
 * engine are plain.
 */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
}

/** The fault for an exhausted engine. */
function exhaustionFault(cause: unknown): EngineFault {
  if (cause instanceof RangeError) {
    const message =
      'the query is nested too deeply for the built-in engine; write shorter chains of ' +
      'operators, alternatives (UNION) and optional parts';
    return new EngineFault('query-too-deep', message, { cause });
  }
  const message =
    'the query needs more memory than the built-in engine has; ask for less, ' +
    'or let a SPARQL store answer (engine.query of the configuration): see docs/stores.md';
  return new EngineFault('out-of-memory', message, { cause });
}

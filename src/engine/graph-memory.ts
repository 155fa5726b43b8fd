import { namedNode, Store } from 'oxigraph';
import { isIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { maxRecordQuads, oxigraphLoad } from '../rdf/oxigraph.ts';
import { ownGraphIri, ownGraphs } from '../store/own-terms.ts';
import { DamageFound } from '../store/catalogue-fault.ts';
import { ask, exhausted, isExhaustion } from './ask-engine.ts';
import { EngineFault } from './engine-fault.ts';
import { plainFault, type EngineAnswer, type EngineTask } from './engine-task.ts';
import type { QueryRequest } from './queries.ts';
import type { StatementBytes } from './statement-bytes.ts';

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
  do(task: EngineTask): EngineAnswer {
    try {
      return { text: this.#answer(task) };
    } catch (error) {
      const fault = isExhaustion(error) ? exhausted(error) : error;
      return { fault: plainFault(fault, task.kind === 'query' ? task.request.text : '') };
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
    const others = [graph, ...ownGraphs.map((own) => sparqlIri(ownGraphIri(own)))].join(', ');
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
   * Answers a query, in the requested format.
   * @returns the answer in the format that was asked for
   * @throws {QueryFault}; {EngineFault}
   */
  #ask({ text, format, reads }: QueryRequest): string {
    const { from = [], fromNamed = [] } = reads.stated ?? {};
    // With a format, the answer is a text for every query form.
    const plain = (options = {}): string =>
      ask(this.#store, text, { results_format: format, ...options }) as string;
    // Oxigraph would count a statement once for each graph of `FROM` that has it.
    if (from.length < 2 || ![...from, ...fromNamed].every(isIri)) return plain();
    const graphs = from.map(sparqlIri).join(' ');
    this.#store.update(`INSERT { GRAPH ${sparqlIri(mergedGraph)} { ?s ?p ?o } } WHERE {
      VALUES ?graph { ${graphs} } GRAPH ?graph { ?s ?p ?o }
    }`);
    try {
      return plain({
        default_graph: namedNode(mergedGraph),
        named_graphs: fromNamed.map((graph) => namedNode(graph)),
      });
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
        return this.#ask(task.request);
    }
  }
}

/** An IRI as SPARQL has it. @throws {TypeError} where it is none */
function sparqlIri(iri: string): string {
  if (!isIri(iri)) throw new TypeError(`${iri} is no IRI`);
  return iriTerm(iri);
}

function tooLarge(graph: string, quads: number): string {
  return (
    `the graph ${graph} has ${quads} statements, more than the built-in engine can take in beside what else there is; ` +
    'show and export still work: load an export into a triple store (see docs/stores.md), or keep such records out ' +
    '(limits.jsonValues, exclude) and harvest again'
  );
}

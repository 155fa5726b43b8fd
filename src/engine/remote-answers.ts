import { assertWithinBounds } from './answer-bounds.ts';
import {
  type EngineAnswer,
  type QueryRequest,
  type ResultFormat,
  serializeFault,
} from './engine-task.ts';
import { EndpointFault, type RemoteEndpoint } from './remote-endpoint.ts';

/** The reply of the thread: as that of the engine in memory, or the fault of the store. */
export type RemoteAnswer =
  | EngineAnswer
  | { readonly refusal: { readonly message: string; readonly status: number | undefined } };

/** What a store is asked for instead of formats that few write, or write in ways of their own. */
const askedInstead: Partial<Record<ResultFormat, ResultFormat>> = {
  // Turtle is a subset of TriG, N-Triples of N-Quads.
  trig: 'ttl',
  nq: 'nt',
  rdf: 'nt',
  jsonld: 'nt',
};

/** As `answerFromStore`, with faults as plain data. @throws any other error */
export async function replyFromStore(
  endpoint: Pick<RemoteEndpoint, 'query'>,
  request: QueryRequest,
): Promise<RemoteAnswer> {
  try {
    return { text: await answerFromStore(endpoint, request) };
  } catch (error) {
    if (!(error instanceof EndpointFault)) return { fault: serializeFault(error, request.text) };
    const { message, status } = error;
    return { refusal: { message, status } };
  }
}

/**
 * Asks a store, and gives the answer in the format of the request, whatever the store writes.
 * @throws as `RemoteEndpoint.query`; {EngineFault} `answer-too-long` beyond the bounds
 */
export async function answerFromStore(
  endpoint: Pick<RemoteEndpoint, 'query'>,
  request: QueryRequest,
): Promise<string> {
  const { text, reads, format } = request;
  const asked = askedInstead[format] ?? format;
  const sent = await endpoint.query({ text, reads, stated: reads.stated, format: asked });
  const isConverted = format === 'rdf' || format === 'jsonld';
  const answer = isConverted ? await convertTriples(sent, format) : sent;
  assertWithinBounds(answer, request);
  return answer;
}

/** @throws {EndpointFault} if the text is no N-Triples */
async function convertTriples(text: string, format: ResultFormat): Promise<string> {
  // Loaded here, since WebAssembly takes time to load.
  const [{ defaultGraph, Store }, { freeStore }] = await Promise.all([
    import('oxigraph'),
    import('../rdf/oxigraph.ts'),
  ]);
  const store = new Store();
  try {
    // Statements of publishers may have IRIs that the strict syntax refuses.
    store.load(text, { format: 'nt', lenient: true });
    return store.dump({ format, from_graph_name: defaultGraph() });
  } catch (error) {
    throw new EndpointFault('the answer of the store is no N-Triples', { cause: error });
  } finally {
    freeStore(store);
  }
}

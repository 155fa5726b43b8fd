import { collectBytes } from '../http/body.ts';
import { ResourceError, type HttpReader } from '../model/http.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Response } from '../model/response.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { Target } from '../model/target.ts';

/**
 * A landing page and a JSON-LD document are equally welcome, so that a server that has both gives what it gives
 * everybody; other JSON may be metadata, and the rest is taken because many servers mislabel.
 */
const metadataAccept =
  'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5';

export interface FetchOptions {
  readonly http: HttpReader;
  /** The `Accept` field to send. */
  readonly accept?: string;
}

/**
 * Makes the stage that fetches a target. Yields one response, or one failure with the problem that `HttpReader`
 * found. An abort is thrown, as the signal's reason.
 */
export function createFetchStage({
  http,
  accept = metadataAccept,
}: FetchOptions): Stage<Target, Response> {
  return {
    name: 'fetch',
    async *process(target, { signal }: StageContext): AsyncGenerator<Outcome<Response>> {
      try {
        const resource = await http.open(target.url, { signal, accept, whole: true });
        const { retrieval, headers } = resource;
        const body = await collectBytes(resource.body);
        const contentType = headers['content-type'] ?? '';
        const link = headers['link'] ?? '';
        yield { kind: 'produced', value: { target, retrieval, contentType, link, body } };
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        yield { kind: 'failed', problem: error.problem };
      }
    },
  };
}

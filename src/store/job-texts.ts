import { ResourceError } from '../model/http.ts';
import type { RecordGraph } from '../model/record.ts';
import type { UrlJob } from './url-writer.ts';

/** A text that a job writes, and what it belongs to. */
export interface KeptText {
  readonly url: string;
  readonly text: string;
}

/** The long texts that a job writes. */
export function textsOf(job: UrlJob): readonly KeptText[] {
  if (job.kind === 'rederive') return job.derived.graphs.flatMap(textsOfGraph);
  if (job.kind !== 'update') return [];
  const documents = job.update.documents.map(({ documentUrl, json }) => ({
    url: documentUrl,
    text: json,
  }));
  return [...documents, ...job.update.graphs.flatMap(textsOfGraph)];
}

function textsOfGraph({ documentUrl, nquads, search }: RecordGraph): readonly KeptText[] {
  return [nquads, search].map((text) => ({ url: documentUrl, text }));
}

/** Longest text that can be read again: half of Node's longest string. */
const maxCharacters = 2 ** 28;

/** @throws {ResourceError} with `graph-too-large` when a text is longer than the store can hold */
export function refuseTooLong(job: UrlJob): void {
  for (const { url, text } of textsOf(job)) {
    if (text.length <= maxCharacters) continue;
    throw new ResourceError({ kind: 'graph-too-large', url, maxCharacters });
  }
}

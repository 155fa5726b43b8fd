import type { RecordGraph } from '../model/record.ts';
import type { UrlJob } from './url-writer.ts';

/** A text that a job writes, and what it is of. */
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

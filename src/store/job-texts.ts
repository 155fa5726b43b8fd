import type { RecordGraph } from '../model/record.ts';
import type { UrlJob } from './url-writer.ts';

/** A text that a job writes, and what it is of. */
export interface KeptText {
  readonly url: string;
  readonly text: string;
}

/** The long texts that a job writes. */
export function textsOf(job: UrlJob): readonly KeptText[] {
  if (job.kind === 'rederive') return job.derived.graphs.map(textOfGraph);
  if (job.kind !== 'update') return [];
  const documents = job.update.documents.map(({ documentUrl, json }) => ({
    url: documentUrl,
    text: json,
  }));
  return [...documents, ...job.update.graphs.map(textOfGraph)];
}

function textOfGraph({ documentUrl, nquads }: RecordGraph): KeptText {
  return { url: documentUrl, text: nquads };
}

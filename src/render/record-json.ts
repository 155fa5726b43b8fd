import type { ShownRecord } from './record-summary.ts';

/** What is known of a record as plain JSON: without its statements and the text of its document, which may be large. */
export function recordJson({
  record,
  resourceIndex,
  retrieval,
  run,
  outcome,
  visit,
  document,
  links,
  details,
  problems,
}: ShownRecord) {
  return {
    ...record,
    ...(resourceIndex !== undefined && { resourceIndex }),
    retrieval,
    run,
    ...(document && {
      route: document.route,
      baseIri: document.baseIri,
      jsonBytes: document.jsonBytes,
      isPiece: document.piece !== undefined,
    }),
    links,
    details,
    problems,
    ...(outcome && { outcome }),
    ...(visit && { visit }),
  };
}

import { problemRows } from '../../../render/problem-rows.ts';
import { isWanted, pausingSelected } from '../../../store/selected-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Answer, PageRequest } from '../../page.ts';
import { readProblemQuery, type ProblemQuery } from './problem-query.ts';

/** The problems of a query as CSV: the same rows as those of the command `problems --format csv`. */
export async function problemsCsv({ state, query }: PageRequest): Promise<Answer> {
  const wanted = await readProblemQuery(query, state.snapshot);
  if (wanted.faults.length > 0) {
    return {
      status: 400,
      contentType: 'text/plain; charset=utf-8',
      body: `${wanted.faults.join('\n')}\n`,
    };
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="problems.csv"' },
    body: rows(state.snapshot, wanted),
  };
}

function* rows(snapshot: Snapshot, { filter, selection }: ProblemQuery): Generator<string> {
  const { head, row } = problemRows.csv;
  yield head;
  for (const found of pausingSelected(snapshot, selection)) {
    // What is left out takes time as well, in which others have their turn.
    yield found !== undefined && isWanted(found, filter) ? row(found) : '';
  }
}

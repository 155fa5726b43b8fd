import { createExpandStage } from '../expand/expand.ts';
import { createExtractStage } from '../extract/extract.ts';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Derived, RecordGraph } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import { runStage } from './join.ts';

/**
 * Extract and expand as one stage: the part of a harvest that is computing alone, plain data in and plain data out, so
 * that it can be done in the thread that calls, as here, or in others (`DerivePool`) with the same result.
 */
export function createDeriveStage(limits: Limits): Stage<Response, Derived> {
  const extract = createExtractStage({ limits });
  const expand = createExpandStage({ limits });

  async function* process(
    response: Response,
    context: StageContext,
  ): AsyncGenerator<Outcome<Derived>> {
    const url = response.target.url;
    for await (const extracted of runStage(extract, response, url, context)) {
      if (extracted.kind !== 'produced') {
        yield extracted;
        continue;
      }
      const { value, problems = [] } = extracted;
      if (value.kind === 'link') {
        yield { kind: 'produced', value, problems };
        continue;
      }
      for await (const expanded of runStage(expand, value.record, url, context)) {
        yield toDerived(expanded, problems);
      }
    }
  }
  return { name: 'derive', process };
}

/** Adds what extraction had to say of the record. Expansion gives one outcome a record, so nothing is said twice. */
function toDerived(
  expanded: Outcome<RecordGraph>,
  fromExtraction: readonly Problem[],
): Outcome<Derived> {
  if (expanded.kind === 'skipped') return expanded;
  const problems = [...fromExtraction, ...(expanded.problems ?? [])];
  if (expanded.kind === 'failed') return { ...expanded, problems };
  return { kind: 'produced', value: { kind: 'graph', graph: expanded.value }, problems };
}

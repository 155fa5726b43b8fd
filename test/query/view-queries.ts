import { bundledQueries } from '../../src/query/bundled.ts';
import type { Row } from './two-engines.ts';
import { comunica, oxigraph } from './two-engines.ts';

export function queryText(name: string): string {
  return bundledQueries().find((query) => query.name === name)?.text ?? '';
}

/** What a bundled query looks for. */
export function whereOf(name: string): string {
  return /^WHERE \{\n(.*)\n\}\n$/msu.exec(queryText(name))?.[1] ?? '';
}

/**
 * The rows of a bundled query by two engines, in one order, of statements without blank nodes, as an export with --skolemize has
 * them: Comunica does not join blank nodes that are bound to another variable.
 */
export async function rowsOfBoth(
  name: string,
  nquads: string,
): Promise<readonly (readonly string[])[]> {
  const skolemized = nquads.replaceAll(
    /(?<=^|\s)_:(\S+)/gmu,
    (_, label: string) => `<urn:cdif-graph:genid:${label}>`,
  );
  const answers = await Promise.all(
    [oxigraph, comunica].map(async (engine) => engine(skolemized)(queryText(name))),
  );
  return answers.map((rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted());
}

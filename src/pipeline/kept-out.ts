import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { KeptOutRecords } from '../model/url-update.ts';
import { TextSet } from '../text/text-set.ts';

/** The records of a URL that are kept out, since their sources require that they conform. */
export class KeptOutTally {
  #records = 0;
  /** The graphs of older copies that stay. */
  readonly copies = new TextSet();

  /**
   * Keeps a record out.
   * @param problems those of the record
   * @param copyAt when the older copy that stays was retrieved; undefined where none stays
   * @returns why, as problems of the URL, since there is no record
   */
  add(
    graph: RecordGraph,
    problems: readonly Problem[],
    copyAt: string | undefined,
  ): readonly Problem[] {
    this.#records += 1;
    if (copyAt !== undefined) this.copies.add(graph.graph);
    return [nonconformingProblem(graph, problems, copyAt), ...unmetRequirements(problems)];
  }

  get counts(): KeptOutRecords {
    return { records: this.#records, copies: this.copies.size };
  }
}

function nonconformingProblem(
  { graph, documentUrl: url, conformance = [] }: RecordGraph,
  problems: readonly Problem[],
  copyAt: string | undefined,
): Problem {
  const unmet = conformance.filter(({ conforms }) => !conforms);
  const profiles = unmet.map(({ profile }) => profile);
  const errors = problems.filter(({ kind }) => kind === 'requirement-unmet').length;
  const copy = copyAt === undefined ? {} : { copyAt };
  return { kind: 'record-nonconforming', url, graph, profiles, errors, ...copy };
}

/** The requirements that the record does not meet. Its other problems are dropped. */
function unmetRequirements(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem) => {
    const { record: _, ...others } = problem;
    return problem.kind === 'requirement-unmet' ? [others] : [];
  });
}

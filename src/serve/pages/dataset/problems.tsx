import { compareSeverities, severityOf } from '../../../model/problem-catalogue.ts';
import type { Problem } from '../../../model/problem.ts';
import {
  recordProblemsWithPauses,
  problemsOfUrls,
  dropPauses,
} from '../../../catalogue/found-problems.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { ProblemList } from '../../parts/problem-list.tsx';
import { type DatasetView, ShowAllLink, shownFirst } from './dataset-view.tsx';
import { RecordNameLink } from './side-by-side.tsx';
import type { DatasetRecord } from './find-dataset.ts';

/** The problems of each record with their remedies, the most severe first. */
export function DatasetProblems({ view, problems }: ProblemsProps) {
  const total = countDatasetProblems(problems);
  const isOne = view.subject.records.length === 1;
  return (
    <section id="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">
        Problems <span class="count">{groupDigits(total)}</span>
      </h2>
      {total === 0 ? <p class="soft">No problems were found.</p> : null}
      {problems.map(({ record, problems: own }) => {
        if (own.length === 0) return null;
        const list = <OwnProblems view={view} problems={own} />;
        if (isOne) return list;
        return (
          <details open={problems.length <= maxOpen}>
            <summary>
              {formatCount(own.length, 'problem')} of <RecordNameLink record={record} />
            </summary>
            {list}
          </details>
        );
      })}
    </section>
  );
}

/** With more records than this, the section of each record is folded. */
const maxOpen = 3;

interface OwnProblemsProps {
  readonly view: DatasetView;
  readonly problems: readonly Problem[];
}

function OwnProblems({ view, problems }: OwnProblemsProps) {
  const shown = shownFirst(view, 'problems', problems);
  return (
    <>
      <ProblemList site={view.site} problems={shown} />
      <ShowAllLink
        view={view}
        part="problems"
        section="problems"
        called="problems"
        shown={shown.length}
        total={problems.length}
      />
    </>
  );
}

interface ProblemsProps {
  readonly view: DatasetView;
  readonly problems: readonly RecordProblems[];
}

/** The problems of one record, and of its URL. */
interface RecordProblems {
  readonly record: DatasetRecord;
  readonly problems: readonly Problem[];
}

/** The number of problems of all records of a page. */
export function countDatasetProblems(problems: readonly RecordProblems[]): number {
  return problems.reduce((sum, { problems: own }) => sum + own.length, 0);
}

/** Reads the problems of the records of a page. */
export function problemsOfRecords({ state, subject }: DatasetView): readonly RecordProblems[] {
  const { snapshot } = state;
  const named = new Set<string>();
  return subject.records.map((record) => {
    const { documentUrl } = record.copy.facts;
    const beside = named.has(documentUrl) ? [] : [documentUrl];
    named.add(documentUrl);
    const found = [
      ...dropPauses(recordProblemsWithPauses(snapshot, [record.graph])),
      ...problemsOfUrls(snapshot, beside),
    ];
    const problems = found.map(({ problem }) => problem);
    return {
      record,
      problems: problems.toSorted((one, other) =>
        compareSeverities(severityOf(one), severityOf(other)),
      ),
    };
  });
}

import { severities, severityOf } from '../../../model/problem-catalogue.ts';
import type { Problem } from '../../../model/problem.ts';
import {
  pausingProblemsOfRecords,
  problemsOfUrls,
  withoutPauses,
} from '../../../store/found-problems.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import { ProblemList } from '../../parts/problem-list.tsx';
import { More } from './more.tsx';
import { RecordName } from './side-by-side.tsx';
import type { SubjectRecord } from './subject.ts';
import { shownFirst, type SubjectView } from './view.ts';

/** What is wrong with each record, the worst first, with what is to be done about it. */
export function Problems({ view, problems }: ProblemsProps) {
  const total = countOf(problems);
  const isOne = view.subject.records.length === 1;
  return (
    <section id="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">
        Problems <span class="count">{grouped(total)}</span>
      </h2>
      {total === 0 ? <p class="soft">None were met.</p> : null}
      {problems.map(({ record, problems: own }) => {
        if (own.length === 0) return null;
        const list = <OwnProblems view={view} problems={own} />;
        if (isOne) return list;
        return (
          <details open={problems.length <= maxOpen}>
            <summary>
              {amount(own.length, 'problem')} of <RecordName record={record} />
            </summary>
            {list}
          </details>
        );
      })}
    </section>
  );
}

/** Of more records one is looked up, and not all are read. */
const maxOpen = 3;

interface OwnProblemsProps {
  readonly view: SubjectView;
  readonly problems: readonly Problem[];
}

function OwnProblems({ view, problems }: OwnProblemsProps) {
  const shown = shownFirst(view, 'problems', problems);
  return (
    <>
      <ProblemList site={view.site} problems={shown} />
      <More
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
  readonly view: SubjectView;
  readonly problems: readonly RecordProblems[];
}

/** The problems of one record, and of its URL. */
interface RecordProblems {
  readonly record: SubjectRecord;
  readonly problems: readonly Problem[];
}

export function countOf(problems: readonly RecordProblems[]): number {
  return problems.reduce((sum, { problems: own }) => sum + own.length, 0);
}

/** Reads what is wrong with the records of a page. */
export function problemsIn({ state, subject }: SubjectView): readonly RecordProblems[] {
  const { snapshot } = state;
  const named = new Set<string>();
  return subject.records.map((record) => {
    const { documentUrl } = record.copy.facts;
    const beside = named.has(documentUrl) ? [] : [documentUrl];
    named.add(documentUrl);
    const found = [
      ...withoutPauses(pausingProblemsOfRecords(snapshot, [record.graph])),
      ...problemsOfUrls(snapshot, beside),
    ];
    const problems = found.map(({ problem }) => problem);
    return { record, problems: problems.toSorted((one, other) => rankOf(one) - rankOf(other)) };
  });
}

function rankOf(problem: Problem): number {
  return severities.indexOf(severityOf(problem));
}

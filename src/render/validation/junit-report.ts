import { findProfile } from '../../conformance/profiles/profile-catalogue.ts';
import { readingProfile } from '../../conformance/reading-findings.ts';
import { describeProblem, remedyOf, severityOf } from '../../model/problem-catalogue.ts';
import type { RecordReport } from '../../model/validation.ts';
import { groupBy } from '../../text/collections.ts';
import {
  type JunitCase,
  junitCase,
  junitFault,
  junitFrame,
  junitSuiteEnd,
  junitSuiteStart,
} from '../report-parts/junit-xml.ts';
import { isFailing, type FailThreshold } from '../report-parts/severities.ts';
import {
  type FindingGroup,
  groupFindings,
  reportName,
  reportPlace,
  verdictText,
} from './finding-groups.ts';
import { contradictionLines, findingGroupLines } from './record-text.ts';
import type { UnevaluatedShape } from './validation-summary.ts';
import type { ValidationWriter, ValidationWriterOptions } from './validation-writer.ts';

/** A check of a record. */
type RuleCase = Omit<JunitCase, 'className'>;

interface TestSuite {
  readonly name: string;
  /** The document. */
  readonly place: string;
  readonly cases: readonly JunitCase[];
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** What is told beside the results. */
  readonly notes: readonly string[];
}

const width = 100;

/**
 * Writes JUnit XML that is valid by the schemas of Ant and of Jenkins: a suite for each record, a
 * case for each rule of its profiles. Cases fail where the validation fails (`failOn`); other
 * findings are in the output of the suite.
 */
export function createJunitReport({ now, failOn }: ValidationWriterOptions): ValidationWriter {
  let suites = 0;
  const write = (suite: TestSuite): string => {
    const xml = suiteXml(suite, suites, now);
    suites += 1;
    return xml;
  };
  return {
    begin: () => junitFrame.start,
    record: (report) => write(recordSuite(report, failOn)),
    problem: (problem) => {
      const { kind, url } = problem;
      const text = describeProblem(problem);
      const isCase = isFailing(severityOf(problem), failOn);
      const fault = junitFault('error', severityOf(problem), [text, remedyOf(problem)]);
      return write({
        name: url,
        place: url,
        cases: isCase ? [{ className: url, name: `${readingProfile} ${kind}`, fault }] : [],
        properties: [['url', url]],
        notes: isCase ? [] : [text],
      });
    },
    end: ({ unevaluated, records }) => {
      const last = [
        ...(records === 0 ? [write(noRecordSuite)] : []),
        ...(unevaluated.length === 0 ? [] : [write(unevaluatedSuite(unevaluated))]),
      ];
      return last.join('') + junitFrame.end;
    },
  };
}

function recordSuite(report: RecordReport, failOn: FailThreshold): TestSuite {
  const { url, graph, verdicts, findings } = report;
  const byProfile = groupBy(findings, ({ profile }) => profile);
  const profiles = new Set([readingProfile, ...verdicts.map(({ profile }) => profile)]);
  const checks = Array.from(profiles, (profile) =>
    checkOf(profile, groupFindings(byProfile.get(profile) ?? []), failOn),
  );
  return {
    name: reportName(report),
    place: url,
    cases: checks.flatMap(({ cases }) =>
      cases.map((each) => ({ ...each, className: reportPlace(report) })),
    ),
    properties: [
      ['url', url],
      ['graph', graph],
      ...verdicts.map((each): [string, string] => [each.profile, verdictText(each)]),
    ],
    notes: [...contradictionLines(report, width), ...checks.flatMap(({ notes }) => notes)],
  };
}

/** The cases of a profile: its rules, or one if these are unknown and nothing failed. */
function checkOf(
  profile: string,
  groups: readonly FindingGroup[],
  failOn: FailThreshold,
): { readonly cases: readonly RuleCase[]; readonly notes: readonly string[] } {
  const cases: RuleCase[] = [];
  const notes: string[] = [];
  for (const [rule, [worst, ...others]] of groupBy(groups, (group) => group.rule)) {
    if (worst === undefined) continue;
    const lines = [worst, ...others].flatMap((group) => textOf(group));
    if (!isFailing(worst.severity, failOn)) notes.push(`[${profile}]`, ...lines);
    else cases.push(failedCase(profile, rule, { worst, lines }));
  }
  const failed = new Set(
    groups.filter(({ severity }) => isFailing(severity, failOn)).map(({ rule }) => rule),
  );
  const rules = new Set(findProfile(profile)?.requirements.map(({ rule }) => rule));
  for (const rule of rules) {
    if (!failed.has(rule)) cases.push({ name: `${profile} ${rule}` });
  }
  if (cases.length === 0) cases.push({ name: `${profile} conforms` });
  return { cases, notes };
}

function textOf(group: FindingGroup): string[] {
  return findingGroupLines(group, { docs: 'docs/', width, cited: new Set() });
}

interface FailedRule {
  readonly worst: FindingGroup;
  readonly lines: readonly string[];
}

function failedCase(profile: string, rule: string, { worst, lines }: FailedRule): RuleCase {
  const [{ found }] = worst.findings;
  const message = found === undefined ? worst.title : `${worst.title}: ${found}`;
  return {
    name: `${profile} ${rule}`,
    fault: junitFault('failure', worst.severity, [message, ...lines]),
  };
}

/** Without it, programs would take a validation that fails for want of records for a success. */
const noRecordSuite: TestSuite = {
  name: 'Records',
  place: 'records',
  cases: [
    {
      className: 'records',
      name: 'there are some',
      fault: junitFault('error', 'no-record', ['No record was found.']),
    },
  ],
  properties: [['count', '0']],
  notes: [],
};

function unevaluatedSuite(unevaluated: readonly UnevaluatedShape[]): TestSuite {
  return {
    name: 'Shapes that could not be evaluated',
    place: 'shapes',
    cases: unevaluated.map(({ shape, what, reason }) => ({
      className: shape,
      name: what,
      fault: junitFault('error', 'not-evaluated', [reason, `${shape}: ${what}: ${reason}`]),
    })),
    properties: [['count', String(unevaluated.length)]],
    notes: [],
  };
}

function suiteXml(suite: TestSuite, id: number, startedAt: Date): string {
  const { name, place, cases, properties, notes } = suite;
  const count = (element: 'error' | 'failure'): number =>
    cases.filter(({ fault }) => fault?.element === element).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') };
  return [
    junitSuiteStart({ name, place, id, startedAt, counts, properties }),
    ...cases.map((each) => junitCase(each)),
    junitSuiteEnd(notes.join('\n')),
  ].join('');
}

import { findProfile } from '../../conformance/profiles/profile-catalogue.ts';
import { readingProfile } from '../../conformance/reading-findings.ts';
import { describeProblem, remedyOf, severityOf } from '../../model/problem-catalogue.ts';
import type { RecordReport } from '../../model/validation.ts';
import { groupBy } from '../../text/collections.ts';
import { xmlElement, xmlText } from '../../text/xml-text.ts';
import { type FindingGroup, groupFindings, reportName, verdictText } from './finding-groups.ts';
import { contradictionLines, findingGroupLines } from './record-text.ts';
import { isFailing, type FailThreshold, type UnevaluatedShape } from './validation-summary.ts';
import type { ValidationWriter, ValidationWriterOptions } from './validation-writer.ts';

/** A check, with its XML where it did not pass. */
interface TestCase {
  /** The profile. */
  readonly className: string;
  /** The rule. */
  readonly name: string;
  readonly fault?: TestFault;
}

interface TestFault {
  readonly element: 'error' | 'failure';
  readonly xml: string;
}

interface TestSuite {
  readonly name: string;
  /** The document. */
  readonly place: string;
  readonly cases: readonly TestCase[];
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
  // The schema of Ant has no time zone.
  const timestamp = now.toISOString().slice(0, 19);
  let suites = 0;
  const write = (suite: TestSuite): string => {
    const xml = suiteXml(suite, `id="${suites}" timestamp="${timestamp}"`);
    suites += 1;
    return xml;
  };
  return {
    begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n',
    record: (report) => write(recordSuite(report, failOn)),
    problem: (problem) => {
      const { kind, url } = problem;
      const text = describeProblem(problem);
      const isCase = isFailing(severityOf(problem), failOn);
      const fault = faultOf('error', severityOf(problem), [text, remedyOf(problem)]);
      return write({
        name: url,
        place: url,
        cases: isCase ? [{ className: readingProfile, name: kind, fault }] : [],
        properties: [['url', url]],
        notes: isCase ? [] : [text],
      });
    },
    end: ({ unevaluated }) =>
      `${unevaluated.length === 0 ? '' : write(unevaluatedSuite(unevaluated))}</testsuites>\n`,
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
    cases: checks.flatMap(({ cases }) => cases),
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
): Pick<TestSuite, 'cases' | 'notes'> {
  const cases: TestCase[] = [];
  const notes: string[] = [];
  for (const [rule, [worst, ...others]] of groupBy(groups, (group) => group.rule)) {
    if (worst === undefined) continue;
    const lines = [worst, ...others].flatMap((group) => textOf(group));
    if (!isFailing(worst.severity, failOn)) notes.push(`[${profile}]`, ...lines);
    else cases.push(failedCase(profile, rule, { worst, lines }));
  }
  const failed = new Set(cases.map(({ name }) => name));
  const rules = new Set(findProfile(profile)?.requirements.map(({ rule }) => rule));
  for (const rule of rules) {
    if (!failed.has(rule)) cases.push({ className: profile, name: rule });
  }
  if (cases.length === 0) cases.push({ className: profile, name: 'conforms' });
  return { cases, notes };
}

function textOf(group: FindingGroup): string[] {
  return findingGroupLines(group, { docs: 'docs/', width, cited: new Set() });
}

interface FailedRule {
  readonly worst: FindingGroup;
  readonly lines: readonly string[];
}

function failedCase(profile: string, rule: string, { worst, lines }: FailedRule): TestCase {
  const [{ found }] = worst.findings;
  const message = found === undefined ? worst.title : `${worst.title}: ${found}`;
  return {
    className: profile,
    name: rule,
    fault: faultOf('failure', worst.severity, [message, ...lines]),
  };
}

/** @param lines the first is the message */
function faultOf(
  element: 'error' | 'failure',
  type: string,
  [message = '', ...lines]: readonly string[],
): TestFault {
  const text = lines.join('\n');
  const attributes = `type="${xmlText(type)}" message="${xmlText(message)}"`;
  return { element, xml: `<${element} ${attributes}>${xmlText(text)}</${element}>` };
}

function unevaluatedSuite(unevaluated: readonly UnevaluatedShape[]): TestSuite {
  return {
    name: 'Shapes that could not be evaluated',
    place: 'shapes',
    cases: unevaluated.map(({ shape, what, reason }) => ({
      className: shape,
      name: what,
      fault: faultOf('error', 'not-evaluated', [reason, `${shape}: ${what}: ${reason}`]),
    })),
    properties: [['count', String(unevaluated.length)]],
    notes: [],
  };
}

/** The elements and attributes that the schema of Ant requires, and no others. */
function suiteXml({ name, place, cases, properties, notes }: TestSuite, run: string): string {
  const count = (element: 'error' | 'failure'): number =>
    cases.filter(({ fault }) => fault?.element === element).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}"`;
  return [
    `<testsuite name="${tokenText(name)}" package="${tokenText(place)}" ${run} ` +
      `hostname="localhost" ${counts} time="0">`,
    '<properties>',
    ...properties.map(
      ([key, value]) => `<property name="${tokenText(key)}" value="${xmlText(value)}"/>`,
    ),
    '</properties>',
    ...cases.map((each) => caseXml(each)),
    xmlElement('system-out', notes.join('\n')),
    '<system-err></system-err>',
    '</testsuite>',
    '',
  ].join('\n');
}

function caseXml({ className, name, fault }: TestCase): string {
  const start = `<testcase classname="${tokenText(className)}" name="${tokenText(name)}" time="0"`;
  return fault === undefined ? `${start}/>` : `${start}>${fault.xml}</testcase>`;
}

/** A name that is not empty. */
function tokenText(text: string): string {
  return xmlText(text.trim() === '' ? '-' : text);
}

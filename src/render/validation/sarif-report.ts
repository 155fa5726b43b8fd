import { isRuleId, ruleOf } from '../../conformance/rules/rule-catalogue.ts';
import type { Finding } from '../../model/finding.ts';
import {
  describeProblem,
  isProblemKind,
  problemCatalogue,
  remedyOf,
  severityOf,
} from '../../model/problem-catalogue.ts';
import type { Problem, ProblemKind } from '../../model/problem.ts';
import type { RecordReport } from '../../model/validation.ts';
import { formatCount } from '../../text/amounts.ts';
import { applyJsonPatch } from '../../text/json-patch.ts';
import { createPositionFinder, type Position } from '../../text/text-position.ts';
import {
  artifactUri,
  asSentence,
  createResultWriter,
  fingerprintOf,
  sarifEnd,
  sarifLevels,
  sarifLocation,
  sarifStart,
} from '../report-parts/sarif-log.ts';
import { askedBeyondTitle, contradictionText, remedyTexts } from './finding-groups.ts';
import { isFixable, type ValidationSummary } from './validation-summary.ts';
import type { ValidationWriter, ValidationWriterOptions } from './validation-writer.ts';

/** A bound for the work of fixes: the characters of a document times its findings with a fix. */
const maxPatchedCharacters = 20_000_000;

/**
 * Writes SARIF 2.1.0. Results come first, so that they need not be kept; the rules that they refer
 * to are in `tool`, at the end. What `--fix` would write is in `fixes` where the text of the document
 * is known.
 */
export function createSarifReport({ now }: ValidationWriterOptions): ValidationWriter {
  const rules = new Map<string, object>();
  const writeResult = createResultWriter();
  const write = (results: readonly object[]): string => results.map(writeResult).join('');
  return {
    begin: () => sarifStart,
    record: (report, json) => {
      for (const finding of report.findings) {
        if (!rules.has(finding.rule)) rules.set(finding.rule, findingRule(finding));
      }
      const fixesFor = json === undefined ? () => ({}) : createFixes(report, json);
      return write(report.findings.map((finding) => findingResult(finding, report, fixesFor)));
    },
    problem: (problem) => {
      if (!rules.has(problem.kind)) rules.set(problem.kind, problemRule(problem.kind));
      return write([problemResult(problem)]);
    },
    end: (summary) => {
      return sarifEnd({
        rules: [...rules.values()],
        invocation: invocation(summary, now),
        properties: summary,
      });
    },
  };
}

/** Makes the `fixes` of a result from its finding. */
type FixesFor = (finding: Finding) => object;

function findingResult(finding: Finding, report: RecordReport, fixesFor: FixesFor): object {
  const { profile, rule, severity, title, found, why, remedy, places } = finding;
  const [place, ...others] = places;
  const permittedBy = severity === 'error' ? permittingFiles(report, profile) : [];
  const has = found === undefined ? '' : ` The record has ${found}.`;
  return {
    ruleId: rule,
    level: sarifLevels[severity],
    message: { text: `${asSentence(title)}${has} ${askedBeyondTitle(finding)}`.trim() },
    locations: [sarifLocation(report.url, place)],
    ...(others.length > 0 && {
      relatedLocations: others.map((each) => sarifLocation(report.url, each)),
    }),
    partialFingerprints: { 'cdifGraphFinding/v1': fingerprint(finding, report) },
    ...fixesFor(finding),
    properties: {
      profile,
      section: why.section,
      url: why.url,
      graph: report.graph,
      ...(permittedBy.length > 0 && { permittedBy }),
      ...(remedy !== undefined && { remedy: remedy.kind, patch: remedy.patch }),
    },
  };
}

/** The shapes and schemas of others that permit what a file refuses. */
function permittingFiles({ contradictions = [] }: RecordReport, file: string): readonly string[] {
  return contradictions
    .filter(({ refusing }) => refusing === file)
    .map(({ permitting }) => permitting);
}

/** The same for a finding when other parts of the document change, unless arrays before it do. */
function fingerprint(
  { profile, rule, node, places, found }: Finding,
  report: RecordReport,
): string {
  const isNamed = node !== undefined && !node.startsWith('_:');
  const thing = isNamed ? node : places.map(({ pointer }) => pointer);
  return fingerprintOf([report.graph, profile, rule, thing, found]);
}

function problemResult(problem: Problem): object {
  const { kind, url } = problem;
  return {
    ruleId: kind,
    level: sarifLevels[severityOf(problem)],
    message: { text: `${describeProblem(problem)}. ${remedyOf(problem)}` },
    locations: [sarifLocation(url, positionOf(problem))],
    partialFingerprints: {
      'cdifGraphFinding/v1': fingerprintOf([kind, url, describeProblem(problem)]),
    },
  };
}

function positionOf(problem: Problem): Position | undefined {
  if (!('line' in problem) || problem.line === undefined) return undefined;
  const column = 'column' in problem ? problem.column : undefined;
  return { line: problem.line, column: column ?? 1 };
}

function findingRule({ rule, title, asked, why }: Finding): object {
  if (isProblemKind(rule)) return problemRule(rule);
  const reason = isRuleId(rule) ? ruleOf(rule).why : '';
  return {
    id: rule,
    shortDescription: { text: title },
    fullDescription: { text: asked === '' ? title : asked },
    help: { text: `${asked} ${reason}`.trim() || title },
    ...(/^https?:/u.test(why.url) && URL.canParse(why.url) && { helpUri: why.url }),
  };
}

function problemRule(kind: ProblemKind): object {
  const { title, meaning, remedy, severity } = problemCatalogue[kind];
  return {
    id: kind,
    shortDescription: { text: title },
    fullDescription: { text: meaning },
    help: { text: `${meaning} ${remedy}` },
    defaultConfiguration: { level: sarifLevels[severity] },
  };
}

/** Writes patches that `--fix` applies as replacements of text, until they are too much work. */
function createFixes({ url }: RecordReport, json: string): FixesFor {
  let patched = 0;
  const positionAt = createPositionFinder(json);
  return ({ remedy }) => {
    if (remedy === undefined || !isFixable(remedy.kind)) return {};
    patched += json.length;
    if (patched > maxPatchedCharacters) return {};
    const mended = applyJsonPatch(json, remedy.patch);
    if (mended === undefined || mended === json) return {};
    const { start, end, text } = changedSpan(json, mended);
    const [from, to] = [positionAt(start), positionAt(end)];
    const deletedRegion = {
      startLine: from.line,
      startColumn: from.column,
      endLine: to.line,
      endColumn: to.column,
    };
    return {
      fixes: [
        {
          description: { text: remedyTexts[remedy.kind] },
          artifactChanges: [
            {
              artifactLocation: { uri: artifactUri(url) },
              replacements: [{ deletedRegion, insertedContent: { text } }],
            },
          ],
        },
      ],
    };
  };
}

/** The shortest part of a text that is replaced by another text in a changed text. */
function changedSpan(before: string, after: string): { start: number; end: number; text: string } {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  if (isInsideCharacter(before, start) || isInsideCharacter(after, start)) start -= 1;
  let same = 0;
  while (same < shortest - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  if (
    isInsideCharacter(before, before.length - same) ||
    isInsideCharacter(after, after.length - same)
  ) {
    same -= 1;
  }
  return {
    start,
    end: before.length - same,
    text: after.slice(start, after.length - same),
  };
}

/** Whether an offset is between the halves of a surrogate pair, or of CR LF. */
function isInsideCharacter(text: string, offset: number): boolean {
  return /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(
    text.slice(Math.max(0, offset - 1), offset + 1),
  );
}

function invocation(
  { records, unevaluated, contradictions }: ValidationSummary,
  now: Date,
): object {
  return {
    executionSuccessful: records > 0 && unevaluated.length === 0,
    startTimeUtc: now.toISOString(),
    toolExecutionNotifications: [
      ...(records === 0 ? [{ level: 'error', message: { text: 'No record was found.' } }] : []),
      ...unevaluated.map(({ shape, what, reason }) => ({
        level: 'error',
        message: { text: `Not evaluated: ${shape}: ${what}: ${reason}` },
      })),
      ...contradictions.map((each) => ({
        level: 'note',
        message: {
          text:
            `${contradictionText(each)}, in ${formatCount(each.records, 'record')}: ` +
            each.refusals.map(({ rule }) => rule).join(', '),
        },
      })),
    ],
  };
}

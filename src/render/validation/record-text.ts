import type { Citation, Finding, Remedy } from '../../model/finding.ts';
import type { RecordReport, Refusal } from '../../model/validation.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { cutToWidth, terminalText, textWidth } from '../../text/printable.ts';
import { firstLines, inWrappedColumns, textParts, wrapWords } from '../layout.ts';
import {
  findingIndent,
  findingTitleLines,
  labelledLines,
  labelledWidth,
  severityWidth,
} from '../report-parts/terminal-lines.ts';
import {
  askedBeyondTitle,
  choiceTexts,
  contradictionText,
  describeOperation,
  type FindingGroup,
  groupFindings,
  groupRemedy,
  reportName,
  reportPlace,
  verdictText,
} from './finding-groups.ts';

/** The most places of a rule, operations of a patch, and lines of a value that are shown. */
const maxPlaces = 3;
const maxOperations = 5;
const maxValueLines = 16;
/** The widest value in a line for a rule. */
const maxBriefValue = 50;

/**
 * All about one record: its verdicts, then its findings, each with what to write.
 * @param docs the folder of the documentation on this machine
 * @param width of the lines; what is to be copied (URLs, pointers, JSON) is not cut
 */
export function detailedRecordLines(report: RecordReport, docs: string, width: number): string[] {
  const cited = new Set<string>();
  return textParts(
    wrapWords(terminalText(reportName(report)), width),
    `  ${terminalText(reportPlace(report))}`,
    report.verdicts.map((verdict) => {
      const { profile, because } = verdict;
      return `  ${terminalText(`${profile} (${choiceTexts[because]}): ${verdictText(verdict)}`)}`;
    }),
    contradictionLines(report, width),
    '',
    groupFindings(report.findings).flatMap((group) =>
      findingGroupLines(group, { docs, width, cited }),
    ),
  );
}

interface GroupContext {
  readonly docs: string;
  readonly width: number;
  /** The addresses that were printed before. */
  readonly cited: Set<string>;
}

/** The findings of a rule in one record, with what to write. */
export function findingGroupLines(
  group: FindingGroup,
  { docs, width, cited }: GroupContext,
): string[] {
  const { severity, title, rule } = group;
  const space = labelledWidth(width);
  return textParts(
    findingTitleLines(severity, `${title} (${rule})`, width),
    findingLines(group, space),
    labelledLines('why', citationLines(group.why, docs, cited)),
    remedyLines(group, space),
    '',
  );
}

/** A record in a few lines: its verdicts, and each rule with the first place. */
export function briefRecordLines(report: RecordReport, width: number): string[] {
  const rows = groupFindings(report.findings).map(({ severity, title, rule, findings }) => {
    const [{ places, found }] = findings;
    const [place] = places;
    const times = findings.length > 1 ? `, ${groupDigits(findings.length)} times` : '';
    const what = found === undefined ? '' : `: ${valueText(found, maxBriefValue)}`;
    return [
      severity.padEnd(severityWidth),
      place === undefined ? '' : `${place.line}:${place.column}`,
      terminalText(`${title} (${rule})${times}`) + what,
    ] as const;
  });
  return textParts(
    cutToWidth(terminalText(reportName(report)), width),
    `  ${terminalText(reportPlace(report))}`,
    report.verdicts.map((each) => terminalText(`  ${each.profile}: ${verdictText(each)}`)),
    (report.contradictions ?? []).map((each) => `  ${terminalText(contradictionText(each))}`),
    inWrappedColumns(rows, 'lrl', width - 2).map((line) => `  ${line}`),
    '',
  );
}

/** Where shapes and schemas disagree; what is asked stands with the findings. */
export function contradictionLines(
  { contradictions = [] }: Pick<RecordReport, 'contradictions'>,
  width: number,
): string[] {
  return contradictions.flatMap((each) => [
    `  ${terminalText(contradictionText(each))}:`,
    ...firstLines(
      each.refusals,
      maxPlaces,
      (refusal) => refusalLines(refusal, width),
      (more) => `${findingIndent}and ${groupDigits(more)} more`,
    ),
  ]);
}

function refusalLines({ rule, findings, place, found }: Refusal, width: number): string[] {
  const times = findings > 1 ? `, ${groupDigits(findings)} times, first` : '';
  const value = found === undefined ? '' : ` ${found}`;
  return [
    findingIndent +
      cutToWidth(terminalText(`${rule}${times}${value}`), width - findingIndent.length),
    ...(place === undefined ? [] : [`${findingIndent}  at ${placeText(place)}`]),
  ];
}

/** Where the things to mend are, what is there, and what is asked. */
function findingLines(group: FindingGroup, space: number): string[] {
  const { findings } = group;
  const [{ places, found }] = findings;
  const asked = askedBeyondTitle(group);
  const isOne = findings.length === 1;
  const where = isOne
    ? firstLines(
        places,
        maxPlaces,
        placeText,
        (more) => `and at ${formatCount(more, 'more place')}`,
      )
    : firstLines(findings, maxPlaces, (each) => placeAndValue(each, space), moreThings);
  const label = places.length === 0 ? 'has' : 'at';
  return [
    ...labelledLines(label, where),
    ...labelledLines('has', isOne && found !== undefined ? [valueText(found, space)] : []),
    ...labelledLines('asked', asked === '' ? [] : wrapWords(terminalText(asked), space)),
  ];
}

function moreThings(count: number): string {
  return `and ${groupDigits(count)} more: see --format json`;
}

function placeText({ line, column, pointer }: Finding['places'][number]): string {
  return terminalText(`${line}:${column}  ${pointer === '' ? 'the whole document' : pointer}`);
}

/** The first place of one finding of several, with the value there. */
function placeAndValue({ places, found }: Finding, space: number): string[] {
  const [place] = places;
  if (place === undefined) return [found === undefined ? '' : valueText(found, space)];
  const at = placeText(place);
  if (found === undefined) return [at];
  const value = terminalText(found);
  return textWidth(at) + textWidth(value) + 2 <= space
    ? [`${at}  ${value}`]
    : [at, `  ${valueText(found, space - 2)}`];
}

function valueText(found: string, space: number): string {
  return cutToWidth(terminalText(found), space);
}

/** The sections that ask for it; an address that was printed before is left out. */
function citationLines(why: readonly Citation[], docs: string, cited: Set<string>): string[] {
  return why.flatMap(({ section, url }) => {
    const isNew = !cited.has(url);
    cited.add(url);
    // The page of a problem.
    if (url.startsWith(docsFolder)) return [docs + url.slice(docsFolder.length)];
    return [terminalText(section), ...(isNew ? [terminalText(url)] : [])];
  });
}

/** Where citations of the documentation begin. */
const docsFolder = 'docs/';

function remedyLines(group: FindingGroup, space: number): string[] {
  const { remedy, note } = groupRemedy(group) ?? {};
  if (remedy === undefined) return [];
  return labelledLines('write', [...patchLines(remedy, space), `(${note})`]);
}

function patchLines({ patch }: Remedy, space: number): string[] {
  return firstLines(
    patch,
    maxOperations,
    (operation) => {
      const { act, json } = describeOperation(operation);
      if (json === undefined) return [terminalText(act)];
      const isShort = textWidth(terminalText(json.onOneLine)) + 2 <= space;
      const value = isShort
        ? [json.onOneLine]
        : firstLines(json.indented.split('\n'), maxValueLines, (line) => line);
      return [terminalText(act), ...value.map((line) => `  ${terminalText(line)}`)];
    },
    (count) => `and ${formatCount(count, 'more change')}: see --format json`,
  );
}

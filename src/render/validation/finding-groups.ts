import { compareFindingPlaces } from '../../conformance/findings.ts';
import type { ConformanceSummary } from '../../conformance/first-changes.ts';
import type { Citation, Finding, Remedy, RemedyKind } from '../../model/finding.ts';
import { compareSeverities } from '../../model/problem-catalogue.ts';
import type { Severity } from '../../model/problem.ts';
import type { Contradiction, ProfileVerdict, RecordReport, Share } from '../../model/validation.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { arrayIndex, pointerTokens } from '../../text/json-positions.ts';
import type { JsonValue } from '../../text/json.ts';
import type { PatchOperation } from '../../text/json-patch.ts';
import { compareTexts, groupBy } from '../../text/collections.ts';

/** The findings of one rule in one record; profiles that ask for the same thing are joined. */
export interface FindingGroup {
  readonly rule: string;
  /** The worst one. */
  readonly severity: Severity;
  readonly title: string;
  readonly asked: string;
  /** Each section that asks for it, once. */
  readonly why: readonly Citation[];
  /** One finding for each thing to mend, in the order of the document. At least one. */
  readonly findings: readonly [Finding, ...Finding[]];
}

/** Groups the findings of a record in the order in which to mend them: by severity, then place. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = groupBy(findings, ({ rule, title, asked }) => `${rule}\n${title}\n${asked}`);
  return Array.from(groups.values(), groupOf).toSorted(
    (one, other) =>
      compareSeverities(one.severity, other.severity) ||
      compareFindingPlaces(one.findings[0], other.findings[0]) ||
      compareTexts(one.rule, other.rule),
  );
}

function groupOf(all: readonly Finding[]): FindingGroup {
  const bySeverity = all.toSorted((one, other) => compareSeverities(one.severity, other.severity));
  const things = groupBy(bySeverity, thingOf);
  const [first, ...others] = Array.from(things.values(), ([finding]) => finding)
    .filter((finding) => finding !== undefined)
    .toSorted(compareFindingPlaces);
  if (first === undefined) throw new TypeError('A group has a finding.');
  const { rule, title, asked } = first;
  const sections = new Map(bySeverity.map(({ why }) => [`${why.section}\n${why.url}`, why]));
  const severity = bySeverity[0]?.severity ?? first.severity;
  return {
    rule,
    severity,
    title,
    asked,
    why: [...sections.values()],
    findings: [first, ...others],
  };
}

/** What a finding is about: equal where several profiles find the same thing. */
function thingOf({ node, places, found }: Finding): string {
  return JSON.stringify([node, places.map(({ pointer }) => pointer), found]);
}

/** A name for a record: that of what it describes, else where it is. */
export function reportName({ name, graph }: Pick<RecordReport, 'name' | 'graph'>): string {
  return name === undefined || name.trim() === '' ? graph : name.trim();
}

/** Where a record is: its document, and the key in its graph IRI where the document has several. */
export function reportPlace({ url, graph }: Pick<RecordReport, 'url' | 'graph'>): string {
  // The URL may be the file as the user named it, and the graph IRI begins with that of the file.
  const at = graph.startsWith(`${url}#`) ? url.length : graph.indexOf('#');
  return at === -1 ? url : `${url}, record ${recordKey(graph.slice(at + 1))}`;
}

/**
 * A key for people: without percent-encoding, and with as much of a hash as tells it from others.
 */
function recordKey(key: string): string {
  const name = key.replace(/(?<=~[\da-f]{8})[\da-f]{56}$/u, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A verdict in words: `does not conform; required 7 of 8, recommended 4 of 4`. */
export function verdictText({ conforms, required, recommended }: ProfileVerdict): string {
  const shares = [
    ...(required.of === 0 ? [] : [`required ${shareOfText(required)}`]),
    ...(recommended.of === 0 ? [] : [`recommended ${shareOfText(recommended)}`]),
  ];
  const verdict = conforms ? 'conforms' : 'does not conform';
  return shares.length === 0 ? verdict : `${verdict}; ${shares.join(', ')}`;
}

/** What is asked, unless the title ends with it, as it does for shapes and schemas of others. */
export function askedBeyondTitle({ title, asked }: Pick<Finding, 'title' | 'asked'>): string {
  return title.endsWith(asked) ? '' : asked;
}

/** `schema.json permits what shapes.ttl refuses`; without folders where the names differ. */
export function contradictionText({
  permitting,
  refusing,
}: Pick<Contradiction, 'permitting' | 'refusing'>): string {
  const [permits, refuses] = [fileNames(permitting), fileNames(refusing)];
  return permits === refuses
    ? `${permitting} permits what ${refusing} refuses`
    : `${permits} permits what ${refuses} refuses`;
}

/** Files of shapes are one set, whose names are joined. */
function fileNames(paths: string): string {
  return paths
    .split(' + ')
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
    .join(' + ');
}

/** `7 of 8`; a part of one is rounded down, so that only what is complete looks complete. */
export function shareOfText({ met, of }: Share): string {
  return `${Math.floor(met * 10 + 1e-6) / 10} of ${of}`;
}

/** A mean of shares for people: `88 %`; only what is complete is 100 %. */
export function percentText(share: number | undefined): string {
  return share === undefined ? 'none asked for' : `${Math.floor(share * 100 + 1e-6)} %`;
}

/** `1 conforms, 3 do not` for people. */
export function conformText({
  records,
  conforming,
}: Pick<ConformanceSummary, 'records' | 'conforming'>): string {
  const others = records - conforming;
  return (
    `${groupDigits(conforming)} ${conforming === 1 ? 'conforms' : 'conform'}, ` +
    `${groupDigits(others)} ${others === 1 ? 'does' : 'do'} not`
  );
}

/**
 * `88 % of what is required, 25 % of what is recommended`; empty where nothing counts, since shapes
 * and schemas of others, and some profiles, do not say what is required.
 */
export function contentText({
  required,
  recommended,
}: Partial<Pick<ConformanceSummary, 'required' | 'recommended'>>): string {
  const shares = [
    ...(required === undefined ? [] : [`${percentText(required)} of what is required`]),
    ...(recommended === undefined ? [] : [`${percentText(recommended)} of what is recommended`]),
  ];
  return shares.join(', ');
}

/** Why a record is checked against a profile, in a few words. */
export const choiceTexts = {
  claimed: 'as claimed',
  named: 'as requested',
  default: 'by default, since it claims none that is known',
} as const satisfies Record<ProfileVerdict['because'], string>;

/** How a patch comes to be written, in words. */
export const remedyTexts = {
  mechanical: '--fix does it: the value is there in another form',
  derivable: '--fix does it: the value stands elsewhere in the record',
  author: 'to be filled in by the author',
} as const satisfies Record<RemedyKind, string>;

/** The first remedy of findings, with how it comes to be written and where else. */
export function groupRemedy({
  findings,
}: Pick<FindingGroup, 'findings'>): { readonly remedy: Remedy; readonly note: string } | undefined {
  const remedies = findings.flatMap((each) => each.remedy ?? []);
  const [remedy] = remedies;
  if (remedy === undefined) return undefined;
  const others = remedies.filter(({ kind }) => kind === remedy.kind).length - 1;
  const places =
    others === findings.length - 1 ? 'the other places' : formatCount(others, 'other place');
  const likewise = others === 0 ? '' : `; likewise at ${places}`;
  return { remedy, note: remedyTexts[remedy.kind] + likewise };
}

/** An operation of a patch for people. */
export interface PatchStep {
  /** What to do. */
  readonly act: string;
  /** What to write, if anything: a value, or a member with its name. */
  readonly json?: { readonly onOneLine: string; readonly indented: string };
}

/** Says what an operation of a patch does. */
export function describeOperation(operation: PatchOperation): PatchStep {
  const { path } = operation;
  const tokens = pointerTokens(path) ?? [];
  const name = tokens.at(-1);
  const parent = pointerName(parentOf(path));
  switch (operation.op) {
    case 'add':
      return addition(operation.value, { path, parent, name });
    case 'replace':
      return { act: `replace ${pointerName(path)} by`, ...valueTexts(operation.value) };
    case 'remove':
      return { act: `remove ${pointerName(path)}` };
    case 'move': {
      const { from } = operation;
      const isRename = parentOf(from) === parentOf(path);
      return isRename
        ? { act: `rename ${from} to ${JSON.stringify(name)}` }
        : { act: `move ${from} to ${pointerName(path)}` };
    }
  }
}

interface AddedPlace {
  readonly path: string;
  readonly parent: string;
  readonly name: string | undefined;
}

function addition(value: JsonValue, { path, parent, name }: AddedPlace): PatchStep {
  if (name === undefined) return { act: 'replace the document by', ...valueTexts(value) };
  if (name === '-') return { act: `append to ${parent}`, ...valueTexts(value) };
  if (arrayIndex(name) !== undefined) return { act: `insert as ${path}`, ...valueTexts(value) };
  return { act: `add to ${parent}`, ...valueTexts(value, `${JSON.stringify(name)}: `) };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

function pointerName(pointer: string): string {
  return pointer === '' ? 'the document' : pointer;
}

function valueTexts(value: JsonValue, before = ''): Pick<PatchStep, 'json'> {
  // No string of JSON has a line end.
  const onOneLine = JSON.stringify(value, undefined, 1).replaceAll(/\n */gu, ' ');
  const indented = JSON.stringify(value, undefined, 2);
  return { json: { onOneLine: before + onOneLine, indented: before + indented } };
}

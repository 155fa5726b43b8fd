import type { FoundProblem } from '../catalogue/found-problems.ts';
import {
  compareSeverities,
  describeProblem,
  problemCatalogue,
  remedyOf,
  severityOf,
} from '../model/problem-catalogue.ts';
import {
  firstsPerKind,
  kindAndCount,
  ProblemCounter,
  type ProblemCounts,
} from '../model/problem-tally.ts';
import { isUnmetRule, type Problem, type ProblemKind, type Severity } from '../model/problem.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';
import { escapeControls, escapeInvisibleJson } from '../text/printable.ts';
import { groupBy } from '../text/collections.ts';
import { csvCell, csvText, inColumns, textParts } from './layout.ts';

/** A contact for the records of a source, as these records name it. */
export interface SourceContact {
  readonly name: string;
  readonly role: string;
  /** E-mail addresses, telephone numbers and pages; often none. */
  readonly contacts: readonly string[];
  /** How many of the records that were read name it. */
  readonly records: number;
}

/** Problems of a kind with one remedy. */
interface ReportedKind extends KindCount {
  readonly remedy: string;
  count: number;
  /** How many records and URLs have some. */
  places: number;
  lastPlace?: string;
  readonly examples: Problem[];
}

/** The most records of a source that are kept to be searched for contacts. */
const maxRecords = 50;

/**
 * Collects the problems of each source for its publisher, in memory that does not grow with their
 * number.
 */
export class ProblemReport {
  readonly #sources = new Map<string, SourceProblems>();

  add({ problem, sources }: FoundProblem): void {
    for (const source of sources) {
      const known = this.#sources.get(source) ?? new SourceProblems();
      this.#sources.set(source, known);
      known.add(problem);
    }
  }

  /** Sorted by name. */
  get sources(): readonly string[] {
    return [...this.#sources.keys()].toSorted();
  }

  /** Some records of a source that have problems. */
  recordsOf(source: string): readonly string[] {
    return [...(this.#sources.get(source)?.records ?? [])];
  }

  /** The report for the publisher of a source, in Markdown. It names no path of this machine. */
  text(source: string, contacts: readonly SourceContact[]): string {
    const { kinds, counts } = this.#sources.get(source) ?? new SourceProblems();
    return textParts(
      `# Problems of the metadata of ${escaped(source)}`,
      '',
      contactLines(contacts),
      '',
      `In all: ${formatSeverities(counts.counts())}.`,
      kinds.flatMap(kindLines),
      '',
    ).join('\n');
  }
}

class SourceProblems {
  readonly counts = new ProblemCounter();
  readonly records = new Set<string>();
  readonly #kinds = new Map<string, ReportedKind>();

  add(problem: Problem): void {
    const { kind, count } = kindAndCount(problem);
    this.counts.add(problem);
    const { record } = problem;
    if (record !== undefined && this.records.size < maxRecords) this.records.add(record);
    const isCut = problem.kind === 'problems-omitted';
    const remedy = isCut ? problemCatalogue[kind].remedy : remedyOf(problem);
    const key = `${kind}\n${remedy}`;
    const severity = severityOf(problem);
    const nothing = { count: 0, places: 0, examples: [] };
    const known = this.#kinds.get(key) ?? { kind, severity, remedy, ...nothing };
    this.#kinds.set(key, known);
    known.count += count;
    const place = record ?? problem.url;
    if (place !== known.lastPlace) known.places += 1;
    known.lastPlace = place;
    if (!isCut && known.examples.length < firstsPerKind) known.examples.push(problem);
  }

  get kinds(): readonly ReportedKind[] {
    return [...this.#kinds.values()].toSorted(byGravity);
  }
}

function contactLines(contacts: readonly SourceContact[]): string[] {
  if (contacts.length === 0) return ['Contacts: none is named in the records that were read.'];
  return [
    'Contacts named in the records:',
    '',
    ...contacts.map(({ name, role, contacts: addresses, records }) => {
      const how = addresses.length === 0 ? '' : `: ${addresses.map(escaped).join(', ')}`;
      return `- ${escaped(name)} (${escaped(role)} of ${formatCount(records, 'record')})${how}`;
    }),
  ];
}

function kindLines({ kind, severity, remedy, count, places, examples }: ReportedKind): string[] {
  const { meaning } = problemCatalogue[kind];
  const title = examples.find(isUnmetRule)?.title ?? problemCatalogue[kind].title;
  const where = formatCount(places, 'record or URL', 'records and URLs');
  return textParts(
    '',
    `## ${title} (\`${kind}\`)`,
    '',
    `- How many: ${groupDigits(count)} (${severity}), in ${where}`,
    `- What it means: ${meaning}`,
    `- How to fix it: ${remedy}`,
    examples.length > 0 && '- Where, for example:',
    examples.map((problem) => `    - ${inCode(describeProblem(problem))}`),
  );
}

/** A text of a publisher in Markdown, without markup and HTML. */
function escaped(text: string): string {
  return escapeControls(text).replaceAll(/[\\`*_[\]<>|]/gu, (mark) => `\\${mark}`);
}

/** A text as code, in which URLs stay whole, to be copied. */
function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** How problems are written one by one. */
interface ProblemRows {
  readonly head: string;
  readonly row: (found: FoundProblem) => string;
}

const columns = [
  'source',
  'severity',
  'kind',
  'count',
  'url',
  'record',
  'message',
  'remedy',
  'firstSeen',
  'firstRun',
] as const;

/**
 * The ways to write problems, a line each. A cut is a line as well, of the kind that was cut and
 * with the number of those that are not kept, so that the sum of the counts is what `status`
 * counts.
 */
export const problemRows = {
  table: {
    head: `${'severity'.padEnd(8)}  ${'kind'.padEnd(24)}  message\n`,
    row: ({ problem }) => {
      const { kind } = kindAndCount(problem);
      return escapeControls(
        `${severityOf(problem).padEnd(8)}  ${kind.padEnd(24)}  ${describeProblem(problem)}`,
      ).concat('\n');
    },
  },
  /** RFC 4180. */
  csv: {
    head: `${columns.join(',')}\r\n`,
    row: (found) => {
      const cells: Readonly<Partial<Record<string, string | number>>> = {
        ...fieldsOf(found),
        source: found.sources.join(' | '),
      };
      return `${columns.map((name) => csvCell(csvText(String(cells[name] ?? '')))).join(',')}\r\n`;
    },
  },
  jsonl: {
    head: '',
    row: (found) => {
      const { sources } = found;
      const { kind: _, url: __, record: ___, ...facts } = found.problem;
      return `${escapeInvisibleJson(JSON.stringify({ sources, ...fieldsOf(found), facts }))}\n`;
    },
  },
} as const satisfies Record<string, ProblemRows>;

function fieldsOf({ problem, first }: FoundProblem) {
  const { url, record } = problem;
  return {
    severity: severityOf(problem),
    ...kindAndCount(problem),
    url,
    ...(record === undefined ? {} : { record }),
    message: describeProblem(problem),
    remedy: remedyOf(problem),
    ...(first && { firstSeen: first.at, firstRun: first.run }),
  };
}

/** A kind of problem and how many there are. */
export interface KindCount {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly count: number;
}

/**
 * The kinds of problems that were counted: by severity, then the most frequent, then by name.
 */
export function kindCounts(counts: ProblemCounts): readonly KindCount[] {
  const kinds = Object.keys(counts) as ProblemKind[]; // The keys of a record by kind are kinds.
  return kinds
    .map((kind) => ({ kind, severity: problemCatalogue[kind].severity, count: counts[kind] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted(byGravity);
}

function byGravity(one: KindCount, other: KindCount): number {
  return (
    compareSeverities(one.severity, other.severity) ||
    other.count - one.count ||
    (one.kind < other.kind ? -1 : 1)
  );
}

/** How many problems there are of each severity, in words; `no problems` where there are none. */
export function formatSeverities(counts: ProblemCounts): string {
  const bySeverity = groupBy(kindCounts(counts), ({ severity }) => severity);
  const texts = Array.from(bySeverity, ([severity, kinds]) => {
    const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
    return severity === 'info' ? `${groupDigits(count)} info` : formatCount(count, severity);
  });
  return texts.join(', ') || 'no problems';
}

/** A line a kind: severity, count, name and title. */
export function formatProblemCounts(counts: ProblemCounts): string[] {
  const rows = kindCounts(counts).map(({ kind, severity, count }) => [
    severity,
    groupDigits(count),
    kind,
    problemCatalogue[kind].title,
  ]);
  return inColumns(rows, 'lrll');
}

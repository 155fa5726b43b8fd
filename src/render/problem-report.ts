import {
  describeProblem,
  problemCatalogue,
  remedyOf,
  severities,
  severityOf,
} from '../model/problem-catalogue.ts';
import { countedAs, firstsPerKind, ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind, Severity } from '../model/problem.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import { amount, grouped } from '../text/amounts.ts';
import { printable } from '../text/printable.ts';
import { severityText } from './problem-counts.ts';

/** Whom to write to about the records of a source, as these records say. */
export interface SourceContact {
  readonly name: string;
  readonly role: string;
  /** Addresses of mail, numbers of telephones, pages; often none. */
  readonly contacts: readonly string[];
  /** Of how many of the records that were looked at. */
  readonly records: number;
}

/** Problems of a kind with one remedy. */
interface ReportedKind {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly remedy: string;
  count: number;
  /** Records and URLs that have some. */
  places: number;
  lastPlace: string | undefined;
  readonly examples: Problem[];
}

/** So many records of a source are named, to be asked whom to write to. */
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

  /** What to send to the publisher of a source, in Markdown. It holds no place of this machine. */
  text(source: string, contacts: readonly SourceContact[]): string {
    const { kinds, counts } = this.#sources.get(source) ?? new SourceProblems();
    const lines = [
      `# Problems of the metadata of ${escaped(source)}`,
      '',
      ...contactLines(contacts),
      '',
      `In all: ${severityText(counts.counts())}.`,
      ...kinds.flatMap(kindLines),
      '',
    ];
    return lines.join('\n');
  }
}

class SourceProblems {
  readonly counts = new ProblemCounter();
  readonly records = new Set<string>();
  readonly #kinds = new Map<string, ReportedKind>();

  add(problem: Problem): void {
    const { kind, count } = countedAs(problem);
    this.counts.add(problem);
    const { record } = problem;
    if (record !== undefined && this.records.size < maxRecords) this.records.add(record);
    const isCut = problem.kind === 'problems-omitted';
    const remedy = isCut ? problemCatalogue[kind].remedy : remedyOf(problem);
    const key = `${kind}\n${remedy}`;
    const severity = severityOf(problem);
    const known = this.#kinds.get(key) ?? {
      kind,
      severity,
      remedy,
      count: 0,
      places: 0,
      lastPlace: undefined,
      examples: [],
    };
    this.#kinds.set(key, known);
    known.count += count;
    const place = record ?? problem.url;
    if (place !== known.lastPlace) known.places += 1;
    known.lastPlace = place;
    if (!isCut && known.examples.length < firstsPerKind) known.examples.push(problem);
  }

  /** The gravest first, then the most frequent. */
  get kinds(): readonly ReportedKind[] {
    return [...this.#kinds.values()].toSorted(
      (one, other) =>
        severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
        other.count - one.count ||
        (one.kind < other.kind ? -1 : 1),
    );
  }
}

function contactLines(contacts: readonly SourceContact[]): string[] {
  if (contacts.length === 0) return ['Contacts: none is named in the records that were read.'];
  return [
    'Contacts named in the records:',
    '',
    ...contacts.map(({ name, role, contacts: addresses, records }) => {
      const how = addresses.length === 0 ? '' : `: ${addresses.map(escaped).join(', ')}`;
      return `- ${escaped(name)} (${escaped(role)} of ${amount(records, 'record')})${how}`;
    }),
  ];
}

function kindLines({ kind, severity, remedy, count, places, examples }: ReportedKind): string[] {
  const { title, meaning } = problemCatalogue[kind];
  return [
    '',
    `## ${title} (\`${kind}\`)`,
    '',
    `- How many: ${grouped(count)} (${severity}), in ${amount(places, 'record or URL', 'records and URLs')}`,
    `- What it means: ${meaning}`,
    `- How to fix it: ${remedy}`,
    ...(examples.length === 0 ? [] : ['- Where, for example:']),
    ...examples.map((problem) => `    - ${inCode(describeProblem(problem))}`),
  ];
}

/** A stranger's text as Markdown shows it: without markup and HTML. */
function escaped(text: string): string {
  return printable(text).replaceAll(/[\\`*_[\]<>|]/gu, (mark) => `\\${mark}`);
}

/** A text in which URLs stay whole, to be copied. */
function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

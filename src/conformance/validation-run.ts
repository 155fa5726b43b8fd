import type { Problem, Severity } from '../model/problem.ts';
import { severities, severityOf } from '../model/problem-catalogue.ts';
import type { RecordReport } from '../model/validation.ts';
import type { StageContext } from '../model/outcome.ts';
import { type ConformanceSummary, ConformanceTally } from './first-changes.ts';
import type { ForeignChecks } from './foreign-checks.ts';
import type { UnevaluatedPart } from './shacl/shape-list.ts';
import type { ReadDocuments } from './file-documents.ts';
import type { ValidatedRecord, ValidateDocuments } from './validate-documents.ts';

/** What a validation found in all. */
export interface ValidationSummary extends ConformanceSummary {
  /** How many findings there are of each severity, problems without a record among them. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** How many problems belong to no record. */
  readonly problems: number;
  /** What of the shapes was not evaluated. */
  readonly unevaluated: readonly UnevaluatedPart[];
}

/** Where the results of a validation go, one after the other. */
export interface ValidationSink {
  record(report: RecordReport): Promise<void>;
  /** A problem that belongs to no record. @param name the file or URL as the user named it */
  problem(problem: Problem, name: string): Promise<void>;
}

/** The documents of one file or URL. */
export interface NamedDocuments extends ReadDocuments {
  /** The file or URL as the user named it. */
  readonly name: string;
  /** The absolute path of the file, or its bytes; absent for URLs. */
  readonly file?: string | Uint8Array;
}

/** Shapes are evaluated for so many records at once. */
const batchLimits = { records: 500, characters: 16_000_000 };

/** Validates inputs one after the other, and sums up. */
export class ValidationRun {
  readonly #validate: ValidateDocuments;
  readonly #foreign: ForeignChecks | undefined;
  readonly #sink: ValidationSink;
  readonly #tally = new ConformanceTally();
  readonly #findings: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  #problems = 0;
  #batch: ValidatedRecord[] = [];
  #characters = 0;

  /** @param foreign the shapes and schemas of others, if any */
  constructor(
    validate: ValidateDocuments,
    foreign: ForeignChecks | undefined,
    sink: ValidationSink,
  ) {
    this.#validate = validate;
    this.#foreign = foreign;
    this.#sink = sink;
  }

  /** Validates the documents of one file or URL. */
  async take({ name, documents, problems }: NamedDocuments, context: StageContext): Promise<void> {
    for (const problem of problems) await this.#problem(problem, name);
    for await (const output of this.#validate(documents, context)) {
      if (output.kind === 'problem') await this.#problem(output.problem, name);
      else {
        const { validated } = output;
        this.#batch.push({ ...validated, report: { ...validated.report, url: name } });
        this.#characters += validated.record.nquads.length;
      }
    }
    const isWaiting = this.#foreign !== undefined && this.#batch.length < batchLimits.records;
    if (!isWaiting || this.#characters > batchLimits.characters) await this.#flush();
  }

  /** Ends the validation. */
  async end(): Promise<ValidationSummary> {
    await this.#flush();
    return {
      ...this.#tally.summary(),
      findings: { ...this.#findings },
      problems: this.#problems,
      unevaluated: this.#foreign?.unevaluated ?? [],
    };
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    if (this.#foreign === undefined) {
      for (const { report } of batch) await this.#report(report);
    } else {
      for await (const report of this.#foreign.reports(batch)) await this.#report(report);
    }
  }

  async #report(report: RecordReport): Promise<void> {
    this.#tally.add(report);
    for (const { severity } of report.findings) this.#findings[severity] += 1;
    await this.#sink.record(report);
  }

  async #problem(problem: Problem, name: string): Promise<void> {
    this.#problems += 1;
    this.#findings[severityOf(problem)] += 1;
    await this.#sink.problem(problem, name);
  }
}

/** Whether a validation found something of at least a severity. */
export function hasFindings({ findings }: ValidationSummary, least: Severity): boolean {
  return severities
    .slice(0, severities.indexOf(least) + 1)
    .some((severity) => findings[severity] > 0);
}

import type { StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordReport } from '../model/validation.ts';
import type { ReadDocuments } from './file-documents.ts';
import type { ForeignChecks } from './foreign-checks.ts';
import type { Profile } from './profile.ts';
import { batchLimits } from './shacl/record-batches.ts';
import type { ValidatedRecord, ValidateDocuments } from './validate-documents.ts';

/** Where the results of a validation go, one after the other. */
export interface ValidationSink {
  /** @param json the text of its document; absent where that is only a part of its file */
  record(report: RecordReport, json?: string): Promise<void>;
  /** A problem that belongs to no record; its URL is the file or URL as the user named it. */
  problem(problem: Problem): Promise<void>;
}

/** The documents of one file or URL. */
export interface NamedDocuments extends ReadDocuments {
  /** The file or URL as the user named it. */
  readonly name: string;
  /** The absolute path of the file, or its bytes; absent for URLs. */
  readonly file?: string | Uint8Array;
  /** The profiles to validate against, where they differ from those of other inputs. */
  readonly profiles?: readonly Profile[] | undefined;
}

/** Validates inputs one after the other, and sums up. */
export class ValidationRun {
  readonly #validate: ValidateDocuments;
  readonly #foreign: ForeignChecks | undefined;
  readonly #sink: ValidationSink;
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
  async take(
    { name, documents, problems, profiles }: NamedDocuments,
    context: StageContext,
  ): Promise<void> {
    for (const problem of problems) await this.#sink.problem({ ...problem, url: name });
    for await (const output of this.#validate(documents, context, profiles)) {
      if (output.kind === 'problem') await this.#sink.problem({ ...output.problem, url: name });
      else {
        const { validated } = output;
        this.#batch.push({ ...validated, report: { ...validated.report, url: name } });
        this.#characters += validated.record.nquads.length;
      }
    }
    const isWaiting = this.#foreign !== undefined && this.#batch.length < batchLimits.records;
    if (!isWaiting || this.#characters > batchLimits.characters) await this.#flush();
  }

  /** Hands over what still waits; call it at the end. */
  async end(): Promise<void> {
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    if (this.#foreign === undefined) {
      for (const each of batch) await this.#hand(each);
      return;
    }
    for await (const each of this.#foreign.check(batch)) await this.#hand(each);
  }

  async #hand({ report, document: { json, start } }: ValidatedRecord): Promise<void> {
    const isWhole = start === undefined || (start.line === 1 && start.column === 1);
    await this.#sink.record(report, isWhole ? json : undefined);
  }
}

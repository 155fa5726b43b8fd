import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createStateReader, fixDocument } from '../conformance/fix-documents.ts';
import type { ValidateDocuments } from '../conformance/validate-documents.ts';
import type { NamedDocuments } from '../conformance/validation-run.ts';
import { writeErrorReason, writeWholeFile } from '../files/output-file.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { formatCount } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import type { CommandContext } from './command.ts';

const byteOrderMark = '\uFEFF';

/** The file or URL whose documents `--fix` mends. */
export class FixedInput {
  readonly #name: string;
  readonly #documents: JsonLdDocument[] = [];
  #file: string | Uint8Array | undefined;

  /**
   * @param names of files and URLs, as the command line has them
   * @throws {UsageFault} where there is not one
   */
  constructor(names: readonly string[]) {
    const [name, ...others] = names;
    if (name === undefined || others.length > 0) {
      throw new UsageFault('--fix mends one file or URL: name one.');
    }
    this.#name = escapeControls(name);
  }

  /** Takes what the file gave, or one of the documents that a URL led to. */
  take({ documents, file }: NamedDocuments): void {
    this.#documents.push(...documents);
    this.#file ??= file;
  }

  /**
   * Writes the mended document, or the file with its mended documents.
   * @param target the file to write to; otherwise stdout
   * @throws {UsageFault} where the file does not have its documents as they were read
   * @throws {FixFault} where the target cannot be written
   */
  async write(
    target: string | true | undefined,
    validate: ValidateDocuments,
    context: CommandContext,
  ): Promise<void> {
    if (this.#documents.length === 0) {
      context.stderr.write('cdif-graph: there is no document to mend; nothing is written\n');
      return;
    }
    const stateOf = createStateReader(validate, context);
    const mended = new Map<string, number>();
    const whole = await this.#text();
    // Offsets of documents do not count the byte order mark.
    const mark = whole?.startsWith(byteOrderMark) === true ? byteOrderMark : '';
    let text = whole?.slice(mark.length);
    let left = 0;
    // From the end, so that what is replaced does not move what still is to be.
    for (const document of this.#documents.toReversed()) {
      const { json, fixed, state } = await fixDocument(document, stateOf);
      left += state.findings.length;
      for (const [rule, count] of fixed) mended.set(rule, (mended.get(rule) ?? 0) + count);
      text = this.#replaced(text, document, json);
    }
    if (text !== undefined) await writeMendedText(mark + text, target, context);
    reportFixes(mended, left, context);
  }

  async #text(): Promise<string | undefined> {
    const file = this.#file;
    if (typeof file === 'string') return readFile(file, 'utf8');
    return file === undefined
      ? undefined
      : new TextDecoder('utf-8', { ignoreBOM: true }).decode(file);
  }

  /** The text of the file with a document replaced. */
  #replaced(
    text: string | undefined,
    { json, route, start }: JsonLdDocument,
    after: string,
  ): string {
    const at = start?.offset ?? -1;
    if (text?.startsWith(json, at) === true && at !== -1) {
      // Within a script, `</script>` would end it.
      const isScript = route === 'embedded';
      const written = isScript ? after.replaceAll('</', String.raw`<\/`) : after;
      return text.slice(0, at) + written + text.slice(at + json.length);
    }
    // A document of its own stands for its file, also where its JSON was mended to be read.
    const isAlone = this.#documents.length === 1;
    if (isAlone && (route === 'direct' || text === undefined)) return after;
    if (text === undefined) {
      throw new UsageFault(`${this.#name} leads to several documents, and --fix mends one.`);
    }
    throw new UsageFault(
      `--fix cannot mend ${this.#name}, since it does not have its JSON-LD as it was read: ` +
        (route === 'embedded'
          ? 'a script is not valid JSON; mend that by hand first.'
          : 'it is not JSON-LD, or the JSON is not valid.'),
    );
  }
}

function reportFixes(
  mended: ReadonlyMap<string, number>,
  left: number,
  { stderr }: CommandContext,
): void {
  const rules = Array.from(mended, ([rule, count]) => `${rule} (${count})`);
  const text =
    rules.length === 0 ? 'nothing can be mended without the author' : `mended ${rules.join(', ')}`;
  stderr.write(`cdif-graph: ${text}; ${formatCount(left, 'finding')} left\n`);
}

async function writeMendedText(
  text: string,
  target: string | true | undefined,
  { stdout, cwd }: CommandContext,
): Promise<void> {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (typeof target !== 'string' || target === '-') stdout.write(whole);
  else {
    try {
      await writeWholeFile(resolve(cwd, target), async (out) => {
        out.end(whole);
        await once(out, 'finish');
      });
    } catch (error) {
      throw new FixFault(target, error);
    }
  }
}

/** The mended document cannot be written. An existing file is left unchanged. */
class FixFault extends Fault {
  override readonly name = 'FixFault' as const;

  /** @param cause the error of the system */
  constructor(target: string, cause: unknown) {
    super(`cannot write the mended document to ${target}: ${writeErrorReason(cause)}`, { cause });
  }
}

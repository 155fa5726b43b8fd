import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import { type ExitCode, exitCodes, Fault, UsageFault } from '../model/fault.ts';
import { bindQuery } from '../query/bind-query.ts';
import { bundledQueryNames, bundledQueries, bundledQuery } from '../query/bundled.ts';
import { answerQuery, type QueryFormat, queryFormats } from '../query/run-query.ts';
import { readQuery, type QuerySetting } from '../query/read-query.ts';
import { escapeControls, escapeControlsInLines } from '../text/printable.ts';
import { describeQuery, listQueries } from './queries.ts';
import type { CommandContext } from './command.ts';

/** The output format of a session, the time limit of each query, and what queries are read for. */
interface SessionOptions extends QuerySetting {
  readonly format?: QueryFormat | undefined;
  readonly timeoutMs: number;
}

const formatList = queryFormats.join(', ');
const help = `A query may have several lines; an empty line runs it.
NAME PARAMETER=VALUE ...   runs a bundled query; put a value with blanks in "quotes"
:queries [NAME]            lists the bundled queries, or shows one
:format [FORMAT]           sets the output format: ${formatList}; without one, the default
:help                      shows this text
:quit                      ends the session, as Ctrl-D does
Ctrl-C cancels the running query, or clears the one that you are typing.
`;
const prompt = 'sparql> ';
const nextPrompt = '   ...> ';
const historyLines = 1000;

/**
 * Runs queries that are typed or piped in, one after the other, on an engine that stays filled.
 * Answers go to stdout, all else to stderr; a fault of one query is reported, and the session goes
 * on. A terminal has prompts, and the history of earlier sessions.
 * @returns 1 where a query failed and the input is no terminal
 * @throws the signal's reason when it is aborted; an exception that is no fault
 */
export async function runSession(
  engine: Pick<SparqlEngine, 'query'>,
  context: CommandContext,
  options: SessionOptions,
): Promise<ExitCode> {
  const session = new QuerySession(engine, context, options);
  const lines = openLines(context);
  const { isTerminal } = lines;
  if (isTerminal) context.stderr.write('Type a query, or :help for the commands.\n');
  const close = (): void => lines.reader.close();
  lines.reader.on('SIGINT', () => {
    if (session.interrupt()) return;
    context.stderr.write('\n');
    lines.reader.write(null, { ctrl: true, name: 'u' });
    lines.reader.setPrompt(prompt);
    lines.reader.prompt();
  });
  context.signal.addEventListener('abort', close);
  try {
    if (isTerminal) lines.reader.prompt();
    for await (const line of lines.reader) {
      if ((await session.take(line)) === 'end') break;
      lines.reader.setPrompt(session.isWithin ? nextPrompt : prompt);
      if (isTerminal) lines.reader.prompt();
    }
    await session.end();
  } finally {
    context.signal.removeEventListener('abort', close);
    close();
    lines.keepHistory();
  }
  context.signal.throwIfAborted();
  return session.hasFailed && !isTerminal ? exitCodes.failed : exitCodes.done;
}

/** The state of a session: the lines of the query that is being typed, and the output format. */
class QuerySession {
  readonly #engine: Pick<SparqlEngine, 'query'>;
  readonly #context: CommandContext;
  readonly #options: SessionOptions;
  #format: QueryFormat | undefined;
  #lines: string[] = [];
  #running: AbortController | undefined;
  /** Whether a query or command failed. */
  hasFailed = false;

  constructor(
    engine: Pick<SparqlEngine, 'query'>,
    context: CommandContext,
    options: SessionOptions,
  ) {
    this.#engine = engine;
    this.#context = context;
    this.#options = options;
    this.#format = options.format;
  }

  /** Whether a query is being typed. */
  get isWithin(): boolean {
    return this.#lines.length > 0;
  }

  /** Takes the next line. @returns `end` where it ends the session */
  async take(line: string): Promise<'end' | 'next'> {
    if (this.isWithin) {
      if (line.trim() === '') await this.end();
      else this.#lines.push(line);
      return 'next';
    }
    const [word = '', ...rest] = line.trim().split(/\s+/u);
    if (word === ':quit') return 'end';
    if (word.startsWith(':')) await this.#report(() => this.#command(word, rest[0]));
    else if (bundledQueryNames().includes(word))
      await this.#report(async () => {
        const values = valuesIn(line.trim().slice(word.length));
        await this.#run(bindQuery(bundledQuery(word), values));
      });
    else if (word !== '') this.#lines.push(line);
    return 'next';
  }

  /** Runs the query that has been typed. */
  async end(): Promise<void> {
    const text = this.#lines.join('\n');
    this.#lines = [];
    if (text !== '') await this.#report(() => this.#run(text));
  }

  /** Cancels the running query, or clears the typed one. @returns whether one was running */
  interrupt(): boolean {
    this.#lines = [];
    this.#running?.abort(new UsageFault('the query was cancelled'));
    return this.#running !== undefined;
  }

  #command(word: string, argument: string | undefined): void {
    const { stdout, stderr } = this.#context;
    switch (word) {
      case ':help':
        stderr.write(help);
        return;
      case ':queries':
        stdout.write(argument === undefined ? listQueries(bundledQueries()) : described(argument));
        return;
      case ':format':
        this.#format = argument === undefined ? undefined : formatNamed(argument);
        return;
      default:
        throw new UsageFault(
          `there is no command ${escapeControls(word)}; :help lists the commands`,
        );
    }
  }

  async #run(text: string): Promise<void> {
    const { stdout, stderr, signal } = this.#context;
    this.#running = new AbortController();
    try {
      const answer = await answerQuery(this.#engine, await readQuery(text, this.#options), {
        format: this.#format,
        width: stdout.isTTY === true ? stdout.columns : undefined,
        timeoutMs: this.#options.timeoutMs,
        signal: AbortSignal.any([signal, this.#running.signal]),
        onHint: (hint) => stderr.write(`cdif-graph: ${escapeControls(hint)}\n`),
      });
      stdout.write(answer);
    } finally {
      this.#running = undefined;
    }
  }

  /** Runs `work`, and reports its fault. @throws an exception that is no fault */
  async #report(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.hasFailed = true;
      this.#context.stderr.write(`cdif-graph: ${escapeControlsInLines(error.message)}\n`);
    }
  }
}

/** A parameter and its value, which may stand in quotes. */
const pair = /\s([\w-]+)=(?:"([^"]*)"|(\S*))/gu;

function valuesIn(text: string): ReadonlyMap<string, string> {
  const rest = text.replaceAll(pair, '').trim();
  if (rest !== '') throw new UsageFault(`${escapeControls(rest)} is not PARAMETER=VALUE`);
  const values = new Map<string, string>();
  for (const [, parameter = '', quoted, plain = ''] of text.matchAll(pair)) {
    if (values.has(parameter)) throw new UsageFault(`${parameter} is given twice`);
    values.set(parameter, quoted ?? plain);
  }
  return values;
}

function described(name: string): string {
  if (bundledQueryNames().includes(name)) return describeQuery(bundledQuery(name));
  throw new UsageFault(`there is no bundled query ${escapeControls(name)}; :queries lists them`);
}

function formatNamed(name: string): QueryFormat {
  const format = queryFormats.find((each) => each === name);
  if (format !== undefined) return format;
  throw new UsageFault(`there is no format ${escapeControls(name)}; the formats are ${formatList}`);
}

/** The lines that are typed or piped in, and a function that keeps them for later sessions. */
function openLines({ stdin, stderr, env }: CommandContext): {
  readonly reader: Interface;
  readonly isTerminal: boolean;
  readonly keepHistory: () => void;
} {
  const input: Readable & { readonly isTTY?: boolean } = stdin;
  const isTerminal = input.isTTY === true && stderr.isTTY === true;
  if (!isTerminal) {
    return { reader: createInterface({ input }), isTerminal, keepHistory: () => undefined };
  }
  const file = join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), historyFile);
  let history = readHistory(file);
  const reader = createInterface({
    input,
    output: stderr,
    prompt,
    history,
    historySize: historyLines,
    removeHistoryDuplicates: true,
  });
  reader.on('history', (lines) => {
    history = lines;
  });
  return { reader, isTerminal, keepHistory: () => writeHistory(file, history) };
}

const historyFile = join('cdif-graph', 'query-history');

/** The latest line first; empty where the file cannot be read. */
function readHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).toReversed();
  } catch {
    return [];
  }
}

/** Writes the history, if possible. */
function writeHistory(file: string, history: readonly string[]): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${history.toReversed().join('\n')}\n`, { mode: 0o600 });
  } catch {
    // Nothing else depends on it.
  }
}

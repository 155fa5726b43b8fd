import { createPositionFinder } from '../../text/text-position.ts';
import { locateFaultInPart, type N3Parse } from './parsers.ts';
import {
  batchCharacters,
  BoundedList,
  maxFaults,
  noRemarks,
  type OffsetFault,
  type PartOptions,
  type Quad,
  type QuadSink,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
  type RdfMend,
  type RdfRemarks,
} from './parse-results.ts';
import {
  StatementScanner,
  type DirectivePart,
  type DocumentPart,
  type StatementPart,
} from './statement-scanner.ts';
import { restorePublished } from './term-mending.ts';

/**
 * Parses a faulty Turtle or TriG document in linear time. A fault loses its statement; the rest
 * goes to the sink. Invalid IRIs, language tags and undeclared prefixes are passed on as published
 * and repaired together with those of JSON-LD.
 * @throws {RdfFault} beyond 10,000 faulty statements, and for Notation3; {RdfExcess}; errors of the
 * sink
 */
export function parseStatements(
  parse: N3Parse,
  text: string,
  options: PartOptions,
  sink: QuadSink,
): RdfRemarks {
  const sound = text.toWellFormed();
  const reader = new StatementReader(parse, sound, options, restorePublished(sink));
  for (const part of new StatementScanner(sound).parts()) reader.read(part);
  return reader.end();
}

class StatementReader {
  readonly #parse: N3Parse;
  readonly #sink: QuadSink;
  readonly #positionAt: ReturnType<typeof createPositionFinder>;
  readonly #prefixes = new Map<string, string>();
  readonly #lost = new BoundedList<RdfFaultFacts>();
  readonly #mends = new BoundedList<RdfMend>();
  readonly #options: PartOptions;
  #baseIri: string;
  /** Characters of repeated declarations. */
  #characters = 0;
  #batch: StatementPart[] = [];
  #batchLength = 0;

  constructor(parse: N3Parse, text: string, options: PartOptions, sink: QuadSink) {
    this.#parse = parse;
    this.#sink = sink;
    this.#positionAt = createPositionFinder(text);
    this.#baseIri = options.baseIri;
    this.#options = options;
  }

  read(part: DocumentPart): void {
    switch (part.kind) {
      case 'directive':
        this.#flush();
        this.#declare(part);
        break;
      case 'fault':
        this.#flush();
        this.#lose(part.start, part.detail);
        break;
      case 'formula':
        throw new RdfFault({ detail: 'Notation3 rule', ...this.#positionAt(part.start) });
      case 'statement':
        if (part.graph !== this.#batch[0]?.graph || this.#batchLength > batchCharacters) {
          this.#flush();
        }
        this.#batch.push(part);
        this.#batchLength += part.text.length;
    }
  }

  end(): RdfRemarks {
    this.#flush();
    return { ...noRemarks, parts: this.#lost, mends: this.#mends };
  }

  #flush(): void {
    const parts = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    const [first] = parts;
    if (first === undefined) return;
    const prefixes = new Set(parts.flatMap((part) => [...part.prefixes]));
    const before = this.#before(prefixes, first.graph);
    const isWhole = parts.every(({ isEnded, isClosed }) => isEnded || isClosed);
    const texts = parts.map((part) => endedText(part));
    if (isWhole && this.#take(before, texts.join('\n'), first.graph) === undefined) return;
    for (const part of parts) this.#readOne(part);
  }

  #readOne(part: StatementPart): void {
    const { start, graph, cuts } = part;
    const before = this.#before(part.prefixes, graph);
    const fault = this.#take(before, endedText(part), graph);
    if (fault === undefined) return;
    if (cuts.length === 0) {
      this.#lose(start + fault.offset, fault.detail);
      return;
    }
    for (const [index, from] of [0, ...cuts].entries()) {
      const to = cuts[index];
      const piece = to === undefined ? endedText(part).slice(from) : part.text.slice(from, to);
      const own = this.#take(before, to === undefined ? piece : `${piece} .`, graph);
      if (own !== undefined) this.#lose(start + from + own.offset, own.detail);
      else if (to !== undefined) this.#mend(start + from + piece.trimEnd().length, 'missing-dot');
    }
  }

  /** The declarations for statements that are parsed alone, on one line. */
  #before(prefixes: ReadonlySet<string>, graph: string): string {
    let before = '';
    for (const prefix of prefixes) {
      // An undeclared prefix stands for itself, as in JSON-LD, where it is reported.
      const iri = this.#prefixes.get(prefix) ?? `${prefix}:`;
      if (declarable.test(prefix) || this.#prefixes.has(prefix)) {
        before += `@prefix ${prefix}: <${iri}> . `;
      }
    }
    const { maxCharacters } = this.#options;
    this.#characters += before.length;
    if (this.#characters > maxCharacters) throw new RdfExcess('characters', maxCharacters);
    return `${before}${graph} `;
  }

  /** Passes the statements of a sound text to the sink; else returns its fault. */
  #take(before: string, statements: string, graph: string): OffsetFault | undefined {
    const quads: Quad[] = [];
    const text = before + statements + (graph === '' ? '' : ' }');
    try {
      this.#parse(text, { format: 'TriG', baseIri: this.#baseIri }, (quad) => quads.push(quad));
    } catch (error) {
      return locateFaultInPart(error, text, before.length, statements.trimEnd().length);
    }
    for (const quad of quads) this.#sink(quad);
    return undefined;
  }

  #declare({ start, prefix, iri, mendedAt }: DirectivePart): void {
    const declaration = prefix === undefined ? `@base ${iri} .` : `@prefix ${prefix}: ${iri} .`;
    const use = prefix === undefined ? '<>' : `${prefix}:`;
    let declared = '';
    try {
      const text = `${declaration} <urn:x> <urn:x> ${use} .`;
      this.#parse(text, { format: 'TriG', baseIri: this.#baseIri }, ({ object }) => {
        declared = object.value;
      });
    } catch (error) {
      if (!(error instanceof RdfFault)) throw error;
      this.#lose(start, error.facts.detail);
      return;
    }
    if (prefix === undefined) this.#baseIri = declared;
    else this.#prefixes.set(prefix, declared);
    if (mendedAt !== undefined) this.#mend(mendedAt, 'declaration');
  }

  #lose(offset: number, detail: string): void {
    this.#lost.add({ detail, ...this.#positionAt(offset) });
    const [first] = this.#lost.first;
    if (first === undefined || this.#lost.count <= maxFaults) return;
    const excess = `more than ${maxFaults} faults, first ${first.detail}`;
    throw new RdfFault({ ...first, detail: excess });
  }

  #mend(offset: number, what: RdfMend['what']): void {
    this.#mends.add({ what, value: '', ...this.#positionAt(offset) });
  }
}

/** A prefix that is also a valid scheme, so that names with it are IRIs. */
const declarable = /^[A-Za-z][A-Za-z\d-]*$/u;

/** The last dot is optional before a brace. */
function endedText({ text, isEnded, isClosed }: StatementPart): string {
  return isClosed && !isEnded ? `${text} .` : text;
}

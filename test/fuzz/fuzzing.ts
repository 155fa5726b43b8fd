import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { proofSeed, proofSize } from '../support/proof.ts';

const { PROVE_SLOW_MS: slowMs = Infinity } = process.env;

/**
 * Searches values for one that makes something go wrong; `proof.ts` says how many. With
 * `PROVE_SLOW_MS`, a value that takes longer than that is wrong too, which no test in CI says.
 * @param sample how many values `npm test` tries
 * @param wrongWith what is wrong with a value; nothing mostly. What it throws is wrong, too
 * @returns the least of such values that was found, and what is wrong with it
 */
export async function counterexample<Value>(
  values: fc.Arbitrary<Value>,
  sample: number,
  wrongWith: (value: Value) => Promise<readonly unknown[]> | readonly unknown[],
): Promise<string | undefined> {
  const property = fc.asyncProperty(values, async (value) => {
    const start = performance.now();
    const wrong = await wrongWith(value);
    const took = performance.now() - start;
    if (took > Number(slowMs)) throw new Error(`took ${took} ms`);
    if (wrong.length > 0) throw new Error(`wrong: ${JSON.stringify(wrong).slice(0, 1000)}`);
  });
  const details = await fc.check(property, {
    seed: proofSeed(20),
    numRuns: proofSize(sample, 10_000),
  });
  return details.failed ? fc.defaultReportMessage(details) : undefined;
}

/** Something that is wrong if a condition holds. */
export function wrongIf(isWrong: boolean, what: unknown): readonly unknown[] {
  return isWrong ? [what] : [];
}

/** One thing done to a text. Places are shares of its length, so that they mean something in any text. */
interface Edit {
  readonly kind: 'delete' | 'insert' | 'repeat' | 'duplicate' | 'splice' | 'cut';
  readonly at: number;
  readonly length: number;
  readonly token: string;
  readonly times: number;
}

/** Characters that mean something somewhere, or are none. */
const characters = Array.from('"\'\\<>{}[]()&;:,/#%@=*?!+-_.~^|`$ \t\n\r\f\v09azAZ').concat(
  ['\0', '\u0001', '\u001B', '\u007F', '\u0085', '\u00A0', '\u2028', '\uFEFF', '\uFFFD'],
  ['\uD800', '\uDFFF', '\u{1F600}', 'é', '\u202E', '\uFFFF', '--', '//', '/*', '\r\n'],
);

/** Any place alike; left to itself fast-check would nearly always take the first or the last. */
const share = fc.noBias(fc.nat(10_000)).map((part) => part / 10_000);
/** A number by which something is chosen, all alike. */
const choice = fc.noBias(fc.nat(10_000));

/** The same as strings of the unit `binary`, which fast-check takes seconds to prepare. */
const anyCharacters = fc
  .array(fc.nat(0x10_ff_ff), { maxLength: 4 })
  .map((codes) => String.fromCodePoint(...codes));

/** Longer texts show nothing that shorter ones do not. */
const maxLength = 60_000;

/**
 * Texts that nearly are what the samples are: a part is left out, said twice, said in another place, cut off, taken from
 * another sample, or interrupted by what is hostile where these are read.
 * @param tokens what is hostile there
 */
export function mutated(
  samples: readonly string[],
  tokens: readonly string[],
): fc.Arbitrary<string> {
  const edit = fc.record<Edit>({
    kind: fc.constantFrom(
      ...(['insert', 'insert', 'insert', 'delete', 'delete'] as const),
      ...(['duplicate', 'repeat', 'splice', 'cut'] as const),
    ),
    at: share,
    length: fc.oneof(fc.nat(8), fc.nat(200)),
    token: fc.oneof(fc.constantFrom(...tokens), fc.constantFrom(...characters), anyCharacters),
    times: fc.oneof(fc.integer({ min: 2, max: 9 }), fc.constantFrom(70, 1000)),
  });
  const text = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...samples) }, fromTokens(tokens));
  return fc
    .tuple(text, editsOf(edit), fc.constantFrom(...samples))
    .map(([sample, edits, other]) =>
      edits.reduce((done, each) => edited(done, each, other), sample).slice(0, maxLength),
    );
}

/** One or two mostly: with more of them little is left that is read at all. */
function editsOf<One>(edit: fc.Arbitrary<One>): fc.Arbitrary<One[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.array(edit, { minLength: 1, maxLength: 2 }) },
    fc.array(edit, { maxLength: 6 }),
  );
}

/** What is put together of nothing else. */
function fromTokens(tokens: readonly string[]): fc.Arbitrary<string> {
  const token = fc.oneof(fc.constantFrom(...tokens), fc.constantFrom(...characters));
  return fc.array(token, { maxLength: 30 }).map((all) => all.join(''));
}

function edited(text: string, { kind, at, length, token, times }: Edit, other: string): string {
  const start = Math.floor(at * text.length);
  const [before, part, after] = [
    text.slice(0, start),
    text.slice(start, start + length),
    text.slice(start + length),
  ];
  switch (kind) {
    case 'delete':
      return before + after;
    case 'insert':
      return before + token + part + after;
    case 'duplicate':
      return before + part + part + after;
    case 'repeat':
      return before + (times > 9 ? token || part : part).repeat(times) + after;
    case 'splice':
      return before + other.slice(Math.floor(at * other.length)).slice(0, length * 4) + after;
    case 'cut':
      return before;
  }
}

/** The bytes of such texts in several encodings, some of them damaged. */
export function mutatedBytes(
  samples: readonly string[],
  tokens: readonly string[],
): fc.Arbitrary<Uint8Array> {
  const damage = fc.array(fc.tuple(share, fc.nat(255)), {
    maxLength: 3,
  });
  const encoding = fc.constantFrom('utf8', 'utf8', 'utf8', 'utf16le', 'latin1');
  return fc.tuple(mutated(samples, tokens), encoding, damage).map(([text, into, places]) => {
    const bytes = Buffer.from(text, into);
    for (const [at, byte] of places) {
      if (bytes.length > 0) bytes[Math.min(bytes.length - 1, Math.floor(at * bytes.length))] = byte;
    }
    return new Uint8Array(bytes);
  });
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * JSON texts that nearly say what the samples do: a value or a name is another one, is left out, or is somewhere else. They
 * stay JSON, so that they come further than mutated texts do.
 * @param values JSON texts of what is hostile as a value; those that are strings also as a name
 */
export function mutatedJson(
  samples: readonly unknown[],
  values: readonly string[],
): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('set', 'set', 'add', 'rename', 'remove', 'wrap', 'move'),
    at: choice,
    to: choice,
    value: fc.constantFrom(...values),
    name: fc.constantFrom(...values.filter((value) => value.startsWith('"'))),
  });
  return fc.tuple(fc.constantFrom(...samples), editsOf(edit)).map(([sample, edits]) => {
    const root = { root: structuredClone(sample) as Json }; // what JSON.parse gives
    for (const { kind, at, to, value, name } of edits) {
      const slot = slotAt(root, at);
      const other = slotAt(root, to);
      const hostile = JSON.parse(value) as Json;
      const key = JSON.parse(name) as string;
      if (kind === 'set') slot.set(hostile);
      else if (kind === 'add') slot.add(key, hostile);
      else if (kind === 'rename') slot.rename(key);
      else if (kind === 'remove') slot.remove();
      else if (kind === 'wrap') slot.set({ [key]: slot.value });
      else slot.set(structuredClone(other.value));
    }
    return JSON.stringify(root.root ?? null).slice(0, maxLength);
  });
}

/** A place in a JSON value, and what can be done there. */
class Slot {
  readonly #parent: Json[] | { [name: string]: Json };
  readonly #name: string;

  constructor(parent: Json[] | { [name: string]: Json }, name: string) {
    this.#parent = parent;
    this.#name = name;
  }

  get value(): Json {
    return (Reflect.get(this.#parent, this.#name) as Json | undefined) ?? null;
  }

  set(value: Json): void {
    define(this.#parent, this.#name, value);
  }

  add(name: string, value: Json): void {
    const { value: own } = this;
    if (Array.isArray(own)) own.push(value);
    else if (typeof own === 'object' && own !== null) define(own, name, value);
  }

  rename(name: string): void {
    if (Array.isArray(this.#parent)) return;
    const { value } = this;
    Reflect.deleteProperty(this.#parent, this.#name);
    define(this.#parent, name, value);
  }

  remove(): void {
    if (Array.isArray(this.#parent)) this.#parent.splice(Number(this.#name), 1);
    else Reflect.deleteProperty(this.#parent, this.#name);
  }
}

/** Sets a member, also one called `__proto__`. */
function define(parent: object, name: string, value: Json): void {
  Object.defineProperty(parent, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function slotAt(root: { [name: string]: Json }, at: number): Slot {
  const slots: Slot[] = [];
  const collect = (parent: Json[] | { [name: string]: Json }): void => {
    for (const name of Object.keys(parent)) {
      slots.push(new Slot(parent, name));
      const child = Reflect.get(parent, name) as Json;
      if (typeof child === 'object' && child !== null) collect(child);
    }
  };
  collect(root);
  return slots[at % slots.length] ?? new Slot(root, 'root');
}

/** A body in pieces, of the lengths that are given in turn. */
export async function* inPieces(
  bytes: Uint8Array,
  lengths: readonly number[],
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let turn = 0; start < bytes.length; turn += 1) {
    const length = lengths.length === 0 ? bytes.length : (lengths[turn % lengths.length] ?? 1);
    yield bytes.subarray(start, start + length);
    start += length;
  }
}

/** Lengths of pieces, small ones among them. */
export const pieceLengths = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat(300)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lengths) => lengths.concat(1));

/** Places of problems that are not in the text. Lines end as in HTML. */
export function placesOutside(problems: readonly object[], text: string): readonly object[] {
  const lines = text.split(/\r\n?|\n/u);
  return problems.filter((problem) => {
    if (!('line' in problem)) return false;
    const { line, column = 1 } = problem as { line: number; column?: number };
    const length = lines[line - 1]?.length;
    // Behind the last character there is a place, too, and the end of a line has up to two.
    return length === undefined || column < 1 || column > length + 3;
  });
}

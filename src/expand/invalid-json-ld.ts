import { appendToPointer } from '../text/json-positions.ts';
import {
  asArray,
  containersIn,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import { recogniseContext } from './contexts/bundled-contexts.ts';
import type { FindingSink } from './findings.ts';
import type { Expansion, ExpansionProblem, FailedExpansion } from './json-ld-processor.ts';

/** Expands another document with the same base and processor, without noting anything. */
type Attempt = (document: JsonContainer) => Promise<Expansion>;

/**
 * The reason for which a document was rejected, with the faulty member quoted and a JSON pointer to
 * it. Which term of a context is at fault is found by trial, where the processor does not tell.
 * Returns the reason unchanged where the fault cannot be located.
 */
export async function locateInvalidMember(
  document: JsonContainer,
  refusal: FailedExpansion,
  attempt: Attempt,
): Promise<ExpansionProblem> {
  const { reason } = refusal;
  if (reason.kind !== 'json-ld-invalid') return reason;
  const place = await findPlace(document, refusal, attempt);
  if (place === undefined) return reason;
  const { pointer, names, holder } = place;
  const quoted = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(holder[name])}`);
  return { ...reason, detail: quoted.join(', '), pointer };
}

/** The faulty members of an object. */
interface Place {
  /** Pointer to the member, or to the object if there are several. */
  readonly pointer: string;
  readonly holder: JsonObject;
  readonly names: readonly string[];
}

async function findPlace(
  document: JsonContainer,
  refusal: FailedExpansion,
  attempt: Attempt,
): Promise<Place | undefined> {
  const { context, keyword, value } = refusal;
  if (keyword !== undefined) return findCollision(document, keyword);
  if (value !== undefined) return findValue(document, refusal);
  if (!isObject(context)) return undefined;
  if (refusal.reason.kind === 'json-ld-invalid' && refusal.reason.code === scopedCode) {
    return findScoped(document, refusal);
  }
  const found = findContext(document, context);
  if (found === undefined) return undefined;
  const name =
    refusal.term ?? keywordAtFault(refusal, context) ?? (await findTerm(found, refusal, attempt));
  return name === undefined || !Object.hasOwn(context, name)
    ? undefined
    : placeOfMember(found.pointer, found.context, name);
}

const scopedCode = 'invalid scoped context';

/** Finds two aliases of one keyword in an object. */
function findCollision(document: JsonContainer, keyword: string): Place | undefined {
  const keywords = readKeywordAliases(document);
  for (const { value, pointer } of valuesIn(document)) {
    if (!isObject(value)) continue;
    const names = Object.keys(value).filter((name) => keywords.get(name) === keyword);
    if (names.length > 1) return { pointer, holder: value, names };
  }
  return undefined;
}

/** Keywords that error codes of the JSON-LD API (§9.6) spell out. */
const keywordsOfCodes: ReadonlyMap<string, string> = new Map([
  ['invalid base IRI', '@base'],
  ['invalid base direction', '@direction'],
  ['invalid default language', '@language'],
  ['invalid vocab mapping', '@vocab'],
]);

function keywordAtFault({ reason }: FailedExpansion, context: JsonObject): string | undefined {
  if (reason.kind !== 'json-ld-invalid') return undefined;
  const keyword = keywordsOfCodes.get(reason.code) ?? /@\w+/u.exec(reason.code)?.[0];
  return keyword !== undefined && Object.hasOwn(context, keyword) ? keyword : undefined;
}

/** The first member with the value whose name means the keyword in the error code. */
function findValue(document: JsonContainer, { reason, value }: FailedExpansion): Place | undefined {
  const [keyword] = (reason.kind === 'json-ld-invalid' && /@\w+/u.exec(reason.code)) || [];
  if (keyword === undefined) return undefined;
  const text = JSON.stringify(value);
  const keywords = readKeywordAliases(document);
  for (const { value: holder, pointer } of valuesIn(document)) {
    if (!isObject(holder)) continue;
    const name = Object.keys(holder).find(
      (each) => (keywords.get(each) ?? each) === keyword && JSON.stringify(holder[each]) === text,
    );
    if (name !== undefined) return placeOfMember(pointer, holder, name);
  }
  return undefined;
}

/** The term definition with the invalid scoped context. */
function findScoped(
  document: JsonContainer,
  { context, term }: FailedExpansion,
): Place | undefined {
  if (term === undefined) return undefined;
  const text = JSON.stringify(context);
  for (const { value: holder, pointer } of valuesIn(document)) {
    const definition = isObject(holder) ? holder[term] : undefined;
    if (!isObject(holder) || !isObject(definition)) continue;
    if (JSON.stringify(definition['@context']) === text)
      return placeOfMember(pointer, holder, term);
  }
  return undefined;
}

/** A context in a document, and the contexts that it extends. */
interface FoundContext {
  readonly context: JsonObject;
  readonly pointer: string;
  readonly outer: readonly JsonValue[];
}

function findContext(document: JsonContainer, context: JsonObject): FoundContext | undefined {
  const text = JSON.stringify(context);
  for (const { value, pointer, outer } of valuesIn(document)) {
    if (!isObject(value) || !('@context' in value)) continue;
    const own = value['@context'] ?? null;
    const contexts = asArray(own);
    const index = contexts.findIndex((each) => isObject(each) && JSON.stringify(each) === text);
    const found = contexts[index];
    if (!isObject(found)) continue;
    const place = Array.isArray(own) ? `/@context/${index}` : '/@context';
    const before = [...outer, ...contexts.slice(0, index)];
    return { context: found, pointer: `${pointer}${place}`, outer: before };
  }
  return undefined;
}

/** Finds the faulty term by bisection: the last without which the context is still rejected. */
async function findTerm(
  { context, outer }: FoundContext,
  { reason }: FailedExpansion,
  attempt: Attempt,
): Promise<string | undefined> {
  const terms = Object.keys(context).filter((name) => !name.startsWith('@'));
  async function isRefusedWithout(count: number): Promise<boolean> {
    const left = new Set(terms.slice(0, count));
    const entries = Object.entries(context).filter(([name]) => !left.has(name));
    const trial = await attempt({ '@context': [...outer, Object.fromEntries(entries)] });
    return trial.kind === 'refused' && haveSameCode(trial.reason, reason);
  }
  let [refused, taken] = [0, terms.length];
  if (!(await isRefusedWithout(refused)) || (await isRefusedWithout(taken))) return undefined;
  while (taken - refused > 1) {
    const middle = Math.floor((refused + taken) / 2);
    if (await isRefusedWithout(middle)) refused = middle;
    else taken = middle;
  }
  return terms[refused];
}

function haveSameCode(one: ExpansionProblem, other: ExpansionProblem): boolean {
  return one.kind === 'json-ld-invalid' && other.kind === one.kind && one.code === other.code;
}

interface FoundValue {
  readonly value: JsonContainer;
  readonly pointer: string;
  /** The contexts of the surrounding objects. */
  readonly outer: readonly JsonValue[];
}

/** All containers of a document, contexts included, with their JSON pointers (RFC 6901). */
function* valuesIn(document: JsonContainer): Iterable<FoundValue> {
  const pending: FoundValue[] = [{ value: document, pointer: '', outer: [] }];
  for (const found of pending) {
    yield found;
    const { value, pointer, outer } = found;
    const own = isObject(value) && '@context' in value ? asArray(value['@context'] ?? null) : [];
    const within = own.length === 0 ? outer : [...outer, ...own];
    for (const [name, child] of Object.entries(value)) {
      if (!isContainer(child)) continue;
      pending.push({ value: child, pointer: appendToPointer(pointer, name), outer: within });
    }
  }
}

function placeOfMember(pointer: string, holder: JsonObject, name: string): Place {
  return { pointer: appendToPointer(pointer, name), holder, names: [name] };
}

/**
 * Repairs, in place, names that make JSON-LD expansion fail: an `@id` that is not a text (null, a
 * number, an object) is removed, and so is each such `@type`, which is noted as `value-dropped`. A
 * type written as a reference (`{"@id": "schema:Dataset"}`) has one reading and is kept, noted as
 * `iri-repaired`.
 * @returns whether there were any
 */
export function repairNodeNames(document: JsonContainer, findings: FindingSink): boolean {
  const keywords = readKeywordAliases(document);
  let isChanged = false;
  // In a context, `"@id": null` has a meaning.
  for (const container of containersIn(document, '@context')) {
    if (!isObject(container)) continue;
    for (const [name, value] of Object.entries(container)) {
      const keyword = keywords.get(name);
      if (keyword === undefined || isUsable(value, keyword)) continue;
      const types = keyword === '@type' ? asArray(value) : [];
      const mended = types.flatMap((type) => mendType(type, keywords, findings));
      if (keyword === '@id') noteDropped(value, findings);
      if (mended.length === 0) delete container[name];
      else container[name] = mended;
      isChanged = true;
    }
  }
  return isChanged;
}

/** The keywords for the name and the types of a node. */
type NameKeyword = '@id' | '@type';

function isUsable(value: JsonValue, keyword: NameKeyword): boolean {
  if (typeof value === 'string') return true;
  return (
    keyword === '@type' && Array.isArray(value) && value.every((each) => typeof each === 'string')
  );
}

/** @returns the type, or nothing if invalid */
function mendType(
  type: JsonValue,
  keywords: ReadonlyMap<string, NameKeyword>,
  findings: FindingSink,
): readonly string[] {
  if (typeof type === 'string') return [type];
  const members = isObject(type) ? Object.entries(type) : [];
  const [, repaired] = members.find(([name]) => keywords.get(name) === '@id') ?? [];
  if (typeof repaired !== 'string') {
    noteDropped(type, findings);
    return [];
  }
  findings.add({ kind: 'iri-repaired', value: JSON.stringify(type), repaired });
  return [repaired];
}

function noteDropped(value: JsonValue, findings: FindingSink): void {
  findings.add({ kind: 'value-dropped', value: JSON.stringify(value), reason: 'no-name' });
}

/** The names of both keywords, with the aliases in any context of the document. */
function readKeywordAliases(document: JsonContainer): ReadonlyMap<string, NameKeyword> {
  const keywords = new Map<string, NameKeyword>([
    ['@id', '@id'],
    ['@type', '@type'],
  ]);
  for (const container of containersIn(document, '@context')) {
    if (!isObject(container)) continue;
    for (const context of asArray(container['@context'] ?? null)) {
      for (const [name, keyword] of aliasesIn(context)) keywords.set(name, keyword);
    }
  }
  return keywords;
}

function aliasesIn(context: JsonValue): readonly (readonly [string, NameKeyword])[] {
  if (typeof context === 'string') {
    const bundled = recogniseContext(context)?.bundled;
    return bundled === undefined ? [] : aliasesIn(bundled.context);
  }
  if (!isObject(context)) return [];
  return Object.entries(context).flatMap(([name, definition]) => {
    const meaning = isObject(definition) ? definition['@id'] : definition;
    return meaning === '@id' || meaning === '@type' ? [[name, meaning] as const] : [];
  });
}

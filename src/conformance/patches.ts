import { expandUndeclaredPrefix, findUndeclaredPrefix } from '../expand/iri-corrections.ts';
import { canonicalDouble } from '../expand/graph-terms.ts';
import { termIri } from '../facts/record/properties.ts';
import { factText, type FactNode, type FactValue } from '../facts/record/record-graph.ts';
import type { Remedy } from '../model/finding.ts';
import type { PatchOperation } from '../text/json-patch.ts';
import { findPropertyKey, type PlacedValue, type RecordPlaces } from '../model/record-places.ts';
import { xsd } from '../rdf/vocabularies.ts';
import { isObject, type JsonObject, type JsonValue } from '../text/json.ts';
import { appendToPointer, parentPointer, pointerTokens, valueAt } from '../text/json-positions.ts';
import type { RuleFinding } from './check-profile.ts';
import type { Change, Violation } from './rule.ts';

/** A document, and where it says what the graph of its record says. */
export interface LocatedJson {
  readonly json: JsonValue;
  readonly places: RecordPlaces;
}

/**
 * The JSON Patch of the change that a violation suggests, in the names of the document.
 * @returns undefined where there is no suggestion, or the place in the document is unknown
 */
export function remedyFor(
  { subject, violation }: Pick<RuleFinding, 'subject' | 'violation'>,
  document: LocatedJson,
): Remedy | undefined {
  const { change } = violation;
  if (change === undefined) return undefined;
  const patch = operationsFor(subject, violation, change, document);
  if (patch.length === 0) return undefined;
  const kind = hasUnknownPrefix(change.value ?? null, document.places) ? 'author' : change.kind;
  return { kind, patch };
}

/** Whether a reference has a prefix that only the author can declare. */
function hasUnknownPrefix(value: JsonValue, { keys }: RecordPlaces): boolean {
  const id = isObject(value) ? value['@id'] : undefined;
  const undeclared = typeof id === 'string' ? findUndeclaredPrefix(id) : undefined;
  if (undeclared === undefined || undeclared.namespace !== undefined) return false;
  return !keys.defined.has(undeclared.prefix);
}

/** A reference without a well-known prefix that the document does not declare itself. */
function spellReference(id: string, { keys }: RecordPlaces): string {
  const undeclared = findUndeclaredPrefix(id);
  if (undeclared === undefined || keys.defined.has(undeclared.prefix)) return id;
  return expandUndeclaredPrefix(id);
}

function operationsFor(
  subject: FactNode,
  violation: Violation,
  change: Change,
  document: LocatedJson,
): readonly PatchOperation[] {
  const { property } = violation;
  if (property === undefined) return [];
  const value = change.value ?? null;
  if (change.act === 'add') return addOperations(subject, property, value, document);
  const placed = placedValues(subject, violation, document.places);
  switch (change.act) {
    case 'replace':
      return placed.flatMap((each) => {
        const spelt = spellValue(value, each.pointer, document.places);
        return replaceOperations(replacedPointer(each, spelt), spelt, document.json);
      });
    case 'remove':
      return placed.map((each) => removal(each.valueObject ?? each.pointer, document.json));
    case 'rename':
      return renameOperations(subject, placed, change.to ?? property, document);
  }
}

/** The places of the value that a violation is about. */
export function placedValues(
  { name }: FactNode,
  { property = '', value }: Violation,
  { values }: RecordPlaces,
): readonly PlacedValue[] {
  const all = values.get(name)?.get(property) ?? [];
  if (value === undefined) return all;
  const names = namesInGraph(value);
  return all.filter((each) => names.includes(each.value));
}

/** A number that is no integer has its canonical form in the graph: 359.75 is `3.5975E2`. */
function namesInGraph(value: FactValue): readonly string[] {
  if (value.kind === 'node') return [value.name];
  const { text, datatype } = value;
  return datatype === xsd.double ? [text, canonicalDouble(Number(text))] : [text];
}

/** Several values in place of one member of an array follow at its end, not inside each other. */
function replaceOperations(
  path: string,
  value: JsonValue,
  json: JsonValue,
): readonly PatchOperation[] {
  const container = parentPointer(path);
  if (!Array.isArray(value) || !Array.isArray(valueAt(json, container))) {
    return [{ op: 'replace', path, value }];
  }
  const [first = null, ...others] = value;
  const adds = others.map((each): PatchOperation => {
    return { op: 'add', path: appendToPointer(container, '-'), value: each };
  });
  return [{ op: 'replace', path, value: first }, ...adds];
}

/** An object takes the place of a whole value object, a text only that of its `@value`. */
function replacedPointer({ pointer, valueObject }: PlacedValue, value: JsonValue): string {
  return typeof value === 'string' ? pointer : (valueObject ?? pointer);
}

function addOperations(
  { name }: FactNode,
  property: string,
  value: JsonValue,
  { json, places }: LocatedJson,
): readonly PatchOperation[] {
  for (const pointer of places.nodes.get(name) ?? []) {
    const object = valueAt(json, pointer);
    if (!isObject(object)) continue;
    const key = spellName(property, pointer, places);
    const path = appendToPointer(pointer, key);
    const spelt =
      property === '@type'
        ? spellTypes(value, pointer, places)
        : spellValue(value, pointer, places);
    const before = object[key];
    if (before === undefined) return [{ op: 'add', path, value: spelt }];
    if (property === '@id') return [{ op: 'replace', path, value: spelt }];
    if (Array.isArray(before)) {
      return [{ op: 'add', path: appendToPointer(path, '-'), value: spelt }];
    }
    return [{ op: 'replace', path, value: [before, spelt] }];
  }
  return [];
}

/** Removes a value; the whole property where it is the only one. */
function removal(pointer: string, json: JsonValue): PatchOperation {
  const tokens = pointerTokens(pointer) ?? [];
  const parent = parentPointer(pointer);
  const container = valueAt(json, parent);
  const isOnly = Array.isArray(container) && container.length === 1 && tokens.length > 1;
  return { op: 'remove', path: isOnly ? parent : pointer };
}

function renameOperations(
  { name }: FactNode,
  placed: readonly PlacedValue[],
  to: string,
  { json, places }: LocatedJson,
): readonly PatchOperation[] {
  const owners = (places.nodes.get(name) ?? []).filter((owner) => isObject(valueAt(json, owner)));
  const moves = new Map<string, PatchOperation>();
  for (const { pointer } of placed) {
    const owner = owners.find((each) => pointer.startsWith(`${each}/`));
    if (owner === undefined) continue;
    const [member = ''] = pointer.slice(owner.length + 1).split('/');
    const from = `${owner}/${member}`;
    const path = appendToPointer(owner, spellName(to, owner, places));
    moves.set(from, { op: 'move', from, path });
  }
  return [...moves.values()];
}

/** Writes a JSON-LD value with prefixed names in the names of the document. */
function spellValue(value: JsonValue, pointer: string, places: RecordPlaces): JsonValue {
  if (Array.isArray(value)) return value.map((item) => spellValue(item, pointer, places));
  if (!isObject(value)) return value;
  const spelt: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === '@type') spelt[name] = spellTypes(member, pointer, places);
    else if (name === '@id' && typeof member === 'string') {
      spelt[name] = spellReference(member, places);
    } else if (name.startsWith('@')) spelt[name] = member;
    else spelt[spellName(termIri(name), pointer, places)] = spellValue(member, pointer, places);
  }
  return spelt;
}

function spellTypes(types: JsonValue, pointer: string, places: RecordPlaces): JsonValue {
  if (Array.isArray(types)) return types.map((type) => spellTypes(type, pointer, places));
  // A template in braces is no name.
  if (typeof types !== 'string' || types.startsWith('{')) return types;
  return spellName(termIri(types), pointer, places);
}

/** The name of a property or class in the document; an absolute IRI works everywhere. */
function spellName(iri: string, pointer: string, places: RecordPlaces): string {
  if (iri.startsWith('@')) return iri;
  return findPropertyKey(places, pointer, iri) ?? iri;
}

/** The text that a violation found: as given, else as the document or the graph has it. */
export function foundText(
  { subject, violation }: Pick<RuleFinding, 'subject' | 'violation'>,
  { json, places }: LocatedJson,
): string | undefined {
  const { found, value } = violation;
  if (found !== undefined || value === undefined) return found;
  const [placed] = placedValues(subject, violation, places);
  const published = placed && valueAt(json, placed.pointer);
  return published === undefined ? factText(value) : JSON.stringify(published);
}

import { localNameOf } from '../rdf/iri.ts';
import {
  type CoordinateArray,
  isCoordinateArray,
  maxDepthOfArray,
} from '../facts/place/coordinate-array.ts';
import { propertiesOfCoordinates } from '../facts/record/properties.ts';
import {
  containersIn,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import { type ExpansionFinding, type FindingSink, mapFindingTexts } from './findings.ts';
import { canonicalName } from './records/node-view.ts';

/** An absolute IRI, so that no coercion changes it. */
const markBeginning = 'urn:cdif-graph:array:';
const mark = /^urn:cdif-graph:array:(\d+)$/u;
const marks = /urn:cdif-graph:array:(\d+)/gu;

const localNames: ReadonlySet<string> = new Set([...propertiesOfCoordinates].map(localNameOf));
/** Names of properties whose values are texts of positions, which may stand in an array. */
const ofPositions: ReadonlySet<string> = new Set(['box', 'line', 'polygon']);

/**
 * Whether the value of a member of a document may be an array of coordinates, whose order has a
 * meaning. Its property is only known after expansion.
 */
export function mayBeCoordinates(name: string, value: JsonValue): value is CoordinateArray {
  if (!Array.isArray(value)) return false;
  const local = localNameOf(name);
  return localNames.has(local) && isCoordinateArray(value, ofPositions.has(local));
}

/**
 * Without a list container JSON-LD flattens an array and forgets its order. So arrays that may be
 * coordinates are replaced, in place, by a mark, and restored after expansion: as lists where the
 * context makes lists of them; as a JSON literal where their property is one of coordinates, which
 * is noted as `array-kept-as-json`; else as JSON-LD has them. This also spares jsonld.js, which
 * takes quadratic time for arrays in arrays.
 * @param json the text of the document; nothing is hidden if it has marks of its own
 */
export function hideCoordinateArrays(document: JsonContainer, json: string): HiddenArrays {
  const arrays: JsonValue[][] = [];
  if (json.includes(markBeginning)) return new HiddenArrays(arrays);
  for (const container of containersIn(document, '@context')) {
    if (Array.isArray(container)) continue;
    for (const [name, value] of Object.entries(container)) {
      if (!isContainer(value) || !mayBeCoordinates(name, value)) continue;
      container[name] = `${markBeginning}${arrays.push(value) - 1}`;
    }
  }
  return new HiddenArrays(arrays);
}

/** Arrays of coordinates that marks stand for in a document. */
export class HiddenArrays {
  readonly #arrays: readonly JsonValue[][];

  constructor(arrays: readonly JsonValue[][]) {
    this.#arrays = arrays;
  }

  /** Replaces marks in a finding by the published arrays. */
  restoreFinding<Found extends ExpansionFinding>(finding: Found): Found {
    if (this.#arrays.length === 0) return finding;
    return mapFindingTexts(finding, (text) =>
      text.replaceAll(marks, (written, index) => {
        const array = this.#arrays[Number(index)];
        return array === undefined ? written : JSON.stringify(array);
      }),
    );
  }

  /** Restores expanded JSON-LD in place. */
  restore(nodes: readonly JsonValue[], findings: FindingSink): void {
    if (this.#arrays.length === 0) return;
    const kept = new Map<string, JsonValue>();
    for (const container of containersIn([...nodes])) {
      if (Array.isArray(container)) continue;
      this.#restoreInJson(container);
      for (const [property, values] of Object.entries(container)) {
        if (!Array.isArray(values) || !values.some((value) => this.#find(value))) continue;
        container[property] = values.flatMap((value) => {
          const array = this.#find(value);
          if (array === undefined || !isObject(value)) return [value];
          return property === '@list'
            ? listItems(array, value)
            : valuesOfSet(array, { property, value, kept });
        });
      }
    }
    // One value of each property shows the fault.
    for (const [property, array] of kept) {
      findings.add({ kind: 'array-kept-as-json', property, value: JSON.stringify(array) });
    }
  }

  /** Restores the members of an object in a JSON literal, which expansion does not change. */
  #restoreInJson(object: JsonObject): void {
    for (const [name, value] of Object.entries(object)) {
      const array = name === '@value' || name === '@id' ? undefined : this.#arrayFor(value);
      if (array !== undefined) object[name] = array;
    }
  }

  /** The array that an expanded value stands for. */
  #find(value: JsonValue): JsonValue[] | undefined {
    return isObject(value) ? this.#arrayFor(value['@value'] ?? value['@id']) : undefined;
  }

  #arrayFor(text: JsonValue | undefined): JsonValue[] | undefined {
    const [, index] = typeof text === 'string' ? (mark.exec(text) ?? []) : [];
    return index === undefined ? undefined : this.#arrays[Number(index)];
  }
}

/** The items of a list, with lists for inner arrays. */
function listItems(array: readonly JsonValue[], value: JsonObject): JsonValue[] {
  return array.map((item) =>
    Array.isArray(item) ? { '@list': listItems(item, value) } : literalLike(value, item),
  );
}

/** @param kept receives the array if its order could not be kept otherwise */
function valuesOfSet(
  array: JsonValue[],
  {
    property,
    value,
    kept,
  }: {
    readonly property: string;
    readonly value: JsonObject;
    readonly kept: Map<string, JsonValue>;
  },
): JsonValue[] {
  const isJson = value['@type'] === '@json';
  const iri = canonicalName(property);
  if (!isJson && !propertiesOfCoordinates.has(iri)) {
    return array.flat(maxDepthOfArray).map((item) => literalLike(value, item));
  }
  if (!isJson && !kept.has(iri)) kept.set(iri, array);
  return [{ '@type': '@json', '@value': array }];
}

/** What expansion makes of a number, or of a text of one, where it made `value` of a text. */
function literalLike(value: JsonObject, item: JsonValue): JsonObject {
  const { '@id': id, '@language': language, '@direction': direction, ...others } = value;
  const isText = typeof item === 'string';
  return {
    ...(id === undefined ? others : {}),
    '@value': item,
    ...(isText && language !== undefined ? { '@language': language } : {}),
    ...(isText && direction !== undefined ? { '@direction': direction } : {}),
  };
}

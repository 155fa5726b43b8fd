import { isObject, parseJson, type JsonObject } from '../json-document.ts';
import { hashOfName } from './item-facts.ts';
import { namesOf } from './item-names.ts';
import {
  containersIn,
  headOf,
  isContainer,
  listingOf,
  membersOf,
  type ListedMember,
} from './listing.ts';
import type { NameSpace } from './name-space.ts';
import type { NamedPiece } from './shared-names.ts';

/** A list or catalogue among the items of a graph, in parts. */
export interface ContainerText {
  /** What it says of itself. */
  readonly head: string;
  /**
   * Its keywords and what it lists beside the items of the graph.
   * @returns undefined where that is nothing
   */
  rest(isNamed: (hash: number) => boolean): string | undefined;
  /** What that is called. */
  restNames(isNamed: (hash: number) => boolean): NamedPiece;
  /**
   * Its keywords, and of what it lists the items of the graph with some names (see `hashOfName`); the same of each list in
   * the list.
   */
  listings(names: readonly number[]): readonly string[];
}

/** How many are kept as long as they may be asked for again: mostly there is one. */
const maxKept = 4;

/** Reads the containers among the items of a list. */
export class ContainerTexts {
  readonly #space: NameSpace;
  readonly #textOf: (item: number) => string;
  readonly #kept = new Map<number, ContainerText>();

  /** @param textOf the JSON of an item, which must be an object */
  constructor(space: NameSpace, textOf: (item: number) => string) {
    this.#space = space;
    this.#textOf = textOf;
  }

  /** @param offset of the item in the file, which tells it from the others */
  of(item: number, offset: number): ContainerText {
    const known = this.#kept.get(offset);
    if (known !== undefined) return known;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= maxKept && oldest !== undefined) this.#kept.delete(oldest);
    const text = readContainer(parseJson(this.#textOf(item)), this.#space);
    this.#kept.set(offset, text);
    return text;
  }
}

function readContainer(value: unknown, space: NameSpace): ContainerText {
  const container = isObject(value) ? value : {};
  const own = space.within(container);
  const hashesOf = ({ names }: ListedMember): readonly number[] =>
    names.map((name) => hashOfName(name, own));
  const restOf = (each: JsonObject, isNamed: (hash: number) => boolean): readonly ListedMember[] =>
    membersOf(each)
      .filter((member) => {
        const hashes = hashesOf(member);
        return hashes.length === 0 || !hashes.every((hash) => isNamed(hash));
      })
      .map((member) => {
        if (!isObject(member.value) || !isContainer(member.value)) return member;
        const inside = listingOf(member.value, restOf(member.value, isNamed));
        return {
          key: member.key,
          names: member.names,
          value: { ...headOf(member.value), ...inside },
        };
      });
  const places = placesOf(containersIn(container), hashesOf);
  return {
    head: JSON.stringify(headOf(container)),
    rest(isNamed) {
      const rest = restOf(container, isNamed);
      return rest.length === 0 ? undefined : JSON.stringify(listingOf(container, rest));
    },
    restNames(isNamed) {
      const found = restOf(container, isNamed).map((member) => namesOf(member.value, true, own));
      return {
        names: found.flatMap((each) => each.names),
        isUnsure: found.some((each) => each.isUnsure),
      };
    },
    listings(names) {
      const found = new Map<JsonObject, Set<ListedMember>>();
      for (const { list, member } of names.flatMap((name) => places.get(name) ?? [])) {
        found.set(list, (found.get(list) ?? new Set()).add(member));
      }
      return Array.from(found, ([list, members]) => JSON.stringify(listingOf(list, [...members])));
    },
  };
}

interface Place {
  readonly list: JsonObject;
  readonly member: ListedMember;
}

/** By the hash of each name, where it is listed. */
function placesOf(
  lists: readonly JsonObject[],
  hashesOf: (member: ListedMember) => readonly number[],
): ReadonlyMap<number, readonly Place[]> {
  const places = new Map<number, Place[]>();
  for (const list of lists) {
    for (const member of membersOf(list)) {
      for (const hash of hashesOf(member)) {
        const known = places.get(hash);
        if (known === undefined) places.set(hash, [{ list, member }]);
        else known.push({ list, member });
      }
    }
  }
  return places;
}

import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted } from '../../model/record.ts';
import { decodeJson } from '../character-decoding.ts';
import { complexityOf, excessOf, type JsonComplexity } from '../json-complexity.ts';
import { isObject, parseJson } from '../json-document.ts';
import type { RouteInput } from '../route.ts';
import { envelopeOf, headOf, type Envelope } from './envelope.ts';
import { positionIn } from './file-fault.ts';
import type { HashIndex } from './hash.ts';
import { factsOf, idOf } from './item-facts.ts';
import type { Item, ItemTable } from './item-table.ts';
import type { ListIndex } from './list-index.ts';
import { countNames, split, type SplitList } from './list-pieces.ts';
import type { OpenFile } from './open-file.ts';

/** What a list says of itself. */
interface Head {
  readonly json: string;
  /** The hash of what it is called. */
  readonly name: number;
}

/** Reads the pieces of an indexed file. */
export class PieceReader {
  readonly #file: OpenFile;
  readonly #index: ListIndex;
  readonly #input: Omit<RouteInput, 'text'>;
  readonly #url: string;

  /** @param file the indexed file, open as long as outcomes are asked for */
  constructor(file: OpenFile, index: ListIndex, input: Omit<RouteInput, 'text'>) {
    this.#file = file;
    this.#index = index;
    this.#input = input;
    this.#url = input.response.target.url;
  }

  /** What `readPieces` promises, each piece read when it is asked for. */
  *outcomes(): Iterable<Outcome<Extracted>> {
    const { lists, members, keywordBytes } = this.#index;
    const { pieceBytes } = this.#input.limits;
    if (keywordBytes > pieceBytes) {
      yield this.#failed({ kind: 'body-too-large', url: this.#url, maxBytes: pieceBytes });
      return;
    }
    const splits = lists.map((list) => split(list, (ring) => this.#firstById(list.items, ring)));
    const head = this.#head();
    const names = countNames(splits, typeof head === 'object' ? [head.name] : []);
    for (const list of splits) {
      const envelope = envelopeOf(list.list, members, (member) => this.#textOf(member));
      for (const root of list.roots) yield this.#piece(list, root, { envelope, names });
    }
    if (head === 'too-large') {
      yield this.#failed({ kind: 'body-too-large', url: this.#url, maxBytes: pieceBytes });
    } else if (head !== undefined) {
      yield this.#document(head.json, complexityOf(head.json), names.count(head.name) > 1);
    }
    for (const problem of this.#shortcomings()) yield this.#failed(problem);
  }

  #piece(
    list: SplitList,
    root: number,
    { envelope, names }: { readonly envelope: Envelope; readonly names: HashIndex },
  ): Outcome<Extracted> {
    const maxBytes = this.#input.limits.pieceBytes;
    const table = list.list.items;
    const indices = list.itemsOf(root, maxBytes);
    if (indices === undefined) {
      const item = table.at(root).number;
      return this.#failed({ kind: 'list-item-too-large', url: this.#url, maxBytes, item });
    }
    const items = indices.map((index) => table.at(index));
    const [first = '', ...others] = items.map((item, at) => this.#textOf(item, at === 0));
    // The order in which items are found depends on where they stand.
    const texts = [first, ...others.toSorted()].join(',');
    const sharesName = names.count(list.nameOf(root)) > 1;
    const { before, after } = envelope;
    return this.#document(before + texts + after, complexityOfPiece(envelope, items), sharesName);
  }

  #document(json: string, complexity: JsonComplexity, sharesName: boolean): Outcome<Extracted> {
    const { limits, response } = this.#input;
    const excess = excessOf(complexity, limits);
    if (excess !== undefined) {
      return this.#failed({ kind: 'json-too-complex', url: this.#url, ...excess });
    }
    const document = {
      documentUrl: this.#url,
      route: 'direct',
      json,
      baseIri: response.retrieval.finalUrl,
      piece: { sharesName },
    } as const;
    return { kind: 'produced', value: { kind: 'document', document } };
  }

  /** Undefined where the list says nothing of itself, or may say more than could be read. */
  #head(): Head | 'too-large' | undefined {
    const { members, keywordBytes, otherBytes, fault } = this.#index;
    if (otherBytes === 0 || fault !== undefined) return undefined;
    if (keywordBytes + otherBytes > this.#input.limits.pieceBytes) return 'too-large';
    const json = headOf(members, (member) => this.#textOf(member));
    const isComplex = excessOf(complexityOf(json), this.#input.limits) !== undefined;
    return { json, name: isComplex ? 0 : factsOf(parseJson(json), false).name };
  }

  /** Of a ring of items the one whose `@id` is the smallest, so that it does not depend on where they stand. */
  #firstById(table: ItemTable, ring: readonly number[]): number {
    let first: { readonly item: number; readonly id: string; readonly text: string } | undefined;
    for (const [at, item] of ring.entries()) {
      const text = this.#textOf(table.at(item), at === 0);
      const value = parseJson(text);
      const id = (isObject(value) && idOf(value)) || '';
      const isFirst =
        first === undefined || id < first.id || (id === first.id && text < first.text);
      if (isFirst) first = { item, id, text };
    }
    return first?.item ?? 0;
  }

  *#shortcomings(): Iterable<Problem> {
    const url = this.#url;
    const { idleItems, isCut, fault, itemsRead } = this.#index;
    for (const found of idleItems) yield { kind: 'list-item-invalid', url, found };
    if (isCut) {
      const { jsonValues: max } = this.#input.limits;
      yield { kind: 'json-too-complex', url, limit: 'values', max };
    }
    if (fault !== undefined) {
      const { offset, detail } = fault;
      const position = positionIn(this.#file, offset);
      yield { kind: 'list-malformed', url, ...position, detail, itemsRead };
    }
  }

  /** @param readsOn whether the next text that is wanted is likely to stand behind this one */
  #textOf(place: Pick<Item, 'offset' | 'length'>, readsOn = false): string {
    const { offset, length } = place;
    const bytes = readsOn ? this.#file.readOn(offset, length) : this.#file.pick(offset, length);
    if (bytes.length < length) throw new Error('The file became shorter while it was read');
    return decodeJson(bytes, this.#input.mediaType.charset).text;
  }

  #failed(problem: Problem): Outcome<Extracted> {
    return { kind: 'failed', problem };
  }
}

function complexityOfPiece(envelope: Envelope, items: readonly Item[]): JsonComplexity {
  let { depth, values } = envelope;
  for (const item of items) {
    depth = Math.max(depth, envelope.levels + item.depth);
    values += item.values + 1;
  }
  return { depth, values };
}

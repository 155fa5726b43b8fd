import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted } from '../../model/record.ts';
import { decodeJson } from '../character-decoding.ts';
import { complexityOf, excessOf, type JsonComplexity } from '../json-complexity.ts';
import { isObject, parseJson } from '../json-document.ts';
import type { UnreadInput } from '../route.ts';
import { ContainerTexts } from './container-texts.ts';
import { envelopeOf, headOf, type Envelope } from './envelope.ts';
import { positionIn } from './file-fault.ts';
import { marks } from './item-facts.ts';
import { namesOf } from './item-names.ts';
import type { Item } from './item-table.ts';
import type { IndexedList, ListIndex, RootMember } from './list-index.ts';
import { split } from './list-pieces.ts';
import { createNameSpace } from './name-space.ts';
import type { OpenFile } from './open-file.ts';
import { namesOfPiece, namesOfPieces, type ListParts } from './piece-names.ts';
import { recordTraits } from './record-text.ts';
import { openerOf } from './ring-opener.ts';
import type { NamedPiece, SharedNames } from './shared-names.ts';

/** What a list says of itself. */
interface Head {
  readonly json: string;
  readonly names: NamedPiece;
  /** Whether it is a metadata record, which ends what refers to it. */
  readonly isRecord: boolean;
}

/** Undefined where the list says nothing of itself, or may say more than could be read. */
type MaybeHead = Head | 'too-large' | undefined;

/** What goes into the pieces of one list. */
interface PieceParts extends ListParts {
  readonly envelope: Envelope;
  /** For what refers to the list itself. */
  readonly fullEnvelope: Envelope;
  readonly names: SharedNames;
}

/** More lists than this do not name the same item for its sake. */
const maxListings = 16;

/** Reads the pieces of an indexed file. */
export class PieceReader {
  readonly #file: OpenFile;
  readonly #index: ListIndex;
  readonly #input: UnreadInput;
  readonly #url: string;

  /** @param file the indexed file, open as long as outcomes are asked for */
  constructor(file: OpenFile, index: ListIndex, input: UnreadInput) {
    this.#file = file;
    this.#index = index;
    this.#input = input;
    this.#url = input.response.target.url;
  }

  /** What `readPieces` promises, each piece read when it is asked for. */
  *outcomes(): Iterable<Outcome<Extracted>> {
    const { lists, keywordBytes } = this.#index;
    const { pieceBytes } = this.#input.limits;
    if (keywordBytes > pieceBytes) {
      yield this.#failed({ kind: 'body-too-large', url: this.#url, maxBytes: pieceBytes });
      return;
    }
    const parts = lists.map((list) => this.#partsOf(list));
    const head = this.#head();
    const isTold = isPartOfItems(head) && lists.some(({ items }) => items.has(marks.namesHead));
    const alone = typeof head === 'object' && !isTold ? head : undefined;
    const heads = alone === undefined ? [] : [alone.names];
    const names = namesOfPieces(parts, { heads, textOf: (item) => this.#textOf(item) });
    for (const list of parts) yield* this.#list(list, head, names);
    if (head === 'too-large') {
      yield this.#failed({ kind: 'body-too-large', url: this.#url, maxBytes: pieceBytes });
    } else if (alone !== undefined) {
      yield this.#document(alone.json, complexityOf(alone.json), names.isShared(alone.names));
    }
    for (const problem of this.#shortcomings()) yield this.#failed(problem);
  }

  #partsOf(list: IndexedList): ListParts {
    const textOf = (item: number): string => this.#textOf(list.items.at(item));
    const containers = new ContainerTexts(list.space, textOf);
    return { split: split(list, (ring) => openerOf(ring, list, textOf)), containers };
  }

  *#list(parts: ListParts, head: MaybeHead, names: SharedNames): Iterable<Outcome<Extracted>> {
    const { list, roots, furniture } = parts.split;
    const envelopeWith = (keeps: 'keywords' | 'all'): Envelope =>
      envelopeOf(list, this.#index.members, (member: RootMember) => this.#textOf(member), keeps);
    const envelope = envelopeWith('keywords');
    const fullEnvelope = isPartOfItems(head) ? envelopeWith('all') : envelope;
    for (const root of roots) {
      yield* this.#piece(root, { ...parts, envelope, fullEnvelope, names });
    }
    for (let count = 0; count < furniture; count += 1) {
      yield { kind: 'skipped', url: this.#url, reason: 'page-furniture' };
    }
  }

  *#piece(root: number, parts: PieceParts): Iterable<Outcome<Extracted>> {
    const { split: list, names } = parts;
    const maxBytes = this.#input.limits.pieceBytes;
    const table = list.list.items;
    const envelope = table.is(root, marks.namesHead) ? parts.fullEnvelope : parts.envelope;
    const indices = list.itemsOf(root, maxBytes);
    const rendered = indices && this.#textsOf(root, indices, parts);
    if (rendered === 'nothing') return;
    if (indices === undefined || rendered === undefined) {
      const item = table.at(root).number;
      yield this.#failed({ kind: 'list-item-too-large', url: this.#url, maxBytes, item });
      return;
    }
    const json = envelope.before + rendered.text + envelope.after;
    const complexity = rendered.isAsWritten
      ? complexityOfPiece(
          envelope,
          indices.map((index) => table.at(index)),
        )
      : complexityOf(json);
    yield this.#document(json, complexity, names.isShared(namesOfPiece(parts, root)));
  }

  /** The texts of the items of a piece; undefined where they are too large, `nothing` where a list has no items of its own. */
  #textsOf(
    root: number,
    indices: readonly number[],
    { split: list, containers }: PieceParts,
  ): { readonly text: string; readonly isAsWritten: boolean } | 'nothing' | undefined {
    const table = list.list.items;
    const partOf = (index: number): string | undefined => {
      if (!table.is(index, marks.container | marks.listing)) {
        return this.#textOf(table.at(index), index === root);
      }
      const container = containers.of(index, table.at(index).offset);
      return table.is(index, marks.listing) ? container.rest(list.isNamed) : container.head;
    };
    const [first, ...others] = indices.map(partOf);
    if (first === undefined) return 'nothing';
    const record = table.is(root, marks.listing) ? [] : list.recordOf(root);
    const names = record.map((index) => table.ids.at(index));
    const lists = list
      .listingsOf(record)
      .slice(0, maxListings)
      .flatMap((index) => containers.of(index, table.at(index).offset).listings(names));
    // The order in which items are found depends on where they stand.
    const around = [...others, ...lists].filter((text) => text !== undefined).toSorted();
    const text = [first, ...around].join(',');
    const isAsWritten =
      lists.length === 0 &&
      !indices.some((index) => table.is(index, marks.container | marks.listing));
    const isTooLarge = !isAsWritten && Buffer.byteLength(text) > this.#input.limits.pieceBytes;
    return isTooLarge ? undefined : { text, isAsWritten };
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

  #head(): MaybeHead {
    const { members, keywordBytes, otherBytes, fault } = this.#index;
    if (otherBytes === 0 || fault !== undefined) return undefined;
    if (keywordBytes + otherBytes > this.#input.limits.pieceBytes) return 'too-large';
    const json = headOf(members, (member) => this.#textOf(member));
    const isComplex = excessOf(complexityOf(json), this.#input.limits) !== undefined;
    const base = this.#input.response.retrieval.finalUrl;
    const value = isComplex ? undefined : parseJson(json);
    const space = createNameSpace(isObject(value) ? value['@context'] : undefined, base);
    const isRecord = isObject(value) && recordTraits(value, space).isRecordLike;
    return { json, names: namesOf(value, false, space), isRecord };
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
    return decodeJson(bytes, this.#input.mediaType.charset).text;
  }

  #failed(problem: Problem): Outcome<Extracted> {
    return { kind: 'failed', problem };
  }
}

/** Whether what a list says of itself goes with the items that refer to it, instead of being a record. */
function isPartOfItems(head: MaybeHead): head is Head {
  return typeof head === 'object' && !head.isRecord;
}

function complexityOfPiece(envelope: Envelope, items: readonly Item[]): JsonComplexity {
  let { depth, values } = envelope;
  for (const item of items) {
    depth = Math.max(depth, envelope.levels + item.depth);
    values += item.values + 1;
  }
  return { depth, values };
}

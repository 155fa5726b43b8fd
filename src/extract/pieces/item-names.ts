import { isObject, type JsonObject } from '../json-document.ts';
import { itemsOf, propertyOf } from '../top-level-nodes.ts';
import { hashOf } from './hash.ts';
import type { NameSpace } from './name-space.ts';
import { aboutOf, idOf, isReference, recordTraits } from './record-text.ts';
import { usableText } from './usable-text.ts';

/** What an item may be called. */
export interface ItemNames {
  /** The hashes of all names of which one is the true one: mostly it is the only one. None where it has no name. */
  readonly names: readonly number[];
  /** Whether its name may be another than these. */
  readonly isUnsure: boolean;
  /** Whether the names are those of a metadata record, before which those of a resource do not count. */
  readonly areOfRecord: boolean;
}

/** Names that are not known where one of them is undefined. */
type Names = readonly (string | undefined)[];

/**
 * Says what an item is called: the rules are those of the expand stage (the IRI of the metadata record, else that of the
 * resource, else its least identifier, else its URL), applied to the text. Where the text leaves open which it is, all are
 * given, so that none that is shared is missed.
 * @param isListed whether a ListItem or DataFeedItem stands for what it holds
 */
export function namesOf(item: unknown, isListed: boolean, space: NameSpace): ItemNames {
  if (!isObject(item)) return { names: [], isUnsure: false, areOfRecord: false };
  const own = space.within(item);
  const held = isListed ? itemsOf(propertyOf(item, 'item')) : [];
  const nodes = (held.length > 0 ? held : [item]).filter((node) => !isReference(node));
  const found = nodes.map((node) => namesOfNode(node, node === item ? own : own.within(node)));
  const names = found.flatMap((each) => each.names);
  return {
    names: [...new Set(names.filter((name) => name !== undefined).map(hashOf))],
    isUnsure: names.includes(undefined) || found.some((each) => each.isUnsure),
    areOfRecord: found.some((each) => each.areOfRecord),
  };
}

interface NodeNames {
  readonly names: Names;
  readonly isUnsure: boolean;
  readonly areOfRecord: boolean;
}

function namesOfNode(node: JsonObject, space: NameSpace): NodeNames {
  const isUnsure = !space.isPlain;
  const traits = recordTraits(node, space);
  const own = idIn(node, space);
  const about = itemsOf(aboutOf(node));
  if (traits.isRecordLike && own.length > 0) return { names: own, isUnsure, areOfRecord: true };
  const under = itemsOf(propertyOf(node, 'subjectOf')).filter((one) => !isReference(one));
  const records = under.filter((one) => recordTraits(one, space.within(one)).isRecordLike);
  const recordIds = records.flatMap((one) => idIn(one, space.within(one)));
  // Of several records one without a usable name may come first.
  const isNamed = records.length > 0 && recordIds.length === records.length;
  if (isNamed && !traits.isRecordLike) {
    const isOneOfMany = !traits.isDataset && under.length > 1;
    const more = isOneOfMany ? namesOfResource(node, space) : [];
    return { names: [...recordIds, ...more], isUnsure, areOfRecord: !isOneOfMany };
  }
  const subjects = traits.isRecordLike && about.length > 0 ? about : [node];
  const others = traits.isDataset ? [] : under;
  const names = [...subjects, ...others].flatMap((one) =>
    namesOfResource(one, one === node ? space : space.within(one)),
  );
  return { names: [...recordIds, ...names], isUnsure, areOfRecord: false };
}

function namesOfResource(node: JsonObject, space: NameSpace): Names {
  const ids = idIn(node, space);
  if (ids.length > 0) return ids;
  const identifiers = leastOf(node, 'identifier', space);
  return identifiers.length > 0 ? identifiers : leastOf(node, 'url', space);
}

/** The usable `@id` of a node as an IRI. */
function idIn(node: JsonObject, space: NameSpace): Names {
  const id = usableText(idOf(node));
  return id === undefined ? [] : [space.expand(id)];
}

/** The first of the values of a property in the order of code units; all where a context may change some of them. */
function leastOf(node: JsonObject, property: string, space: NameSpace): Names {
  const spellings = Object.keys(node).filter((key) => isSpelling(key, property));
  const texts = spellings.flatMap((key) =>
    propertyOf(node, key).flatMap((value) => textsOf(value, space.isName(key), space)),
  );
  const all = [...new Set(texts.flat())];
  // Which of two spellings is the property that counts only the contexts tell.
  if (spellings.length > 1 || all.includes(undefined) || texts.some((text) => text.length > 1)) {
    return all;
  }
  return all.toSorted((one = '', other = '') => (one < other ? -1 : 1)).slice(0, 1);
}

function isSpelling(key: string, property: string): boolean {
  return (
    key === property || (key.endsWith(property) && /[:/#]$/u.test(key.slice(0, -property.length)))
  );
}

/** The texts of a value, each with all that it may become. */
function textsOf(value: unknown, isName: boolean | undefined, space: NameSpace): readonly Names[] {
  if (!isObject(value)) {
    const text = usableText(value);
    if (text === undefined) return [];
    const iri = space.expand(text);
    if (isName === undefined) return [iri === text ? [text] : [text, iri]];
    return [[isName ? iri : text]];
  }
  const listed = value['@list'] ?? value['@set'];
  if (listed !== undefined) {
    return (Array.isArray(listed) ? listed : [listed]).flatMap((one) =>
      textsOf(one, isName, space),
    );
  }
  const id = usableText(idOf(value));
  const inside = ['value', 'url'].flatMap((name) =>
    propertyOf(value, name).flatMap((one) => insideTextsOf(one, name, space)),
  );
  const literal = usableText(value['@value']);
  const own = literal === undefined ? (id === undefined ? [] : [[space.expand(id)]]) : [[literal]];
  return [...inside, ...own];
}

function insideTextsOf(value: unknown, name: string, space: NameSpace): readonly Names[] {
  if (!isObject(value)) return textsOf(value, space.isName(name), space);
  const literal = usableText(value['@value']);
  if (literal !== undefined) return [[literal]];
  const id = usableText(idOf(value));
  return id === undefined ? [] : [[space.expand(id)]];
}

import {
  placeTerms,
  propertiesOfCoordinates,
  textTerms,
  timeTerms,
} from '../facts/record/properties.ts';
import { readWrittenList } from '../facts/text/written-list.ts';
import {
  describeProblem,
  problemCatalogue,
  remedyOf,
  severityOf,
} from '../model/problem-catalogue.ts';
import type { Finding, JsonPlace, Remedy } from '../model/finding.ts';
import type { Problem, ProblemKind, ProblemOf } from '../model/problem.ts';
import { type PlacedValue, type RecordPlaces, valuesBelow } from '../model/record-places.ts';
import { mendAddress } from '../rdf/iri.ts';
import { asArray, isContainer, isObject, type JsonObject, type JsonValue } from '../text/json.ts';
import type { PatchOperation } from '../text/json-patch.ts';
import {
  appendToPointer,
  type JsonPositions,
  parentPointer,
  valueAt,
} from '../text/json-positions.ts';
import { jsonPlaces } from './findings.ts';
import type { LocatedJson } from './patches.ts';

/** The name under which findings of reading a document stand beside those of profiles. */
export const readingProfile = 'json-ld';

/** Problems of values that rules look at, too, and that a finding of a rule explains better. */
const ruledProblems: ReadonlySet<string> = new Set<ProblemKind>([
  'geometry-repaired',
  'geometry-unusable',
  'schema-org-term-misspelt',
  'text-as-iri',
  'time-as-text',
  'time-repaired',
  'time-unusable',
]);

/** The findings of reading without those that findings of rules tell at the same places. */
export function withoutRepetitions(
  reading: readonly Finding[],
  ruled: readonly Finding[],
): readonly Finding[] {
  const told = new Set(ruled.flatMap(({ places }) => places.map(({ pointer }) => pointer)));
  return reading.filter(
    ({ rule, places }) =>
      !ruledProblems.has(rule) ||
      places.length === 0 ||
      places.some(({ pointer }) => !told.has(pointer)),
  );
}

/** What a problem of reading says of the document: where, and what to write. */
interface Trace {
  readonly pointers: readonly string[];
  /** Whether the pointers mean the names of members. */
  readonly isKey?: boolean;
  readonly patch?: readonly PatchOperation[];
}

/** Makes findings from the problems of reading one document. */
export class ReadingFindings {
  readonly #positions: JsonPositions;
  readonly #json: JsonValue;
  #members: DocumentMembers | undefined;

  constructor(json: JsonValue, positions: JsonPositions) {
    this.#json = json;
    this.#positions = positions;
  }

  /**
   * The finding that tells a problem to the publisher, with its place where that is known.
   * @param places of its record
   */
  finding(problem: Problem, places: RecordPlaces): Finding {
    const { pointers, isKey, patch } = this.#trace(problem, places);
    const remedy: Remedy | undefined =
      patch === undefined || patch.length === 0 ? undefined : { kind: 'mechanical', patch };
    return {
      profile: readingProfile,
      rule: problem.kind,
      severity: severityOf(problem),
      title: problemCatalogue[problem.kind].title,
      places: [...statedPlaces(problem), ...this.#placesAt(pointers, isKey === true)],
      found: factsInText(problem),
      asked: remedyOf(problem),
      why: { section: `Problem ${problem.kind}`, url: `docs/problems/${problem.kind}.md` },
      remedy,
    };
  }

  /** Traces a problem in its record; in the whole document only where the record has no trace. */
  #trace(problem: Problem, places: RecordPlaces): Trace {
    // The register holds a tracer for the kind of the problem that it is asked for.
    const tracer = traces[problem.kind] as Tracer<ProblemKind> | undefined;
    if (tracer === undefined) return { pointers: [] };
    // Most documents have no problems.
    this.#members ??= new DocumentMembers(this.#json);
    const document = { json: this.#json, places };
    const own = tracer(problem, this.#members.ofRecord(places), document);
    return own.pointers.length > 0 ? own : tracer(problem, this.#members.all, document);
  }

  #placesAt(pointers: readonly string[], isKey: boolean): readonly JsonPlace[] {
    if (!isKey) return jsonPlaces(pointers, this.#positions);
    const { ofKey, ofValue } = this.#positions;
    return jsonPlaces(pointers, {
      ofKey,
      ofValue: (pointer) => ofKey(pointer) ?? ofValue(pointer),
    });
  }
}

/** The place that a problem states itself. */
function statedPlaces(problem: Problem): readonly JsonPlace[] {
  const { line, column } = problem as Partial<Record<'line' | 'column', unknown>>; // of some kinds
  return typeof line === 'number' && typeof column === 'number'
    ? [{ pointer: '', line, column }]
    : [];
}

/** The facts of a problem, without the title before and the place behind them. */
function factsInText(problem: Problem): string | undefined {
  const { title } = problemCatalogue[problem.kind];
  const place = `: ${problem.record ?? problem.url}`;
  const text = describeProblem(problem);
  const facts = text.slice(title.length, text.endsWith(place) ? -place.length : undefined).trim();
  return facts === '' ? undefined : facts.replace(/^\((.*)\)$/su, '$1');
}

/** A member of an object or an item of an array, at any depth. */
interface Member {
  readonly pointer: string;
  readonly value: JsonValue;
  /** The name of the member; of an item that of its array. */
  readonly name: string;
  /** Whether it is within a context. */
  readonly isInContext: boolean;
  /** Whether it is an item of an array. */
  readonly isItem: boolean;
}

/** All members, in document order; without recursion, whatever the depth. */
function* membersOf(json: JsonValue): Generator<Member> {
  const waiting: Member[] = [
    { pointer: '', value: json, name: '', isInContext: false, isItem: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { value, pointer, isInContext } = next;
    if (typeof value !== 'object' || value === null) continue;
    const isItem = Array.isArray(value);
    const inside = Object.entries<JsonValue>(value).map(([key, member]): Member => {
      const name = isItem ? next.name : key;
      return {
        pointer: appendToPointer(pointer, key),
        value: member,
        name,
        isInContext: isInContext || name === '@context',
        isItem,
      };
    });
    for (const member of inside.toReversed()) waiting.push(member);
  }
}

/** The members of a document, and which of them are those of a record. */
class DocumentMembers {
  readonly all: readonly Member[];
  readonly #inContexts: readonly number[];
  readonly #indices: ReadonlyMap<string, number>;
  /** The record that was asked for last. */
  #record: { readonly places: RecordPlaces; readonly members: readonly Member[] } | undefined;

  constructor(json: JsonValue) {
    this.all = [...membersOf(json)];
    this.#inContexts = this.all.flatMap(({ isInContext }, index) => (isInContext ? [index] : []));
    this.#indices = new Map(this.all.map(({ pointer }, index) => [pointer, index]));
  }

  /** The members of the objects and texts of a record, and all contexts, in document order. */
  ofRecord(places: RecordPlaces): readonly Member[] {
    if (this.#record?.places === places) return this.#record.members;
    const own = new Set(this.#inContexts);
    for (const pointer of Array.from(places.nodes.values()).flat()) this.#addWithin(pointer, own);
    const members = [...own]
      .toSorted((one, other) => one - other)
      .flatMap((at) => this.all[at] ?? []);
    this.#record = { places, members };
    return members;
  }

  /** Adds a member and those within it, which follow it, unless they are there. */
  #addWithin(pointer: string, own: Set<number>): void {
    let index = this.#indices.get(pointer);
    if (index === undefined || own.has(index)) return;
    const inside = `${pointer}/`;
    do {
      own.add(index);
      index += 1;
    } while (this.all[index]?.pointer.startsWith(inside) === true);
  }
}

type Tracer<Kind extends ProblemKind> = (
  problem: ProblemOf<Kind>,
  members: readonly Member[],
  document: LocatedJson,
) => Trace;

/** Where the document has what a problem is about, and how to mend it, by kind. */
const traces: { readonly [Kind in ProblemKind]?: Tracer<Kind> } = {
  'array-kept-as-json': ({ value }, _members, { places }) =>
    textTrace(value, valuesBelow(places, [...propertiesOfCoordinates])),
  'context-assumed': (_problem, _members, { json }) => ({
    pointers: [''],
    patch: isObject(json) ? [{ op: 'add', path: '/@context', value: 'https://schema.org/' }] : [],
  }),
  'context-missing': () => ({ pointers: [''] }),
  'context-url-wrong': ({ context, readAs }, members) => {
    const references = members.filter(({ value, isInContext }) => {
      return isInContext && value === context;
    });
    if (readAs === 'schema.org') return replacements(references, 'https://schema.org/');
    return { pointers: references.map(({ pointer }) => pointer) };
  },
  'geometry-doubtful': geometryTrace,
  'geometry-repaired': geometryTrace,
  'geometry-unusable': geometryTrace,
  'identifier-unusable': ({ value }, members, { places }) => {
    const placed = textTrace(value, valuesBelow(places, textTerms.identifiers));
    return placed.pointers.length > 0 ? placed : textTrace(value, members);
  },
  'iri-dropped': ({ value }, members) => {
    const trace = textTrace(value, members);
    if (trace.pointers.length > 0) return trace;
    const named = members.filter(({ name, isItem }) => !isItem && isEndOf(name, value));
    return { pointers: named.slice(0, maxPlaces).map(({ pointer }) => pointer), isKey: true };
  },
  'iri-repaired': ({ value, repaired }, members, { places }) => {
    // An equal text elsewhere may be no IRI, but a mended address is one everywhere.
    const iris =
      mendAddress(value) === repaired
        ? members.filter((member) => member.value === value && !member.isInContext)
        : namesOfNode(repaired, value, members, places);
    if (iris.length > 0) return replacements(iris, repaired);
    const relative = members.filter((member) => isEndOf(member.value, value));
    return { pointers: relative.slice(0, maxPlaces).map(({ pointer }) => pointer) };
  },
  'json-ld-invalid': ({ pointer }) => ({ pointers: pointer === undefined ? [] : [pointer] }),
  'language-tag-repaired': ({ value, repaired }, members) => {
    const tags = members.filter((member) => member.name === '@language' && member.value === value);
    return replacements(tags, repaired);
  },
  'language-map-undeclared': ({ property }, members) => {
    const maps = members.filter(({ name, value, isItem }) => {
      return name === property && !isItem && isContainer(value);
    });
    return { pointers: maps.slice(0, maxPlaces).map(({ pointer }) => pointer) };
  },
  'list-as-text': ({ value }, members) => {
    const texts = members.filter((member) => member.value === value && !member.isInContext);
    const patch = texts.flatMap(({ pointer, name, isItem }): readonly PatchOperation[] => {
      // A value object has one value, and an array in an array may be a list in a list.
      const isReplaceable = !isItem && !name.startsWith('@');
      const items = isReplaceable ? readWrittenList(value) : undefined;
      return items === undefined ? [] : [{ op: 'replace', path: pointer, value: [...items] }];
    });
    return { pointers: texts.map(({ pointer }) => pointer), patch };
  },
  'prefix-undeclared': ({ prefix, namespace }, members, { json }) => {
    const patch =
      namespace === undefined || !isObject(json) ? [] : declaration(json, prefix, namespace);
    return { pointers: usersOf(prefix, members), isKey: true, patch };
  },
  'prefix-unusable': ({ prefix }, members) => {
    const declared = members.filter(({ name, isInContext }) => isInContext && name === prefix);
    if (declared.length === 0) return { pointers: usersOf(prefix, members), isKey: true };
    return { pointers: declared.map(({ pointer }) => pointer) };
  },
  'schema-org-slash-missing': (_problem, members) => {
    const slashless = members.filter(({ value, isInContext, name }) => {
      const isNamespace =
        typeof value === 'string' && /^https?:\/\/(?:www\.)?schema\.org$/u.test(value);
      return isInContext && isNamespace && name !== '@context';
    });
    return replacements(slashless, (value) => `${value}/`);
  },
  'schema-org-term-misspelt': ({ name, meant, role }, members, { json }) => {
    if (role === 'type') {
      const types = members.filter(
        (member) => isTypeName(member.name) && localName(member.value) === name,
      );
      return replacements(types, (value) => value.slice(0, -name.length) + meant);
    }
    const named = members.filter((member) => {
      return !member.isInContext && !member.isItem && localName(member.name) === name;
    });
    const patch = named.flatMap(({ pointer, name: key }): readonly PatchOperation[] => {
      const path = pointer.slice(0, -name.length) + meant;
      // The name may be one of another vocabulary, and the right name may be there, too.
      const isCertain = schemaOrgKey.test(key) && valueAt(json, path) === undefined;
      return isCertain ? [{ op: 'move', from: pointer, path }] : [];
    });
    return { pointers: named.map(({ pointer }) => pointer), isKey: true, patch };
  },
  'term-undefined': ({ term }, members) => {
    const named = members.filter(({ name, isItem, isInContext }) => {
      return name === term && !isItem && !isInContext;
    });
    return { pointers: named.slice(0, maxPlaces).map(({ pointer }) => pointer), isKey: true };
  },
  'text-as-iri': ({ value, iri }, members, { places }) => {
    const names = namesOfNode(iri, value, members, places);
    return names.length > 0 ? textTrace(value, names) : textTrace(value, members);
  },
  'time-as-text': timeTrace,
  'time-repaired': timeTrace,
  'time-unusable': timeTrace,
  'value-dropped': ({ value }, members) => {
    const named = members.filter(({ name, isItem }) => !isItem && name === value);
    return named.length === 0
      ? textTrace(value, members)
      : { pointers: named.slice(0, maxPlaces).map(({ pointer }) => pointer), isKey: true };
  },
};

/** The names of members that are usually those of schema.org: `name`, `schema:name`. */
const schemaOrgKey = /^(?:schema:|sdo:|so:|https?:\/\/(?:www\.)?schema\.org\/)?[A-Za-z]+$/u;

/** The most places of one finding. */
const maxPlaces = 100;

/** The members that name a node by a text: an equal text elsewhere may be no IRI. */
function namesOfNode(
  iri: string,
  text: string,
  members: readonly Member[],
  { nodes }: RecordPlaces,
): readonly Member[] {
  const standing = new Set(nodes.get(iri));
  return members.filter(({ value, pointer }) => {
    return value === text && (standing.has(pointer) || standing.has(parentPointer(pointer)));
  });
}

/** Where a text stands, also with other blanks or as another spelling of a number. */
function textTrace(
  text: string,
  values: readonly { readonly value: JsonValue; readonly pointer: string }[],
): Trace {
  const exact = values.filter(({ value }) => value === text);
  const found = exact.length > 0 ? exact : values.filter(({ value }) => hasText(value, text));
  const pointers = new Set(found.map(({ pointer }) => pointer));
  return { pointers: [...pointers].slice(0, maxPlaces) };
}

function hasText(value: JsonValue, text: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const [one, other] = [withoutBlanks(String(value)), withoutBlanks(text)];
  return other !== '' && (one === other || Number(one) === Number(other));
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

/** Whether a relative reference or name is the end of an IRI. */
function isEndOf(text: JsonValue, iri: string): boolean {
  if (typeof text !== 'string' || text === '' || !iri.endsWith(text)) return false;
  return '/#'.includes(iri.charAt(iri.length - text.length - 1));
}

/** The places of names and texts with a prefix. */
function usersOf(prefix: string, members: readonly Member[]): readonly string[] {
  const users = members.filter(({ name, value, isInContext, isItem }) => {
    const texts = [isItem ? '' : name, typeof value === 'string' ? value : ''];
    return !isInContext && texts.some((text) => text.startsWith(`${prefix}:`));
  });
  return users.slice(0, maxPlaces).map(({ pointer }) => pointer);
}

function timeTrace(
  { value }: ProblemOf<'time-as-text' | 'time-repaired' | 'time-unusable'>,
  members: readonly Member[],
  { places }: LocatedJson,
): Trace {
  const placed = textTrace(value, valuesBelow(places, timeTerms.coverage));
  return placed.pointers.length > 0 ? placed : looseTrace(value, members, 'temporalCoverage');
}

const geometryProperties = [
  ...placeTerms.coverage,
  ...placeTerms.location,
  ...placeTerms.geometryNodes,
  ...placeTerms.geometryTexts,
  ...placeTerms.extents,
  ...placeTerms.geoJson.coordinates,
  ...Object.keys(placeTerms.forms),
];

function geometryTrace(
  { value }: ProblemOf<'geometry-doubtful' | 'geometry-repaired' | 'geometry-unusable'>,
  members: readonly Member[],
  { places }: LocatedJson,
): Trace {
  const point = pointTrace(value, places);
  if (point.pointers.length > 0) return point;
  const placed = textTrace(value, valuesBelow(places, geometryProperties));
  return placed.pointers.length > 0 ? placed : looseTrace(value, members, 'spatialCoverage');
}

/** A text that is made of several values stands under a property. */
function looseTrace(text: string, members: readonly Member[], property: string): Trace {
  const found = textTrace(text, members);
  if (found.pointers.length > 0) return found;
  const named = members.filter(
    ({ name, isItem, isInContext }) => !isItem && !isInContext && localName(name) === property,
  );
  return { pointers: named.slice(0, maxPlaces).map(({ pointer }) => pointer) };
}

/** The latitudes of a point, which is told by its coordinates. */
function pointTrace(point: string, { values }: RecordPlaces): Trace {
  const told = /^latitude (.*?), longitude (.*?)(?:, radius .*)?$/su.exec(point);
  if (told === null) return { pointers: [] };
  const [, latitude = '', longitude = ''] = told;
  const found = Array.from(values.values()).flatMap((ofNode) => {
    const placed = (properties: readonly string[], text: string): readonly PlacedValue[] =>
      properties
        .flatMap((property) => ofNode.get(property) ?? [])
        .filter(({ value }) => hasText(value, text));
    const isThere = placed(placeTerms.longitude, longitude).length > 0;
    return isThere ? placed(placeTerms.latitude, latitude) : [];
  });
  return { pointers: found.slice(0, maxPlaces).map(({ pointer }) => pointer) };
}

/** Replaces texts; without a replacement it only tells where they are. */
function replacements(
  found: readonly Member[],
  by: string | ((value: string) => string) | undefined,
): Trace {
  const pointers = found.map(({ pointer }) => pointer);
  if (by === undefined) return { pointers };
  const patch = found.flatMap(({ pointer, value }): readonly PatchOperation[] => {
    if (typeof value !== 'string') return [];
    return [{ op: 'replace', path: pointer, value: typeof by === 'string' ? by : by(value) }];
  });
  return { pointers, patch };
}

function isTypeName(name: string): boolean {
  return name === '@type' || name === 'type';
}

/** A name without the prefix or namespace before it. */
function localName(value: JsonValue): string {
  return typeof value === 'string' ? value.replace(/^.*[:/#]/su, '') : '';
}

/** Declares a prefix in the context of the document. */
function declaration(
  { '@context': context }: JsonObject,
  prefix: string,
  namespace: string,
): readonly PatchOperation[] {
  const path = '/@context';
  if (context === undefined) return [];
  if (isObject(context)) {
    return [{ op: 'add', path: appendToPointer(path, prefix), value: namespace }];
  }
  const contexts = [...asArray(context), { [prefix]: namespace }];
  return [{ op: 'replace', path, value: contexts }];
}

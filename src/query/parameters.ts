/** What a value can be, as a header names it. */
export const parameterTypes = [
  'west edge',
  'south edge',
  'east edge',
  'north edge',
  'first moment',
  'last moment',
  'age',
  'words',
  'name',
  'text',
  'IRI',
  'identifier',
  'licence',
  'agent',
  'format',
  'moment',
  'geometry',
  'access',
  'term',
  'type',
  'unit',
  'yes or no',
] as const;

export type ParameterType = (typeof parameterTypes)[number];

/** What we make of other parameters, as a header names it. */
export const derivedTypes = [
  'identifier as IRI',
  'IRI of agent',
  'words of agent',
  'spellings of format',
] as const;

export type DerivedType = (typeof derivedTypes)[number];

/** Something to be said by who asks. Its name is that of its variable in the query. */
export interface GivenParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  /** With which the query stands in its file; absent where that is without a value. */
  readonly example?: string;
  readonly meaning: string;
}

/** Something that follows from others: the spellings in which the index has what they say. */
export interface DerivedParameter {
  readonly name: string;
  readonly type: DerivedType;
  readonly from: readonly string[];
  readonly meaning: string;
}

export interface QueryParameters {
  readonly given: readonly GivenParameter[];
  readonly derived: readonly DerivedParameter[];
}

// The example ends at the first `):`; none has that in it.
const line =
  /^# - (\w+) \(([\w ]+); (?:(required|optional)|from ([\w ]+))(?:; for example (.+?))?\): (.+)$/u;

/**
 * Reads the lines of a header that begin with `# - `, each of which is a parameter:
 *
 *     # - west (west edge; required; for example 8.5): the western edge, in degrees
 *     # - iri (IRI of agent; from person): the IRI of the person, where it is said
 *
 * @param header lines that go on are joined already
 * @throws {TypeError} for a line that is written in another way
 */
export function parseParameters(query: string, header: string): QueryParameters {
  const given: GivenParameter[] = [];
  const derived: DerivedParameter[] = [];
  for (const text of header.split('\n').filter((each) => each.startsWith('# - '))) {
    const [, name = '', type, necessity, from, example, meaning = ''] = line.exec(text) ?? [];
    const givenType = parameterTypes.find((each) => each === type);
    const derivedType = derivedTypes.find((each) => each === type);
    if (givenType !== undefined && necessity !== undefined) {
      const required = necessity === 'required';
      const shown = example === undefined ? {} : { example };
      given.push({ name, type: givenType, required, ...shown, meaning });
    } else if (derivedType !== undefined && from !== undefined) {
      derived.push({ name, type: derivedType, from: from.split(' '), meaning });
    } else {
      throw new TypeError(`${query}.rq has a parameter that cannot be read: ${text}`);
    }
  }
  return { given, derived };
}

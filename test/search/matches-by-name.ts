import {
  type Agent,
  type Entry,
  type Judge,
  type Term,
  type Variable,
  verdictOf,
} from './entry.ts';
import type { AgentKind, NamedQuestion, NameKind } from './question.ts';
import { formatKey, licenceKey } from './scan/administration.ts';
import { agentKey } from './scan/agents.ts';
import { identifierKey } from './scan/identifiers.ts';
import { readTime } from './scan/times.ts';
import { folded, unitCode, unitKey, wordsOf } from './words.ts';

type Kind = NamedQuestion['kind'];
type Of<K extends Kind> = Extract<NamedQuestion, { kind: K }>;
type IsFound = (entry: Entry) => boolean;

const finders: { readonly [K in Kind]: (question: Of<K>) => IsFound } = {
  person: byAgent,
  organization: byAgent,
  funder: byAgent,
  licence: byName,
  format: byName,
  identifier: byName,
  place: byName,
  'variable-called': byName,
  'term-said': byTerm,
  'variable-said': byVariable,
  access:
    ({ access }) =>
    (entry) =>
      (entry.access ?? 'unknown') === access,
  'modified-since': bySince,
  source:
    ({ source }) =>
    ({ document }) =>
      sourceOf(document) === source,
};

/** Asks for what has a name or an identifier, in whatever spelling. */
export function judgeByName(question: NamedQuestion): Judge {
  // The compiler does not see that the kind of the finder is that of the question.
  const isFound = (finders[question.kind] as (asked: NamedQuestion) => IsFound)(question);
  return (entry) => verdictOf(isFound(entry), false);
}

/** Which of three sources lists a document. */
export const sourceOf = (url: string): string => `source-${url.length % 3}`;

/** By an IRI, or by words that all stand in one name. */
function byAgent({ kind, who, role }: Of<AgentKind>): IsFound {
  const as = kind === 'funder' ? 'funder' : role;
  const key = agentKey(who);
  const isIri = /^(?:orcid:|ror:|\/\/)/u.test(key);
  // Those to whom others belong are organisations.
  const isKind = ({ roles }: Agent): boolean => kind !== 'person' || !isOthers(roles);
  const isThis = ({ ids, names }: Agent): boolean =>
    isIri ? ids.includes(key) : names.some((name) => hasWords(who, [name]));
  return ({ agents }) =>
    agents.some(
      (agent) =>
        isKind(agent) && (as === undefined || agent.roles.includes(folded(as))) && isThis(agent),
    );
}

/** The organisation of somebody who had a part. */
export const isOthers = (roles: readonly string[]): boolean => roles.includes('affiliation');

function hasWords(asked: string, texts: readonly string[]): boolean {
  const words = new Set(texts.flatMap(wordsOf));
  const wanted = wordsOf(asked);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

function byName({ kind, text }: Of<NameKind>): IsFound {
  const asked: Record<NameKind, (entry: Entry) => boolean> = {
    licence: ({ licences }) => licences.some((each) => sameIri(each, licenceKey(text))),
    format: ({ formats }) => formats.includes(formatKey(text)),
    identifier: ({ identifiers }) => identifiers.includes(identifierKey(text)),
    place: ({ placeNames, placeIds }) =>
      placeIds.includes(identifierKey(text)) ||
      hasWords(text, [...placeNames, ...placeIds.filter(isCode)]),
    'variable-called': ({ variables }) =>
      variables.some(({ names, codes }) => hasWords(text, [...names, ...codes])),
  };
  return asked[kind];
}

/** What is not known to be an IRI is a code. */
const isCode = (key: string): boolean => !/^(?:\/\/|[a-z]+:)/u.test(key);

/** IRIs in http and https are one. */
const sameIri = (a: string, b: string): boolean => schemeless(a) === schemeless(b);
const schemeless = (iri: string): string => iri.replace(/^https?:/u, '');

function byTerm({ text, scheme }: Of<'term-said'>): IsFound {
  const isThis = ({ iris, codes, labels }: Term): boolean =>
    iris.some((iri) => sameIri(iri, text)) ||
    codes.includes(text) ||
    labels.some((label) => folded(label) === folded(text));
  return ({ controlled, keywords }) =>
    controlled.some(
      (term) =>
        (scheme === undefined || term.schemes.some((each) => sameIri(each, scheme))) &&
        isThis(term),
    ) ||
    // A keyword as a whole, too, which is of no vocabulary.
    (scheme === undefined && keywords.some((keyword) => folded(keyword) === folded(text)));
}

/** What is not asked for does not count. */
const says = (asked: string | undefined, said: readonly string[]): boolean =>
  asked === undefined ||
  said.some((each) => sameIri(each, asked) || folded(each) === folded(asked));

const saysUnit = (asked: string | undefined, said: readonly string[]): boolean =>
  asked === undefined ||
  said.some(
    (each) => sameIri(each, asked) || unitCode(each) === asked || unitKey(each) === unitKey(asked),
  );

/** The IRI of a concept, or words; unit and technique are those of the same variable. */
function byVariable({ text, unit, technique }: Of<'variable-said'>): IsFound {
  const isIri = /^(?:https?|urn):/u.test(text);
  const isThis = ({ names, descriptions, codes, concepts }: Variable): boolean =>
    isIri
      ? concepts.some((each) => sameIri(each, text))
      : hasWords(text, [...names, ...descriptions, ...codes]);
  return ({ variables }) =>
    variables.some(
      (each) => isThis(each) && saysUnit(unit, each.units) && says(technique, each.techniques),
    );
}

function bySince({ since }: Of<'modified-since'>): IsFound {
  const from = readTime(since)?.start;
  if (from === undefined) throw new TypeError(`${since} is no date to ask for`);
  return ({ changed }) => changed !== undefined && changed >= from;
}

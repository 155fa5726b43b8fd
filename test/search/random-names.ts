import type { Random } from '../expand/random.ts';
import { type Agent, type Entry, oneOf } from './entry.ts';
import { formatSpellings, licenceSpellings } from './generate/administration.ts';
import { chance } from './generate/draft.ts';
import { written, writtenAgent } from './generate/identifiers.ts';
import { isoText, momentIn } from './generate/moments.ts';
import { isOthers, sourceOf } from './matches-by-name.ts';
import type { AgentKind, NamedQuestion } from './question.ts';
import { isTelling, unitCode, unitSpellings, wordsOf } from './words.ts';

type Kind = NamedQuestion['kind'];
type Draw = (random: Random, entries: readonly Entry[]) => NamedQuestion;

const asksAgent =
  (kind: AgentKind): Draw =>
  (random, entries) => {
    const isThere = ({ roles }: Agent): boolean =>
      kind === 'funder' ? roles.includes('funder') : kind === 'organization' || !isOthers(roles);
    const byIri = chance(random, 50);
    const agent = oneOf(random, entries, ({ agents }) =>
      agents.filter((each) => isThere(each) && (byIri ? each.ids : each.names).length > 0),
    );
    const who = byIri
      ? writtenAgent(random, random.pick(agent.ids))
      : someWords(random, random.pick(agent.names));
    const hasRole = kind !== 'funder' && chance(random, 50);
    if (!hasRole) return { kind, who };
    const role = chance(random, 75) ? random.pick(agent.roles) : random.pick(otherRoles);
    return { kind, who, role: chance(random, 20) ? role.toUpperCase() : role };
  };

const otherRoles = ['creator', 'publisher', 'funder', 'affiliation', 'data curator'];

/** One to three words of a text, in any order. */
function someWords(random: Random, text: string): string {
  const telling = wordsOf(text).filter(isTelling);
  const words = telling.length > 0 ? telling : [text];
  const drawn = Array.from({ length: 1 + random.below(3) }, () => random.pick(words));
  const asked = [...new Set(drawn.flatMap(wordsOf))].toReversed().join(random.pick([' ', ', ']));
  return chance(random, 20) ? asked.toUpperCase() : asked;
}

/** One of the ways to write what is known under a key. */
const spelled = (
  random: Random,
  spellings: Readonly<Record<string, readonly string[]>>,
  key: string,
): string => random.pick(spellings[key] ?? [key]);

/** What is drawn by kind. */
export const namedDraws: Readonly<Record<Kind, Draw>> = {
  person: asksAgent('person'),
  organization: asksAgent('organization'),
  funder: asksAgent('funder'),
  licence: (random, entries) => ({
    kind: 'licence',
    text: otherScheme(
      random,
      spelled(
        random,
        licenceSpellings,
        oneOf(random, entries, ({ licences }) => licences),
      ),
    ),
  }),
  format: (random, entries) => ({
    kind: 'format',
    text: spelled(
      random,
      formatSpellings,
      oneOf(random, entries, ({ formats }) => formats),
    ),
  }),
  identifier: (random, entries) => ({
    kind: 'identifier',
    text: written(
      random,
      oneOf(random, entries, ({ identifiers }) => identifiers),
    ),
  }),
  place: (random, entries) => ({
    kind: 'place',
    text: chance(random, 50)
      ? written(
          random,
          oneOf(random, entries, ({ placeIds }) => placeIds),
        )
      : someWords(
          random,
          oneOf(random, entries, ({ placeNames }) => placeNames),
        ),
  }),
  'variable-called': (random, entries) => ({
    kind: 'variable-called',
    text: someWords(
      random,
      oneOf(random, entries, ({ variables }) =>
        variables.flatMap(({ names, codes }) => [...names, ...codes]),
      ),
    ),
  }),
  'term-said': askedTerm,
  'variable-said': askedVariable,
  access: (random, entries) => ({
    kind: 'access',
    access: oneOf(random, entries, ({ access }) => [access ?? ('unknown' as const)]),
  }),
  'modified-since': (random) => ({
    kind: 'modified-since',
    since: isoText(momentIn(random, 1990, 2024)),
  }),
  source: (random, entries) => ({
    kind: 'source',
    source: sourceOf(random.pick(entries).document),
  }),
};

const otherScheme = (random: Random, iri: string): string => {
  const rest = iri.replace(/^https?:/u, '');
  return rest === iri ? iri : `${random.pick(['http', 'https'])}:${rest}`;
};

function askedTerm(random: Random, entries: readonly Entry[]): NamedQuestion {
  const by = random.pick(['iris', 'codes', 'labels'] as const);
  const term = oneOf(random, entries, ({ controlled }) =>
    controlled.filter((each) => each[by].length > 0),
  );
  const said = random.pick(term[by]);
  const text = by === 'iris' ? otherScheme(random, said) : said;
  const kind = 'term-said';
  if (chance(random, 60)) return { kind, text: by === 'labels' ? text.toUpperCase() : text };
  const [scheme = 'https://vocabulary.example/'] = term.schemes;
  return { kind, text, scheme };
}

/** A unit in another spelling, or by its code. */
function otherUnit(random: Random, unit: string): string {
  const code = unitCode(unit);
  if (code !== undefined) return chance(random, 50) ? code : unit;
  return random.pick(unitSpellings.find((spellings) => spellings.includes(unit)) ?? [unit]);
}

function askedVariable(random: Random, entries: readonly Entry[]): NamedQuestion {
  const by = random.pick(['concepts', 'names', 'codes', 'descriptions'] as const);
  const variable = oneOf(random, entries, ({ variables }) =>
    variables.filter((each) => each[by].length > 0),
  );
  const said = random.pick(variable[by]);
  const isWords = by === 'names' || by === 'descriptions';
  const text = isWords ? someWords(random, said) : otherScheme(random, said);
  const [unit] = chance(random, 40) ? variable.units : [];
  const techniques = chance(random, 40) ? variable.techniques : [];
  const [technique] = techniques.toReversed();
  return {
    kind: 'variable-said',
    text,
    ...(unit === undefined ? {} : { unit: otherUnit(random, unit) }),
    ...(technique === undefined ? {} : { technique }),
  };
}

import { withoutMail } from '../../text/without-mail.ts';
import type { AgentDetail } from '../../views/details/resource-details.ts';
import { inOneLine } from './one-line.ts';

/** A person or organisation as citations name it. */
export interface CitedAgent {
  readonly whole: string;
  /** The parts of the name of a person; absent where it has one name alone, and of others. */
  readonly person?: { readonly family: string; readonly given: string };
}

const maxNameCharacters = 200;

/**
 * How citations name somebody: by the parts of the name that the record has, else of a person, or
 * where it has the form `Lin, Hanzhi`, by those that the name shows. Everything else stays whole,
 * since `Alfred Wegener Institute` would become `Institute, A. W.` otherwise.
 */
export function readAgentName(agent: AgentDetail): CitedAgent {
  const { kind, family, given } = agent;
  const whole = wholeNameOf(agent);
  if (kind === 'organization') return { whole };
  const parts = [cleaned(family ?? ''), cleaned(given ?? '')] as const;
  const person =
    parts[0] !== '' && parts[1] !== ''
      ? { family: parts[0], given: parts[1] }
      : (inverted(whole) ?? (kind === 'person' ? partsOf(whole) : undefined));
  return person === undefined ? { whole } : { whole, person };
}

/** Of several names of one agent the first; empty where nothing but an address of mail is known. */
function wholeNameOf({ name = '', iri = '' }: AgentDetail): string {
  const [first = ''] = name.split(' / ');
  const called = cleaned(first);
  return called !== '' || iri.includes('@') ? called : iri;
}

function cleaned(name: string): string {
  return withoutMail(inOneLine(name.slice(0, maxNameCharacters)).toWellFormed());
}

/** `Lin, Hanzhi`, and no `National Center for Atmospheric Research, Boulder, Colorado`. */
function inverted(name: string): CitedAgent['person'] {
  const [family = '', given = '', ...others] = name.split(',').map((part) => part.trim());
  const words = [family, given].map((part) => part.split(' ').length);
  const isPerson = others.length === 0 && words.every((count) => count <= 3);
  if (!isPerson || given === '' || family === '' || namesOrganization.test(name)) return undefined;
  return { family, given };
}

const namesOrganization =
  /\b(?:agency|association|bureau|cent(?:er|re|ro)|college|committee|company|consortium|corp|council|department|depart[ae]ment|dept|division|facility|foundation|group|inc|institut\w*|laborator\w*|ltd|ministry|museum|network|observatory|office|organi[sz]ation|program(?:me)?|project|research|school|service|society|survey|team|universit\w*)\b/iu;

/** Latin, Greek or Cyrillic letters: names in other scripts have other orders. */
const letters = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\s.'’ʼ-]+$/u;
/** What stands before a family name, and belongs to it. */
const particles =
  /^(?:al|bin|d[aeiou]|de[lnr]|della|des|dos|el|ibn|la|le|st\.?|te[nr]|van|vo[nm]|zu[mr]?)$/u;
const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/iu;

/** `Paul G. van der Berg Jr.`: the last word, with the particles before it and what is behind. */
function partsOf(name: string): CitedAgent['person'] {
  const words = name.split(' ');
  if (!letters.test(name) || words.length < 2 || words.length > 7) return undefined;
  if (namesOrganization.test(name)) return undefined;
  let start = words.length - 1;
  while (start > 1 && suffix.test(words[start] ?? '')) start -= 1;
  while (start > 1 && particles.test(words[start - 1] ?? '')) start -= 1;
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}

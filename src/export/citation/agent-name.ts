import { withoutMail } from '../../text/without-mail.ts';
import type { AgentDetail } from '../../views/details/resource-details.ts';
import { inOneLine } from './one-line.ts';

/** A person or organisation as named in citations. */
export interface CitedAgent {
  readonly whole: string;
  /** Absent for organisations, and for persons with a single name. */
  readonly person?: { readonly family: string; readonly given: string };
}

const maxNameCharacters = 200;

/**
 * Splits an agent's name for citations: by the name parts in the record; otherwise, for persons and
 * for names of the form `Lin, Hanzhi`, by the shape of the name. All other names stay whole, so
 * that `Alfred Wegener Institute` does not become `Institute, A. W.`.
 */
export function readAgentName(agent: AgentDetail): CitedAgent {
  const { kind, family, given } = agent;
  const whole = firstName(agent);
  if (kind === 'organization') return { whole };
  const parts = [cleanName(family ?? ''), cleanName(given ?? '')] as const;
  const person =
    parts[0] !== '' && parts[1] !== ''
      ? { family: parts[0], given: parts[1] }
      : (splitInvertedName(whole) ?? (kind === 'person' ? splitPersonName(whole) : undefined));
  return person === undefined ? { whole } : { whole, person };
}

/** The first name of an agent; empty if only an email address is known. */
function firstName({ name = '', iri = '' }: AgentDetail): string {
  const [first = ''] = name.split(' / ');
  const called = cleanName(first);
  return called !== '' || iri.includes('@') ? called : iri;
}

function cleanName(name: string): string {
  return withoutMail(inOneLine(name.slice(0, maxNameCharacters)).toWellFormed());
}

/** Splits `Lin, Hanzhi`, but not `National Center for Atmospheric Research, Boulder, Colorado`. */
function splitInvertedName(name: string): CitedAgent['person'] {
  const [family = '', given = '', ...others] = name.split(',').map((part) => part.trim());
  const words = [family, given].map((part) => part.split(' ').length);
  const isPerson = others.length === 0 && words.every((count) => count <= 3);
  if (!isPerson || given === '' || family === '' || organizationWord.test(name)) return undefined;
  return { family, given };
}

const organizationWord =
  /\b(?:agency|association|bureau|cent(?:er|re|ro)|college|committee|company|consortium|corp|council|department|depart[ae]ment|dept|division|facility|foundation|group|inc|institut\w*|laborator\w*|ltd|ministry|museum|network|observatory|office|organi[sz]ation|program(?:me)?|project|research|school|service|society|survey|team|universit\w*)\b/iu;

/**
 * Latin, Greek or Cyrillic letters; in other scripts the order of family and given name differs.
 */
const personNameLetters = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\s.'’ʼ-]+$/u;
/** Particles that precede a family name and belong to it. */
const nameParticle =
  /^(?:al|bin|d[aeiou]|de[lnr]|della|des|dos|el|ibn|la|le|st\.?|te[nr]|van|vo[nm]|zu[mr]?)$/u;
const nameSuffix = /^(?:jr|sr|ii|iii|iv)\.?$/iu;

/** Splits `Paul G. van der Berg Jr.` before the particles of the last word. */
function splitPersonName(name: string): CitedAgent['person'] {
  const words = name.split(' ');
  if (!personNameLetters.test(name) || words.length < 2 || words.length > 7) return undefined;
  if (organizationWord.test(name)) return undefined;
  let start = words.length - 1;
  while (start > 1 && nameSuffix.test(words[start] ?? '')) start -= 1;
  while (start > 1 && nameParticle.test(words[start - 1] ?? '')) start -= 1;
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}

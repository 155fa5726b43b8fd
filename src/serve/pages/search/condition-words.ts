import { licenceOf } from '../../../facts/text/licence.ts';
import { formatOf } from '../../../facts/text/format.ts';
import { accesses } from '../../../model/search-facts.ts';
import { readAskedAge, readAskedTime } from '../../../search/asked-time.ts';
import type { ConditionName } from '../../../search/conditions.ts';
import type { QualifierName } from '../../../search/qualifiers.ts';
import { withoutMail } from '../../../text/without-mail.ts';
import { turnedBox } from '../../parts/map-frame.ts';
import { ageWords, boxWords, periodWords } from '../../parts/place-and-time-words.ts';
import { accessWords, formatName, licenceName, profileLabel } from '../../parts/short-names.ts';
import { readAskedBox } from './map-view.ts';

/** How a condition is called on the page, and its text where that is not as it was written. */
interface ConditionWords {
  readonly name: string;
  readonly value?: (text: string) => string;
}

/** Every condition, one line each. */
const conditionWords: Readonly<Record<ConditionName, ConditionWords>> = {
  keyword: { name: 'words' },
  bbox: { name: 'box', value: askedBoxWords },
  geometry: { name: 'area' },
  place: { name: 'place' },
  extent: { name: 'place', value: () => 'wider or higher than 30°' },
  time: { name: 'period', value: askedTimeWords },
  age: { name: 'age', value: askedAgeWords },
  term: { name: 'term' },
  variable: { name: 'variable' },
  type: { name: 'type' },
  source: { name: 'source' },
  person: { name: 'person', value: (text) => agentWords(wholeName(text)) },
  organization: { name: 'organization', value: (text) => agentWords(wholeName(text)) },
  publisher: { name: 'publisher', value: (text) => agentWords(wholeName(text)) },
  funder: { name: 'funder', value: (text) => agentWords(wholeName(text)) },
  identifier: { name: 'identifier' },
  licence: { name: 'licence', value: (text) => licenceName(licenceOf(text)) },
  mediaType: { name: 'format', value: (text) => formatName(formatOf(text)) },
  access: { name: 'access', value: accessValueWords },
  profile: { name: 'profile', value: profileLabel },
  lacking: { name: 'not stated' },
  modifiedSince: { name: 'changed since' },
};

const qualifierWords: Readonly<Record<QualifierName, string>> = {
  within: 'wholly within',
  scheme: 'vocabulary',
  unit: 'unit',
  technique: 'technique',
  role: 'role',
};

/** What is asked for, in words: `box`, and `40°N to 50°N, 5°E to 10°E`. */
export interface AskedWords {
  readonly name: string;
  readonly value: string;
}

export function conditionName(name: ConditionName): string {
  return conditionWords[name].name;
}

export function qualifierName(name: QualifierName): string {
  return qualifierWords[name];
}

/** @param text one that can be read */
export function wordsOfCondition(name: ConditionName, text: string): AskedWords {
  const { name: called, value } = conditionWords[name];
  return { name: called, value: value?.(text) ?? wholeName(text) };
}

export function wordsOfQualifier(name: QualifierName, text: string): AskedWords {
  return { name: qualifierWords[name], value: name === 'within' ? 'box and period' : text };
}

/** The value of the facet for access, in words. */
export function accessValueWords(value: string): string {
  const kind = accesses.find((each) => each === value.trim().toLowerCase());
  return kind === undefined ? 'Not stated' : accessWords[kind];
}

/** What somebody is called, without addresses of mail. */
export function agentWords(name: string): string {
  const said = withoutMail(name);
  return said === '' && name !== '' ? 'An e-mail address' : said;
}

/** An equals sign says that a name is meant as a whole, which names from facets are. */
function wholeName(text: string): string {
  return text.replace(/^\s*=/u, '').trim();
}

function askedBoxWords(text: string): string {
  const box = readAskedBox(text);
  return box === undefined ? text : boxWords(turnedBox(box));
}

function askedTimeWords(text: string): string {
  const asked = readAskedTime(text);
  if ('fault' in asked) return text;
  const { begin, end } = asked;
  return periodWords({
    ...(begin !== '..' && { start: begin }),
    ...(end !== '..' && { end }),
  });
}

function askedAgeWords(text: string): string {
  const asked = readAskedAge(text);
  if (asked === undefined) return text;
  // The name of an era says more than its years.
  return /\d/u.test(text) ? ageWords(asked) : text.trim();
}

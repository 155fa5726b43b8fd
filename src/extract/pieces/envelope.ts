import type { JsonComplexity } from '../json-complexity.ts';
import type { IndexedList, RootMember } from './list-index.ts';
import { isKeyword, isListName, isReadingKeyword } from './list-names.ts';

/** Gives the text of the value of a member. */
type ReadMember = (member: RootMember) => string;

/** What stands around the items of a piece: a copy of the list without its other items. */
export interface Envelope extends JsonComplexity {
  readonly before: string;
  readonly after: string;
  /** How many arrays and objects the items stand in. */
  readonly levels: number;
}

/**
 * Makes the envelope for the pieces of a list from the members of the root object.
 * @param keeps `all` where the items are to stand beside what the list says of itself
 */
export function envelopeOf(
  { name }: IndexedList,
  members: readonly RootMember[],
  read: ReadMember,
  keeps: 'keywords' | 'all' = 'keywords',
): Envelope {
  if (name === undefined) return { before: '[', after: ']', levels: 1, depth: 1, values: 0 };
  const keywords = isListName(name) ? isKeyword : isReadingKeyword;
  const isWanted = keeps === 'all' ? (): boolean => true : keywords;
  const kept = members.filter((member) => isWanted(member.name));
  const before = kept.map((member) => `${memberText(member, read)},`).join('');
  return {
    before: `{${before}${JSON.stringify(name)}:[`,
    after: ']}',
    levels: 2,
    depth: Math.max(2, ...kept.map(({ depth }) => depth + 1)),
    values: 1 + kept.reduce((sum, { values }) => sum + values + 1, 0),
  };
}

/** The root object without its lists: what the list says of itself. */
export function headOf(members: readonly RootMember[], read: ReadMember): string {
  return `{${members.map((member) => memberText(member, read)).join(',')}}`;
}

function memberText(member: RootMember, read: ReadMember): string {
  return `${JSON.stringify(member.name)}:${read(member)}`;
}

import type { BoundedPart } from '../../../views/details/resource-details.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { sitePath, type Site } from '../../site.ts';
import { pathOf } from './subject-address.ts';
import type { Subject } from './subject.ts';

/** Lists of which the page shows the first and, where it is asked for, all. */
const longParts = [
  'variables',
  'files',
  'parts',
  'people',
  'terms',
  'related',
  'records',
  'resources',
  'problems',
] as const;

export type LongPart = (typeof longParts)[number];

/** What all parts of a page are made of. */
export interface SubjectView {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly subject: Subject;
  readonly languages: readonly string[];
  /** The list of which all is shown. */
  readonly all: LongPart | undefined;
}

/** The list that an address asks for as a whole. */
export function readLongPart(query: URLSearchParams): LongPart | undefined {
  return longParts.find((part) => part === query.get('all'));
}

/** So many of a list are shown. */
const mostShown = 20;

/** The first of a list, or all of it where that is asked for. */
export function shownFirst<Value>(
  { all }: Pick<SubjectView, 'all'>,
  part: LongPart,
  values: readonly Value[],
): readonly Value[] {
  // One more line would say that there is one more.
  return all === part || values.length <= mostShown + 1 ? values : values.slice(0, mostShown);
}

/** The address of the page with all of a list. */
export function allHref({ site, subject }: SubjectView, part: LongPart, section: string): string {
  return `${sitePath(site, pathOf(subject))}?all=${part}#${section}`;
}

/** How many values of a part were not read, since the record has too many. */
export function unreadOf({ subject }: SubjectView, part: BoundedPart): number {
  const { omitted = [] } = subject.main.details;
  return omitted.find((each) => each.part === part)?.values ?? 0;
}

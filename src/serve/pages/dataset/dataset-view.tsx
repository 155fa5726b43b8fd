import { groupDigits } from '../../../text/amounts.ts';
import type { BoundedPart } from '../../../views/details/resource-details.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { type Site, sitePath } from '../../site.ts';
import { datasetPath } from './dataset-address.ts';
import type { ShownDataset } from './find-dataset.ts';

/** Lists of which the page shows the first items or, on request, all. */
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

type LongPart = (typeof longParts)[number];

/** The input of all parts of a page. */
export interface DatasetView {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly subject: ShownDataset;
  readonly languages: readonly string[];
  /** The list of which all is shown. */
  readonly all: LongPart | undefined;
}

/** The list that an address asks for as a whole. */
export function readLongPart(query: URLSearchParams): LongPart | undefined {
  return longParts.find((part) => part === query.get('all'));
}

/** The number of list items shown. */
const mostShown = 20;

/** The first items of a list, or all of them on request. */
export function shownFirst<Value>(
  { all }: Pick<DatasetView, 'all'>,
  part: LongPart,
  values: readonly Value[],
): readonly Value[] {
  // A line about one further item would take as much room as the item.
  return all === part || values.length <= mostShown + 1 ? values : values.slice(0, mostShown);
}

/** The address of the page with all of a list. */
export function allHref({ site, subject }: DatasetView, part: LongPart, section: string): string {
  return `${sitePath(site, datasetPath(subject))}?all=${part}#${section}`;
}

/** How many values of a part were not read, since the record has too many. */
export function unreadRecords({ subject }: DatasetView, part: BoundedPart): number {
  const { omitted = [] } = subject.main.details;
  return omitted.find((each) => each.part === part)?.values ?? 0;
}

interface MoreProps {
  readonly view: DatasetView;
  readonly part: LongPart;
  /** The `id` of the section that the list is in. */
  readonly section: string;
  /** What the list consists of, in the plural. */
  readonly called: string;
  readonly shown: number;
  /** How many there are. */
  readonly total: number;
  /** How many of these were not read. */
  readonly unread?: number;
}

/** Links to the whole list, and to the statements if some values were not read. */
export function ShowAllLink({ view, part, section, called, shown, total, unread = 0 }: MoreProps) {
  if (shown >= total) return null;
  const readable = total - unread;
  if (shown < readable) {
    return (
      <p class="actions">
        <a href={allHref(view, part, section)}>
          {unread > 0 ? 'More' : `All ${groupDigits(total)}`} {called}
        </a>
      </p>
    );
  }
  return (
    <p class="soft">
      {groupDigits(unread)} more {called} are not shown:{' '}
      <a href={sitePath(view.site, datasetPath(view.subject, 'nq'))}>the statements</a> have all.
    </p>
  );
}

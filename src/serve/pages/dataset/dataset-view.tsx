import { groupDigits } from '../../../text/amounts.ts';
import type { BoundedPart } from '../../../views/details/resource-details.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { type Site, sitePath } from '../../site.ts';
import { datasetPath } from './dataset-address.ts';
import type { ShownDataset } from './find-dataset.ts';

/** Lists that the page shows in part or, on request, as a whole. */
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
  /** The list that is shown as a whole. */
  readonly all: LongPart | undefined;
}

/** Reads which list a URL asks for as a whole. */
export function readLongPart(query: URLSearchParams): LongPart | undefined {
  return longParts.find((part) => part === query.get('all'));
}

/** The number of list items shown. */
const maxShown = 20;

/** The first items of a list, or all of them on request. */
export function shownFirst<Value>(
  { all }: Pick<DatasetView, 'all'>,
  part: LongPart,
  values: readonly Value[],
): readonly Value[] {
  // A remark about one further item would take as much room as the item.
  return all === part || values.length <= maxShown + 1 ? values : values.slice(0, maxShown);
}

/** The URL of the page with the whole list. */
export function allHref({ site, subject }: DatasetView, part: LongPart, section: string): string {
  return `${sitePath(site, datasetPath(subject))}?all=${part}#${section}`;
}

/** The number of values of a part that were not read, because the record has too many. */
export function unreadRecords({ subject }: DatasetView, part: BoundedPart): number {
  const { omitted = [] } = subject.main.details;
  return omitted.find((each) => each.part === part)?.values ?? 0;
}

interface MoreProps {
  readonly view: DatasetView;
  readonly part: LongPart;
  /** The `id` of the section that the list is in. */
  readonly section: string;
  /** The name of the items, in the plural. */
  readonly called: string;
  readonly shown: number;
  /** The number of items. */
  readonly total: number;
  /** The number of items that were not read. */
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

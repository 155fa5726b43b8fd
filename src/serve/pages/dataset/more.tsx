import { grouped } from '../../../text/amounts.ts';
import { sitePath } from '../../site.ts';
import { pathOf } from './subject-address.ts';
import { allHref, type LongPart, type SubjectView } from './view.ts';

interface MoreProps {
  readonly view: SubjectView;
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

/** Leads from the first of a list to all of it; of what was not read to the statements. */
export function More({ view, part, section, called, shown, total, unread = 0 }: MoreProps) {
  if (shown >= total) return null;
  const readable = total - unread;
  if (shown < readable) {
    return (
      <p class="actions">
        <a href={allHref(view, part, section)}>
          {unread > 0 ? 'More' : `All ${grouped(total)}`} {called}
        </a>
      </p>
    );
  }
  return (
    <p class="soft">
      {grouped(unread)} more {called} are not shown:{' '}
      <a href={sitePath(view.site, pathOf(view.subject, 'nq'))}>the statements</a> have all.
    </p>
  );
}

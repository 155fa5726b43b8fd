import { formatCount, groupDigits } from '../../text/amounts.ts';

/** One page of a long list. */
export interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** The index of the first item in the list, from 0. */
  readonly from: number;
}

const usualSize = 50;

/** The page of a list that a URL asks for; the last page if the number is too high. */
export function choosePage<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  size = usualSize,
): PageOfList<Item> {
  const range = pageRange(items.length, query, size);
  return { ...range, items: items.slice(range.from, range.to) };
}

interface PageRange extends Omit<PageOfList<unknown>, 'items'> {
  /** The index after the last item. */
  readonly to: number;
}

/**
 * The same for a list that is not read yet.
 * @param total the number of its items
 */
export function pageRange(total: number, query: URLSearchParams, size = usualSize): PageRange {
  const requested = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Number.isSafeInteger(requested) ? Math.min(Math.max(requested, 1), pages) : 1;
  const from = (page - 1) * size;
  return { total, page, pages, from, to: Math.min(total, from + size) };
}

/** The shown range and the total, in words. */
export function shownRange(
  { items, total, from }: PageOfList<unknown>,
  one: string,
  many?: string,
) {
  const all = formatCount(total, one, many);
  return items.length === total
    ? all
    : `${groupDigits(from + 1)} to ${groupDigits(from + items.length)} of ${all}`;
}

/**
 * The same as a sentence; empty where the whole list is shown, because the heading has its total.
 */
export function itemsOfPage(page: PageOfList<unknown>, one: string): string {
  return page.pages === 1 ? '' : `Shown: ${shownRange(page, one)}.`;
}

interface PageLinksProps {
  readonly page: Pick<PageOfList<unknown>, 'page' | 'pages'>;
  readonly hrefOf: (page: number) => string;
  /** Tells several lists on one page apart. */
  readonly label?: string;
}

/** Links to the first, the last and the neighbouring pages of a list; nothing for a single page. */
export function PageLinks({ page: { page, pages }, hrefOf, label = 'Pages' }: PageLinksProps) {
  if (pages === 1) return null;
  return (
    <nav class="pages" aria-label={label}>
      {page > 1 && page <= pages ? (
        <a href={hrefOf(page - 1)} rel="prev">
          Previous
        </a>
      ) : null}
      {pagesNear(page, pages).map((number) =>
        number === undefined ? (
          <span aria-hidden="true">…</span>
        ) : (
          <a href={hrefOf(number)} aria-current={number === page ? 'page' : undefined}>
            <span class="unseen">Page </span>
            {groupDigits(number)}
          </a>
        ),
      )}
      {page < pages ? (
        <a href={hrefOf(page + 1)} rel="next">
          Next
        </a>
      ) : null}
    </nav>
  );
}

/** The first, the last and the neighbouring page numbers; undefined marks a gap. */
function pagesNear(page: number, last: number): readonly (number | undefined)[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const pages = [...new Set(near)].toSorted((one, other) => one - other);
  return pages.flatMap((each, at) => {
    const before = pages[at - 1] ?? each - 1;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [undefined, each] : [each];
  });
}

/**
 * The URLs of the pages of a list.
 * @param path of this page
 * @param query of this page
 */
export function pageHrefs(path: string, query: URLSearchParams): (page: number) => string {
  return (page) => {
    const parameters = new URLSearchParams(query);
    if (page === 1) parameters.delete('page');
    else parameters.set('page', String(page));
    const text = parameters.toString();
    return text === '' ? path : `${path}?${text}`;
  };
}

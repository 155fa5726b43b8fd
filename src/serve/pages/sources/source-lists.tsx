import type { Child } from 'hono/jsx';
import { groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { sourceHref } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { itemsOfPage, pageHrefs, PageLinks, type PageOfList } from '../../parts/paging.tsx';
import { sitePath } from '../../site.ts';

/** The lists of a source, by the last part of the URL. */
const lists = {
  urls: { title: 'URLs', heading: 'URLs', one: 'URL' },
  records: { title: 'Records', heading: 'Records', one: 'record' },
  removals: { title: 'Removals', heading: 'Records', one: 'record' },
} as const;

type ListName = keyof typeof lists;

interface SourceList<Item> {
  readonly list: ListName;
  /** The selection: `that failed`. */
  readonly text: string;
  readonly page: PageOfList<Item>;
  /** A remark above the list. */
  readonly lead: Child;
  /** An item of the list. */
  readonly row: (item: Item, index: number) => Child;
}

/** A page of the URLs or records that a figure of a source counts. */
export function sourceListAnswer<Item>(
  { site, state, parts, query }: PageRequest,
  { list, text, page, lead, row }: SourceList<Item>,
): PageAnswer {
  const name = parts['name'] ?? '';
  const { title, heading, one } = lists[list];
  return htmlAnswer(
    <Layout site={site} state={state} title={`${title} of ${name}`} section="/sources" kind="urls">
      <p class="crumb">
        <a href={sourceHref(site, name)}>
          <bdi>{name}</bdi>
        </a>
      </p>
      <h1>
        {heading} {text} <span class="count">{groupDigits(page.total)}</span>
      </h1>
      <p class="soft">
        {lead} {page.total === 0 ? 'There is none.' : itemsOfPage(page, one)}
      </p>
      {page.total === 0 ? null : <ul class={`rows ${list}`}>{page.items.map(row)}</ul>}
      <PageLinks page={page} hrefOf={pageHrefs(sourceHref(site, name, `/${list}`), query)} />
      <p class="actions">
        {(Object.keys(lists) as ListName[]).map((each) => (
          <a href={sourceHref(site, name, `/${each}`)}>All {lists[each].title} of this source</a>
        ))}
      </p>
    </Layout>,
  );
}

/** The answer for an unknown source. */
export function noSourceAnswer({ site, state, parts }: PageRequest): PageAnswer {
  return htmlAnswer(
    <Layout site={site} state={state} title="No such source" section="/sources" kind="states">
      <section class="empty fault">
        <h1>There is no such source</h1>
        <p>
          Nothing in the catalogue is of a source <bdi>{parts['name']}</bdi>. See{' '}
          <a href={sitePath(site, '/sources')}>all sources</a>.
        </p>
      </section>
    </Layout>,
    { status: 404 },
  );
}

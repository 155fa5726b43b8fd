import { compareTexts } from '../text/compare-texts.ts';
import type { Columns } from './columns/columns.ts';
import type { EntryTable } from './entry-table.ts';
import type { SearchSort } from './search-request.ts';

/** By what all entries can be put in order, whatever is searched for. */
type FixedSort = Exclude<SearchSort, 'relevance'>;

/** The orders of all entries, each made when it is asked for first. */
export class EntryOrders {
  readonly #entries: EntryTable;
  readonly #columns: Columns;
  /** Of a resource with several records the title that is shown. */
  readonly #shownTitles: ReadonlyMap<number, string>;
  readonly #orders = new Map<FixedSort, Int32Array>();
  /** The order by title before entries were added, which is nearly that of now. */
  #before: Int32Array = new Int32Array(0);

  constructor(entries: EntryTable, columns: Columns, shownTitles: ReadonlyMap<number, string>) {
    this.#entries = entries;
    this.#columns = columns;
    this.#shownTitles = shownTitles;
  }

  /** To be told where entries were added, or have another title. */
  renew(): void {
    this.#before = this.#orders.get('title') ?? this.#before;
    this.#orders.clear();
  }

  /** The title that is shown of the resource of an entry. */
  titleOf(entry: number): string | undefined {
    return this.#shownTitles.get(this.#entries.resourceOf(entry)) ?? this.#entries.titleOf(entry);
  }

  /**
   * All entries in an order: by title, by the time that begins last or by the last change, the
   * latest first. What has none comes last; ties are in the order of titles, keys of resources,
   * graphs and places in a record, so that the order is always the same.
   */
  by(sort: FixedSort): Int32Array {
    const known = this.#orders.get(sort);
    if (known !== undefined) return known;
    const order = sort === 'title' ? this.#byTitle() : this.#byValue(valueOf[sort](this.#columns));
    this.#orders.set(sort, order);
    return order;
  }

  #byTitle(): Int32Array {
    const entries = this.#entries;
    const titles = Array.from({ length: entries.size }, (_, entry) => this.titleOf(entry));
    const folded = titles.map((title) => title?.toLowerCase());
    const keyOf = (entry: number): string => entries.resources.nameOf(entries.resourceOf(entry));
    const added = Array.from(titles.keys()).slice(this.#before.length);
    // An array that is nearly in order is sorted in a few steps (Timsort), a typed one is not.
    const sorted = [...this.#before, ...added].toSorted(
      (one, other) =>
        compareTitles(folded[one], folded[other]) ||
        compareTexts(titles[one] ?? '', titles[other] ?? '') ||
        compareTexts(keyOf(one), keyOf(other)) ||
        compareTexts(entries.graphOf(one), entries.graphOf(other)) ||
        entries.placeOf(one) - entries.placeOf(other),
    );
    return Int32Array.from(sorted);
  }

  #byValue(value: (entry: number) => number): Int32Array {
    const byTitle = this.by('title');
    const values = Float64Array.from(byTitle, value);
    const places = Int32Array.from(byTitle.keys()).toSorted((one, other) => {
      const [first = 0, second = 0] = [values[one], values[other]];
      // Of two that are infinite there is no difference.
      return first === second ? one - other : second - first;
    });
    return places.map((place) => byTitle[place] ?? 0);
  }
}

/** By what entries are compared, where it is a number; the least where there is none. */
const valueOf = {
  // Ages are millions of years, and count where no year is known.
  time: (columns: Columns) => {
    const [periods, ages] = [columns.get('periods'), columns.get('ages')];
    return (entry: number) => {
      const own = periods.entries.valuesOf(entry);
      const spans = own.length > 0 ? own : ages.entries.valuesOf(entry);
      const begins = Array.from(spans, (span) =>
        own.length > 0 ? periods.spanOf(span).begin : ages.spanOf(span).begin * 1e6,
      );
      return begins.reduce((latest, begin) => Math.max(latest, begin), -Infinity);
    };
  },
  modified: (columns: Columns) => {
    const dates = columns.get('dates');
    return (entry: number) => {
      const change = dates.changeOf(entry);
      return Number.isNaN(change) ? -Infinity : change;
    };
  },
} as const;

/** What has no title comes last. */
function compareTitles(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compareTexts(one, other);
}

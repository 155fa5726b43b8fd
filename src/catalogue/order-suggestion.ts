import type { Problem } from '../model/problem.ts';
import type { AxisOrder, BoxOrder } from '../model/search-facts.ts';

type Order = AxisOrder | BoxOrder;

/** An order of coordinates that most records of a source have, and that its settings lack. */
export interface OrderSuggestion {
  /** For the option `axisOrder` of the source. */
  readonly axisOrder: Order;
  /** Records whose coordinates are in this order, or may be. */
  readonly records: number;
  /** Those of the records whose coordinates fit no other order. */
  readonly sure: number;
}

/** The orders that the problems of one record name. */
interface RecordOrders {
  readonly record: string;
  readonly sure: Set<Order>;
  readonly possible: Set<Order>;
}

/** Collects from the problems of a source in which order its records give coordinates. */
export class OrderEvidence {
  readonly #sure = new Map<Order, number>();
  readonly #possible = new Map<Order, number>();
  #current: RecordOrders | undefined;

  /** Adds a problem; those of one record follow each other. */
  add(problem: Problem): void {
    const sure = problem.kind === 'geometry-repaired' ? [problem.order ?? []].flat() : [];
    const possible = problem.kind === 'geometry-doubtful' ? (problem.orders ?? []) : [];
    if (sure.length + possible.length === 0) return;
    const record = problem.record ?? problem.url;
    if (this.#current?.record !== record) {
      this.#countCurrent();
      this.#current = { record, sure: new Set(), possible: new Set() };
    }
    for (const order of sure) this.#current.sure.add(order);
    for (const order of possible) this.#current.possible.add(order);
  }

  /**
   * The order that more than half of the records have or may have, some of them surely.
   * @param records the number of records of the source
   */
  suggestion(records: number): OrderSuggestion | undefined {
    this.#countCurrent();
    this.#current = undefined;
    const [most] = Array.from(this.#sure, ([axisOrder, sure]) => {
      return { axisOrder, sure, records: sure + (this.#possible.get(axisOrder) ?? 0) };
    }).toSorted((one, other) => other.sure - one.sure);
    return most !== undefined && 2 * most.records > records ? most : undefined;
  }

  /** A record that surely has one order, and perhaps another, is counted for the first. */
  #countCurrent(): void {
    if (this.#current === undefined) return;
    const { sure, possible } = this.#current;
    for (const order of sure) this.#sure.set(order, (this.#sure.get(order) ?? 0) + 1);
    if (sure.size > 0) return;
    for (const order of possible) {
      this.#possible.set(order, (this.#possible.get(order) ?? 0) + 1);
    }
  }
}

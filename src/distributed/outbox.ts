import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitEvent } from '../pipeline/visit.ts';
import type { SliceEnd, SliceMessage, SliceName } from './messages.ts';
import { keepSeconds, type RedisCommands, redisKeys, troubleMs } from './redis.ts';

/** A batch is sent when it has so many UTF-16 code units or items, or after some milliseconds. */
const batchCharacters = 524_288;
const batchItems = 500;
const gatherMs = 100;
/** What may wait to be sent before visits wait, in UTF-16 code units. */
const maxWaiting = 8_388_608;
/** How many batches wait in Redis before workers wait: some 64 MB. */
const maxBatches = 128;
const fullMs = 50;

/**
 * Sends a batch of messages, as one entry of the stream: each with a JSON text. Returns -1 where
 * too many batches wait; else which messages are refused, since their slice is not that of its host
 * any more.
 */
const sendScript = `#!lua
local results, fences = KEYS[1], KEYS[2]
if redis.call('XLEN', results) >= tonumber(ARGV[1]) then return -1 end
local taken, refused = {}, {}
for i = 3, #ARGV, 4 do
  if redis.call('HGET', fences, ARGV[i]) == ARGV[i + 1] then
    taken[#taken + 1] = ARGV[i + 2]
    taken[#taken + 1] = ARGV[i + 3]
  else
    refused[#refused + 1] = (i - 3) / 4
  end
end
if #taken > 0 then
  redis.call('XADD', results, '*', unpack(taken))
  redis.call('EXPIRE', results, ARGV[2])
end
return refused
`;

/** A message that waits to be sent, and the events that belong to it, as JSON. */
interface Item {
  readonly slice: SliceOutbox;
  readonly message: SliceMessage;
  readonly json: string;
}

/** Sends what a worker gives for a run, in order and in bounded batches. */
export class Outbox {
  readonly #connections: RedisCommands;
  readonly #run: string;
  #items: Item[] = [];
  #characters = 0;
  /** UTF-16 code units of batches that are not sent yet. */
  #waiting = 0;
  #sending: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connections: RedisCommands, run: string) {
    this.#connections = connections;
    this.#run = run;
  }

  /** @param onRefused called when the slice was handed out again, or its run is over */
  openSlice({ host, number }: SliceName, worker: string, onRefused: () => void): SliceOutbox {
    return new SliceOutbox({ host, number, worker }, { onRefused, put: (item) => this.#put(item) });
  }

  /** Resolves when there is room for more. */
  async waitForRoom(): Promise<void> {
    while (this.#waiting >= maxWaiting && !this.#isClosed) await this.#sending;
  }

  /** Resolves when all is sent or refused. */
  async sendAll(): Promise<void> {
    this.#flush();
    await this.#sending;
  }

  /** Sends nothing more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #put(item: Item): void {
    this.#items.push(item);
    this.#characters += item.json.length;
    if (this.#characters >= batchCharacters || this.#items.length >= batchItems) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const items = this.#items;
    const characters = this.#characters;
    this.#items = [];
    this.#characters = 0;
    if (items.length === 0) return;
    this.#waiting += characters;
    this.#sending = this.#sendAfter(this.#sending, items).finally(() => {
      this.#waiting -= characters;
    });
  }

  async #sendAfter(before: Promise<void>, items: readonly Item[]): Promise<void> {
    await before;
    await this.#send(items);
  }

  async #send(items: readonly Item[]): Promise<void> {
    const keys = [redisKeys.results(this.#run), redisKeys.fences(this.#run)];
    const args = items.flatMap(({ message, json }) => {
      return [message.host, message.number, JSON.stringify(message), json];
    });
    while (!this.#isClosed) {
      try {
        const given = [maxBatches, keepSeconds, ...args];
        const answer = await this.#connections.redis.eval(
          sendScript,
          keys.length,
          ...keys,
          ...given,
        );
        if (!Array.isArray(answer)) {
          await sleep(fullMs);
          continue;
        }
        for (const at of answer as readonly number[]) items[at]?.slice.refused();
        return;
      } catch (error) {
        this.#connections.note(error);
        await sleep(troubleMs);
      }
    }
  }
}

interface SliceOutboxCalls {
  readonly onRefused: () => void;
  readonly put: (item: Item) => void;
}

/** What is not in a message yet of one visit. */
interface Unsent {
  from: number;
  events: string[];
  characters: number;
}

/** The messages of one slice. */
export class SliceOutbox {
  isRefused = false;
  readonly #sender: SliceName & { readonly worker: string };
  readonly #calls: SliceOutboxCalls;
  readonly #unsent = new Map<number, Unsent>();

  constructor(sender: SliceName & { readonly worker: string }, calls: SliceOutboxCalls) {
    this.#sender = sender;
    this.#calls = calls;
  }

  /** Takes an event of a visit. */
  add(id: number, event: VisitEvent): void {
    const json = JSON.stringify(event);
    const unsent = this.#unsent.get(id) ?? { from: 0, events: [], characters: 0 };
    this.#unsent.set(id, unsent);
    unsent.events.push(json);
    unsent.characters += json.length;
    if (unsent.characters >= batchCharacters) this.#put(id, unsent, false);
  }

  /** All events of a visit were added. */
  endVisit(id: number): void {
    this.#put(id, this.#unsent.get(id) ?? { from: 0, events: [], characters: 0 }, true);
    this.#unsent.delete(id);
  }

  /** The slice has ended. */
  end(end: SliceEnd): void {
    const message = { kind: 'ended', ...this.#sender, ...end } as const;
    this.#calls.put({ slice: this, message, json: '' });
  }

  refused(): void {
    if (!this.isRefused) this.#calls.onRefused();
    this.isRefused = true;
  }

  #put(id: number, unsent: Unsent, isLast: boolean): void {
    const { from, events } = unsent;
    const part = { id, from, count: events.length, isLast };
    const json = `[${events.join(',')}]`;
    this.#calls.put({ slice: this, message: { kind: 'events', ...this.#sender, part }, json });
    unsent.from += events.length;
    unsent.events = [];
    unsent.characters = 0;
  }
}

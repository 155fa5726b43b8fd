import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Answer, Question, WorkerMessage } from './messages.ts';
import {
  keepSeconds,
  type RedisCommands,
  type RedisConnections,
  redisKeys,
  troubleMs,
} from './redis.ts';

/** Asks the coordinator of a run. Rejects when the run is over. */
export type Asker = (question: Question) => Promise<Answer>;

/** A question without answer is asked again after so many milliseconds: it may be lost. */
const againMs = 5000;

/** Asks coordinators, and hands their answers to those who asked. */
export class Questions {
  readonly #connections: RedisCommands;
  readonly #reader: Redis;
  readonly #worker: string;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #number = 0;
  #isClosed = false;

  constructor(connections: RedisConnections, worker: string) {
    this.#connections = connections;
    this.#reader = connections.open();
    this.#worker = worker;
    void this.#readAnswers();
  }

  /** @param signal rejects what has no answer */
  asker(run: string, signal: AbortSignal): Asker {
    return async (question) => {
      signal.throwIfAborted();
      const number = (this.#number += 1);
      const message: WorkerMessage = { kind: 'question', worker: this.#worker, number, question };
      const { redis, isOut, note } = this.#connections;
      const key = redisKeys.results(run);
      const send = (): void => {
        // It would be sent once for each time, when Redis is back.
        if (isOut()) return;
        const sending = redis.multi().xadd(key, '*', JSON.stringify(message), '');
        sending.expire(key, keepSeconds).exec().catch(note);
      };
      send();
      const again = setInterval(send, againMs);
      const waiting = new AbortController();
      try {
        return await new Promise<Answer>((resolve, reject) => {
          const { signal: isOver } = waiting;
          signal.addEventListener('abort', () => reject(signal.reason), { signal: isOver });
          this.#open.set(number, resolve);
        });
      } finally {
        clearInterval(again);
        waiting.abort();
        this.#open.delete(number);
      }
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#reader.disconnect();
  }

  async #readAnswers(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const read = await this.#reader.blpop(redisKeys.answers(this.#worker), 5);
        if (read === null) continue;
        const answer = JSON.parse(read[1]) as Answer; // as the coordinator wrote it
        this.#open.get(answer.number)?.(answer);
      } catch {
        if (!this.#isClosed) await sleep(troubleMs);
      }
    }
  }
}

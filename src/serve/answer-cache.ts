import type { Answer } from './page.ts';

/** An answer as it is sent. */
export interface SentAnswer {
  readonly status: NonNullable<Answer['status']>;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Some thousands of pages. */
const mostBytes = 2 ** 25;

/** Answers to requests for one state of the catalogue, as many as fit: the oldest go first. */
export class AnswerCache {
  readonly #answers = new Map<string, SentAnswer>();
  #bytes = 0;
  #version: string | undefined;

  get(key: string, version: string): SentAnswer | undefined {
    this.#follow(version);
    return this.#answers.get(key);
  }

  put(key: string, version: string, answer: SentAnswer): void {
    // An answer that was made of a former state comes too late.
    if (version !== this.#version || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= mostBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= sizeOf(oldest, { body });
    }
  }

  #follow(version: string): void {
    if (version === this.#version) return;
    this.#answers.clear();
    this.#bytes = 0;
    this.#version = version;
  }
}

/** Keys and headers take memory, too. */
function sizeOf(key: string, { body }: Pick<SentAnswer, 'body'>): number {
  return body.length + key.length * 2 + 1000;
}

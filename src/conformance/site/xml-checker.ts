import { UsageFault } from '../../model/fault.ts';
import {
  TaskAbandoned,
  ThreadOutOfMemory,
  ThreadTimeout,
  WorkerThread,
} from '../../threads/worker-thread.ts';
import type { XmlResult } from './check-xml.ts';
import type { MappedSchema } from './xml-schemas.ts';
import type { XmlReply, XmlTask } from './xml-thread.ts';

/** What one document may cost. */
interface XmlLimits {
  readonly timeoutMs: number;
  /** Without the memory of WebAssembly. */
  readonly heapBytes: number;
}

/** A valid document of 5 MB takes a second; 300,000 faults fit in. */
const usualLimits: XmlLimits = { timeoutMs: 20_000, heapBytes: 2 ** 27 };

/** A document that is too costly to check. */
export interface XmlExcess {
  readonly kind: 'excess';
  readonly limit: 'memory' | 'milliseconds';
  readonly max: number;
}

/**
 * Checks XML documents in a thread, one after the other, so that a hostile one costs no more than
 * its time and memory. The thread starts with the first document.
 */
export class XmlChecker {
  readonly #schemas: readonly MappedSchema[];
  readonly #limits: XmlLimits;
  #thread: WorkerThread<XmlTask, XmlReply> | undefined;

  constructor(schemas: readonly MappedSchema[], limits = usualLimits) {
    this.#schemas = schemas;
    this.#limits = limits;
  }

  /**
   * Reads the schemas, if there are any.
   * @throws {UsageFault} for one that cannot be used
   */
  async open(): Promise<void> {
    if (this.#schemas.length > 0) await this.#replyTo({}, {});
  }

  /**
   * Checks a document as `checkXml` does.
   * @param profile stands for the namespace where the document has none
   * @throws {UsageFault} as `open`; the signal's reason when it is aborted
   */
  async check(
    bytes: Uint8Array,
    { profile, signal }: { readonly profile?: string | undefined; readonly signal: AbortSignal },
  ): Promise<XmlResult | XmlExcess> {
    const { timeoutMs, heapBytes } = this.#limits;
    try {
      const reply = await this.#replyTo({ bytes, profile }, { timeoutMs, signal });
      if (!('result' in reply)) throw new TypeError('The thread gave no result.');
      return reply.result;
    } catch (error) {
      if (error instanceof ThreadTimeout)
        return { kind: 'excess', limit: 'milliseconds', max: timeoutMs };
      if (error instanceof ThreadOutOfMemory)
        return { kind: 'excess', limit: 'memory', max: heapBytes };
      throw error;
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  async #replyTo(
    task: XmlTask,
    control: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<Exclude<XmlReply, { readonly fault: string }>> {
    if (this.#thread?.hasEnded !== false) {
      const script = new URL('./xml-thread.js', import.meta.url);
      const { heapBytes } = this.#limits;
      this.#thread = new WorkerThread({ script, data: this.#schemas, heapBytes });
    }
    try {
      let reply: XmlReply | undefined;
      for await (const part of this.#thread.run(task, control)) reply = part;
      if (reply === undefined) throw new TypeError('The thread gave no answer.');
      if ('fault' in reply) throw new UsageFault(reply.fault);
      return reply;
    } catch (error) {
      // Its thread ended because of another document.
      if (error instanceof TaskAbandoned) return this.#replyTo(task, control);
      throw error;
    }
  }
}

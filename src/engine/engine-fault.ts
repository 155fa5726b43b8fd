import { Fault } from '../model/fault.ts';

export type EngineTrouble =
  /** The catalogue does not fit into the engine's memory. */
  | 'catalogue-too-large'
  /** One record has more statements than can be loaded at once. */
  | 'record-too-large'
  /** The query, or a record, needed more memory or depth than there is. */
  | 'out-of-memory'
  /** The answer is longer than a string can be. */
  | 'answer-too-long';

/** The engine cannot run a query, whatever its text. */
export class EngineFault extends Fault {
  override readonly name = 'EngineFault' as const;
  readonly trouble: EngineTrouble;

  constructor(trouble: EngineTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

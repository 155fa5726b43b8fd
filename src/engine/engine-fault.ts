import { Fault } from '../model/fault.ts';

export type EngineTrouble =
  /** The catalogue holds more than fits into the engine's memory. */
  | 'catalogue-too-large'
  /** One record has more statements than can be loaded at once. */
  | 'record-too-large'
  /** The query, or a record, needed more memory or depth than there is. */
  | 'out-of-memory'
  /** Its answer is longer than a text can be. */
  | 'answer-too-long';

/** The engine cannot do what it is asked, whatever the query. */
export class EngineFault extends Fault {
  override readonly name = 'EngineFault' as const;
  readonly trouble: EngineTrouble;

  constructor(trouble: EngineTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

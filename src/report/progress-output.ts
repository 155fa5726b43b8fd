/** Where progress is written: the part of a stream that is needed. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On a terminal the state is drawn anew, elsewhere lines are added: so often, in milliseconds. */
export const redrawMs = 200;
export const logMs = 10_000;

/** What politeness needs of time and chance; passed in, so that tests depend on neither. */
export interface Clock {
  /** Milliseconds since some moment. They only grow. */
  now(): number;
  /** Calls back once after so many milliseconds. @returns how to take that back */
  after(ms: number, call: () => void): () => void;
  /** From 0 to 1, the latter excluded. */
  random(): number;
}

/** The longest time that a timer of Node's can be set to, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** That of this machine. A timer may come early: whoever is called looks at the clock again. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, Math.min(Math.ceil(ms), longestTimerMs));
    return () => {
      clearTimeout(timer);
    };
  },
  random: Math.random,
};

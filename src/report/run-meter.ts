import type { HttpMethod } from '../model/http.ts';
import {
  noRequests,
  type RequestCounts,
  type RequestWatch,
  type RequestWatcher,
} from '../model/run-costs.ts';
import { PhaseClock } from './phase-clock.ts';

/** Measures what a run as a whole takes: its phases, and every request whatever it is for. */
export class RunMeter implements RequestWatcher {
  readonly phases: PhaseClock;
  readonly #requests = { ...noRequests };

  constructor(phases: PhaseClock = new PhaseClock()) {
    this.phases = phases;
  }

  begun(method: HttpMethod): RequestWatch {
    this.#requests[method] += 1;
    let stop = this.phases.begin('waiting');
    return {
      answered: (status) => {
        stop();
        if (status === 304) this.#requests.notModified += 1;
        stop = this.phases.begin('downloading');
      },
      ended: () => {
        stop();
      },
    };
  }

  /** All requests so far. Bytes are counted by the hosts. */
  get requests(): Omit<RequestCounts, 'bytesReceived' | 'bytesDecoded'> {
    const { GET, HEAD, notModified } = this.#requests;
    return { GET, HEAD, notModified };
  }
}

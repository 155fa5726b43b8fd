import { describe, expect, it } from 'vitest';
import type { SliceEnd } from '../../src/distributed/messages.ts';
import { WorkerTally } from '../../src/distributed/worker-tally.ts';
import { type HostFacts, noPhases } from '../../src/model/run-costs.ts';

describe('the tally of workers', () => {
  it('takes the latest counts of an session, which are of all its slices', () => {
    const tally = new WorkerTally();
    tally.add('first', sliceEnd('a', { made: 3, GET: 4 }));
    tally.add('first', sliceEnd('a', { made: 5, GET: 10 }));
    expect(tally.costs()).toMatchObject({
      workers: [{ worker: 'first', slices: 2, visits: 8, requests: 10 }],
      requests: { GET: 10 },
      hosts: [{ host: 'example.org', requests: 10 }],
    });
  });

  it('adds the sessions of a worker, and the workers, up', () => {
    const tally = new WorkerTally();
    tally.add('second', sliceEnd('c', { made: 1, GET: 2 }));
    tally.add('first', sliceEnd('a', { made: 8, GET: 10 }));
    tally.add('first', sliceEnd('b', { made: 2, GET: 2 }));
    expect(tally.costs()).toMatchObject({
      workers: [
        { worker: 'first', slices: 2, visits: 10, requests: 12 },
        { worker: 'second', slices: 1, visits: 1, requests: 2 },
      ],
      requests: { GET: 14 },
      hosts: [{ host: 'example.org', requests: 14 }],
    });
  });

  it('has the state in which a host was seen last, unless it was given up', () => {
    const tally = new WorkerTally();
    const seen = (session: string, state: HostFacts['state']): void => {
      tally.add('any', { ...sliceEnd(session, { made: 1, GET: 1 }), hosts: [facts(1, state)] });
    };
    seen('a', 'answering');
    seen('b', 'resting');
    expect(tally.costs().hosts).toMatchObject([{ state: 'resting' }]);
    seen('a', 'answering');
    expect(tally.costs().hosts).toMatchObject([{ state: 'answering' }]);
    seen('a', 'given-up');
    seen('b', 'answering');
    expect(tally.costs().hosts).toMatchObject([{ state: 'given-up' }]);
  });

  it('tells of a host once when it becomes quiet', () => {
    const tally = new WorkerTally();
    const quiet = { ...sliceEnd('a', { made: 1, GET: 1 }), hosts: [facts(1, 'given-up')] };
    expect(tally.add('first', sliceEnd('a', { made: 1, GET: 1 }))).toEqual([]);
    expect(tally.add('first', quiet)).toMatchObject([{ host: 'example.org', state: 'given-up' }]);
    expect(tally.add('first', quiet)).toEqual([]);
  });
});

function sliceEnd(session: string, { made, GET }: { made: number; GET: number }): SliceEnd {
  return {
    session,
    made,
    restMs: 0,
    requests: { GET, HEAD: 0, notModified: 0 },
    phases: noPhases,
    hosts: [facts(GET, 'answering')],
  };
}

function facts(requests: number, state: HostFacts['state']): HostFacts {
  return {
    host: 'example.org',
    requests,
    bytesReceived: 0,
    bytesDecoded: 0,
    waitingMs: 0,
    restedMs: 0,
    failures: 0,
    state,
  };
}

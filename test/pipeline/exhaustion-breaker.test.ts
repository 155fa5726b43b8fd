import { expect, it } from 'vitest';
import { ExhaustionBreaker } from '../../src/pipeline/exhaustion-breaker.ts';

/**
 * `x` for a document that was given up, `.` for another; of the host whose letter stands
 * before it, `-` for files.
 */
function breakerAfter(events: string): ExhaustionBreaker {
  const breaker = new ExhaustionBreaker(3);
  for (const [, host = '', end] of events.matchAll(/([\w-])([x.])/gu)) {
    const origin = originOf(host);
    if (end === '.') breaker.succeeded(origin);
    else breaker.exhausted(origin, 'record-timed-out');
  }
  return breaker;
}

function originOf(host: string, source = 's') {
  const url = `https://${host}/`;
  return host === '-' ? { url, source } : { url, source, host };
}

it.each([
  ['two in a row are few', 'ax ax', []],
  ['three in a row of one host cost that host', 'ax ax ax', ['a']],
  ['a success between them saves it', 'ax ax a. ax ax', []],
  ['successes of other hosts do not', 'ax b. ax b. ax', ['a']],
  ['three in a row of several hosts cost the source', 'ax bx cx', ['a', 'b', 'z', '-']],
  ['a host that was given up counts for no other', 'ax ax ax bx', ['a']],
  ['and further hosts cost the source again', 'ax ax ax bx cx bx', ['a', 'b', 'z', '-']],
  ['files have no host', '-x -x -x', ['a', 'b', 'z', '-']],
])('gives up a source or host: %s', (_, events, refused) => {
  const breaker = breakerAfter(events);
  const hosts = ['a', 'b', 'z', '-'].filter(
    (host) => breaker.refusal(originOf(host)) !== undefined,
  );
  expect(hosts).toEqual(refused);
});

it('names the host or source, and gives up nothing that other sources list there', () => {
  const ofHost = breakerAfter('ax ax ax').refusal(originOf('a'));
  const facts = { failures: 3, reason: 'record-timed-out' };
  expect(ofHost).toEqual({ kind: 'host-given-up', url: 'https://a/', host: 'a', ...facts });
  expect(breakerAfter('ax ax ax').refusal(originOf('a', 'other'))).toBeUndefined();
  const ofSource = breakerAfter('ax bx cx').refusal(originOf('z'));
  expect(ofSource).toEqual({ kind: 'source-given-up', url: 'https://z/', source: 's', ...facts });
});

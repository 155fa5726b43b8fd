import { describe, expect, it } from 'vitest';
import type { ProfileChoice, ProfileVerdict } from '../../src/model/validation.ts';
import { newPath, openStore, url, urlUpdate } from './updates.ts';

function verdict(profile: string, because: ProfileChoice, conforms = true): ProfileVerdict {
  return {
    profile,
    because,
    conforms,
    findings: { error: conforms ? 0 : 1, warning: 0, info: 0 },
    required: { met: conforms ? 2 : 1, of: 2 },
    recommended: { met: 0, of: 0 },
    unmet: conforms ? [] : [{ rule: 'rights', severity: 'error' }],
  };
}

const at = '2026-11-20T11:36:27.000Z';
const core = verdict('cdif-core-1.1', 'claimed');
const discovery = verdict('cdif-discovery-1.1', 'named');
const broken = (because: ProfileChoice) => [verdict('cdif-discovery-1.1', because, false)];

describe('the copy of a record that is kept out', () => {
  it.each<[string, readonly ProfileVerdict[] | undefined, ProfileChoice, string | undefined]>([
    ['that conforms', [discovery], 'named', at],
    ['that conforms to what it claimed', [core], 'claimed', at],
    ['that was never validated', undefined, 'named', undefined],
    ['that conforms to another profile than is named', [core], 'named', undefined],
    ['that does not conform to one of several', [core, ...broken('claimed')], 'claimed', undefined],
  ])('stays or goes: one %s', async (_, conformance, because, copyAt) => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1, conformance === undefined ? {} : { conformance }));
    const record = { graph: url(1), conformance: broken(because) };
    expect(await store.conformingCopy(record)).toBe(copyAt);
    expect(await store.conformingCopy({ ...record, graph: url(2) })).toBeUndefined();
    await store.close();
  });
});

describe('the conformance of a record', () => {
  it('touches the record when it changes, and only then', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1, { conformance: [core] }));
    const { change } = await store.status();
    const same = await store.write(urlUpdate(1, { conformance: [core] }));
    expect(same.graphs).toMatchObject([{ state: 'unchanged' }]);
    expect((await store.status()).change).toBe(change);
    const other = await store.write(urlUpdate(1, { conformance: [core, discovery] }));
    expect(other.graphs).toMatchObject([{ state: 'unchanged' }]);
    const touched = await store.ofOneState(async (snapshot) => snapshot.touchedSince(change));
    expect([...(touched ?? [])]).toEqual([url(1)]);
    await store.close();
  });
});

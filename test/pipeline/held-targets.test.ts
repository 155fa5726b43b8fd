import { describe, expect, it } from 'vitest';
import type { FetchRequest, Response } from '../../src/model/http.ts';
import type { Source } from '../../src/config/schema.ts';
import type { Target } from '../../src/model/target.ts';
import type { HarvestStages } from '../../src/pipeline/harvest-plan.ts';
import { run, source, stage, stages } from './harvesting.ts';

const targetAt = (index: number): Target => ({
  url: `https://a.example/dead/${index}`,
  source: 'a',
  found: { by: 'urls' },
  depth: 0,
});

/** A listing that reaches its end only when the first page was requested. */
function listingUntilRequested(count: number) {
  let requested = 0;
  let wake: (() => void) | undefined;
  const first = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let requestedBeforeEnd = 0;
  const discover: HarvestStages['discover'] = {
    name: 'discover',
    async *process(_source: Source) {
      for (let index = 0; index < count; index += 1) {
        yield { kind: 'produced', value: targetAt(index) };
      }
      // A listing of fewer pages would wait here until the limit of time.
      if (count >= 10_000) await first;
      requestedBeforeEnd = requested;
    },
  };
  const fetch = stage<FetchRequest, Response>('fetch', function* count404({ target: { url } }) {
    requested += 1;
    wake?.();
    yield { kind: 'failed', problem: { kind: 'http-status', url, status: 404 } };
  });
  return { stages: { ...stages, discover, fetch }, before: () => requestedBeforeEnd };
}

describe('the pages of a source', () => {
  it('wait until its listing has ended', async () => {
    const site = listingUntilRequested(9_999);
    const options = { stages: site.stages, urlsPerSource: 20_000 };
    const { reports } = await run([source('a', [])], options);
    expect(site.before()).toBe(0);
    expect(reports[0]?.urls.gone).toBe(9_999);
  });

  it('wait no longer once 10,000 do', async () => {
    const site = listingUntilRequested(10_000);
    const options = { stages: site.stages, urlsPerSource: 20_000 };
    const { reports } = await run([source('a', [])], options);
    expect(site.before()).toBeGreaterThan(0);
    expect(reports[0]?.urls.gone).toBe(10_000);
  });
});

import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import { harvestAgain } from './later-harvests.ts';

const json = { 'content-type': 'application/ld+json' };

/**
 * A server that gives records to clients with a token, and notes the credentials of each request.
 */
async function guardedSite() {
  let list = nothing;
  const isShared = new Promise<void>((resolve) => {
    list = resolve;
  });
  const seen = new Map<string, Set<string>>();
  const origin = await serve(({ url = '', headers: { authorization = 'nothing' } }, response) => {
    seen.set(url, (seen.get(url) ?? new Set()).add(authorization));
    const record = { '@context': 'https://schema.org/', '@id': `${origin}${url}#it` };
    const answer = (): void => {
      if (url === '/robots.txt') response.end('User-agent: *\nDisallow:\n');
      else if (url === '/late.txt') response.end(`${origin}/shared`);
      else if (url.startsWith('/list.txt?')) response.end(decodeURIComponent(url.slice(10)));
      else if (url === '/open' || authorization !== 'nothing') {
        const name = `As ${authorization}`;
        response.writeHead(200, json).end(JSON.stringify({ ...record, '@type': 'Dataset', name }));
      } else response.writeHead(401).end();
    };
    // Adds URLs that were requested earlier to the list.
    if (url === '/late.txt') void isShared.then(answer);
    else answer();
    if (url === '/shared') list();
  });
  return {
    origin,
    /** The credentials of the requests for a path since the previous call. */
    seen: (path: string) => {
      const shown = [...(seen.get(path) ?? [])].toSorted();
      seen.delete(path);
      return shown;
    },
  };
}

const nothing = (): void => undefined;

const withToken = (token: string) => ({ headers: { Authorization: token } });

describe('the credentials of a source', () => {
  it('are for what it lists, and for nothing of another source at the same origin', async () => {
    const { origin, seen } = await guardedSite();
    const own = { urls: [`${origin}/own`], ...withToken('a') };
    const other = { name: 'other', urls: [`${origin}/other`, `${origin}/open`] };
    const gave = await harvestAgain(own, other).harvest();
    expect(seen('/own')).toEqual(['a']);
    expect(seen('/other')).toEqual(['nothing']);
    expect(seen('/open')).toEqual(['nothing']);
    // Each with its own credentials: a server may hide from one what it shows to the other.
    expect(seen('/robots.txt')).toEqual(['a', 'nothing']);
    expect(gave.records).toEqual({ added: 1 });
    expect(gave.others[0]?.urls).toEqual({ loaded: 1, 'fetch-failed': 1 });
  });

  it('may be others than those of another source at the same origin', async () => {
    const { origin, seen } = await guardedSite();
    const one = { urls: [`${origin}/one`], ...withToken('a') };
    const other = { name: 'other', urls: [`${origin}/other`], ...withToken('b') };
    await harvestAgain(one, other).harvest();
    expect(seen('/one')).toEqual(['a']);
    expect(seen('/other')).toEqual(['b']);
    expect(seen('/robots.txt')).toEqual(['a', 'b']);
  });

  it.each(['a', 'z'])(
    'are for a URL that another source lists too, whatever their names: %s',
    async (name) => {
      const { origin } = await guardedSite();
      const open = { urls: [`${origin}/shared`] };
      const again = harvestAgain(open, { name, urls: [`${origin}/shared`], ...withToken('a') });
      const { report } = await again.harvest();
      expect(report.sources.reduce((sum, { records }) => sum + records.added, 0)).toBe(1);
      const known = await again.read(async (store) => store.known(`${origin}/shared`));
      expect(known?.outcome.listings.map(({ source }) => source)).toEqual([name, 's'].toSorted());
    },
  );

  it.each([
    ['m', 'z'],
    ['z', 'm'],
  ])('are those of the first source by name where several list a URL: %s, %s', async (...names) => {
    const { origin, seen } = await guardedSite();
    const [one, other] = names.map((name) => {
      return { name, urls: [`${origin}/shared`], headers: { Authorization: name } };
    });
    if (one === undefined || other === undefined) throw new Error('There are two sources.');
    const again = harvestAgain(one, other);
    await again.harvest();
    expect(seen('/shared')).toContain('m');
    await again.harvest({ full: true });
    expect(seen('/shared')).toEqual(['m']);
    // Also in a run for the other source alone, since the first one still lists the URL.
    await again.harvest({ full: true, only: ['z'] });
    expect(seen('/shared')).toEqual(['m']);
  });

  it('come late, where a source without any lists a URL first, and count from then on', async () => {
    const { origin, seen } = await guardedSite();
    const open = { urls: [`${origin}/shared`, `${origin}/open`] };
    const guarded = { name: 'late', sitemap: `${origin}/late.txt`, ...withToken('a') };
    const again = harvestAgain(open, guarded);
    const first = await again.harvest();
    expect(seen('/shared')).toEqual(['a', 'nothing']);
    expect(first.others[0]?.records).toEqual({ added: 1 });
    // The next night starts with the sources that listed it.
    await again.harvest({ full: true });
    expect(seen('/shared')).toEqual(['a']);
    const known = await again.read(async (store) => store.known(`${origin}/shared`));
    expect(known?.outcome.state).toBe('harvested');
    expect(known?.outcome.listings.map(({ source }) => source)).toEqual(['late', 's']);
  });

  it('go to their origin behind a redirect from elsewhere, for who lists that', async () => {
    const { origin, seen } = await guardedSite();
    const shown: unknown[] = [];
    const resolver = await serve(({ url = '', headers }, response) => {
      if (url !== '/robots.txt') shown.push(headers.authorization);
      response.writeHead(302, { location: `${origin}${url}` }).end();
    });
    const list = encodeURIComponent(`${resolver}/own\n${resolver}/shared`);
    const own = { sitemap: `${origin}/list.txt?${list}`, ...withToken('a') };
    const other = { name: 'other', urls: [`${resolver}/other`, `${resolver}/shared`] };
    const again = harvestAgain(own, other);
    await again.harvest();
    expect(seen('/own')).toEqual(['a']);
    expect(seen('/other')).toEqual(['nothing']);
    expect(seen('/shared')).toContain('a');
    await again.harvest({ full: true });
    expect(seen('/shared')).toEqual(['a']);
    expect(new Set(shown)).toEqual(new Set([undefined]));
  });
});

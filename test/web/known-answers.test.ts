import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import type { Response, ResponseSignature } from '../../src/model/http.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { client, limits, serve } from './loopback.ts';

const linkTo = (path: string): string => `<${path}>; rel="describedby"; type="application/ld+json"`;

/** The headers of a resource whose validators stay the same; each of them may change. */
interface Said {
  type?: string;
  link?: string;
  /** Of a 304; by default that of all responses. Empty for none. */
  linkOf304?: string;
  /** Of `/old`, which redirects to the resource. */
  redirectLink?: string;
}

/** A resource that is requested repeatedly, each time with its known response. */
async function resource(path: string, said: Said) {
  const requests: string[] = [];
  const origin = await serve((request, response) => {
    const isConditional = request.headers['if-none-match'] === '"one"';
    requests.push(`${request.method} ${request.url}${isConditional ? ' if' : ''}`);
    if (request.url === '/old') redirect(response, said.redirectLink);
    else if (isConditional) response.writeHead(304, fields(said.linkOf304 ?? said.link)).end();
    else response.writeHead(200, { 'content-type': said.type, ...fields(said.link) }).end('x');
  });
  let known: ResponseSignature | undefined;
  const stage = createFetchStage({ http: client(), limits });
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  const target = { url: origin + path, source: 'a', found: { by: 'sitemap' }, depth: 0 } as const;
  return {
    /** @returns the outcome, and the requests */
    ask: async (): Promise<{ outcome: Outcome<Response>; asked: string[] }> => {
      requests.length = 0;
      const before = known;
      const onAnswer = (answer: ResponseSignature): void => {
        known = answer;
      };
      for await (const outcome of stage.process({ target, known: before, onAnswer }, context)) {
        return { outcome, asked: [...requests] };
      }
      throw new Error('nothing came');
    },
  };
}

const fields = (link: string | undefined): Record<string, string> => ({
  etag: '"one"',
  ...(link === undefined || link === '' ? {} : { link }),
});

function redirect(response: ServerResponse, link: string | undefined): void {
  response.writeHead(302, { location: '/page', ...(link === undefined ? {} : { link }) }).end();
}

const asBefore = { kind: 'skipped', reason: 'not-modified' };
const leadingTo = (path: string) => ({
  kind: 'produced',
  value: { linkFields: [{ text: linkTo(path) }] },
});

describe('data with unchanged validators', () => {
  it('are requested with an unconditional HEAD alone, and unchanged', async () => {
    const { ask } = await resource('/a.csv', { type: 'text/csv', link: linkTo('/one') });
    expect((await ask()).outcome).toMatchObject(leadingTo('/one'));
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject(asBefore);
    expect(asked).toEqual(['HEAD /a.csv']);
  });

  it('lead to the new target of their header', async () => {
    const said = { type: 'text/csv', link: linkTo('/one') };
    const { ask } = await resource('/a.csv', said);
    await ask();
    said.link = linkTo('/two');
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject(leadingTo('/two'));
    expect(asked).toEqual(['HEAD /a.csv']);
    expect((await ask()).outcome).toMatchObject(asBefore);
  });

  it('are requested with HEAD alone where they lead nowhere, as before', async () => {
    const { ask } = await resource('/a.csv', { type: 'text/csv' });
    expect((await ask()).asked).toEqual(['HEAD /a.csv', 'GET /a.csv']);
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject(asBefore);
    expect(asked).toEqual(['HEAD /a.csv']);
  });

  it('are requested with GET where HEAD no longer leads to metadata', async () => {
    const said: Said = { type: 'text/csv', link: linkTo('/one') };
    const { ask } = await resource('/a.csv', said);
    await ask();
    delete said.link;
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject({ kind: 'produced', value: { linkFields: [] } });
    expect(asked).toEqual(['HEAD /a.csv', 'GET /a.csv']);
    expect((await ask()).asked).toEqual(['HEAD /a.csv']);
  });
});

describe('a page that is not modified', () => {
  const html = 'text/html';

  it.each<[string, Said]>([
    ['the same links', { link: linkTo('/one') }],
    ['no links, as it may', { link: linkTo('/one'), linkOf304: '' }],
    ['no links, and has none', {}],
  ])('is asked for once where that is said with %s', async (_name, said) => {
    const { ask } = await resource('/page', { type: html, ...said });
    await ask();
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject(asBefore);
    expect(asked).toEqual(['GET /page if']);
  });

  it('is requested again where the 304 has other links', async () => {
    const said = { type: html, link: linkTo('/one') };
    const { ask } = await resource('/page', said);
    await ask();
    said.link = linkTo('/two');
    const { outcome, asked } = await ask();
    expect(outcome).toMatchObject(leadingTo('/two'));
    expect(asked).toEqual(['GET /page if', 'GET /page']);
    expect((await ask()).asked).toEqual(['GET /page if']);
  });

  it('is requested again only once where each 304 has other links', async () => {
    const said: Said = { type: html, link: linkTo('/one'), linkOf304: '</style>; rel="preload"' };
    const { ask } = await resource('/page', said);
    await ask();
    const second = await ask();
    expect(second.outcome).toMatchObject(asBefore);
    expect(second.asked).toEqual(['GET /page if', 'GET /page']);
    const third = await ask();
    expect(third.outcome).toMatchObject(asBefore);
    expect(third.asked).toEqual(['GET /page if']);
    said.linkOf304 = '</other>; rel="preload"';
    expect((await ask()).asked).toEqual(['GET /page if', 'GET /page']);
  });

  it('is requested again where a redirect has other links', async () => {
    const said: Said = { type: html, link: linkTo('/one'), redirectLink: linkTo('/old-one') };
    const { ask } = await resource('/old', said);
    await ask();
    expect((await ask()).asked).toEqual(['GET /old if', 'GET /page if']);
    said.redirectLink = linkTo('/old-two');
    const { outcome } = await ask();
    expect(outcome).toMatchObject({
      kind: 'produced',
      value: { linkFields: [{ text: linkTo('/old-two') }, { text: linkTo('/one') }] },
    });
  });
});

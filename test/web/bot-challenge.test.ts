import { describe, expect, it } from 'vitest';
import { Hosts } from '../../src/web/hosts.ts';
import { HttpClient } from '../../src/web/http-client.ts';
import { client, httpConfig, problemOf, read, serve, type Handler } from './loopback.ts';

/** Answers with a challenge, and counts the requests. */
function challenging(code: number, headers: Record<string, string>) {
  const counted = { requests: 0 };
  const handler: Handler = (_request, response) => {
    counted.requests += 1;
    response.writeHead(code, headers).end('<title>Just a moment...</title>');
  };
  return { counted, handler };
}

const cloudflare = { 'cf-mitigated': 'challenge' };

describe('a bot challenge', () => {
  it.each([
    [403, 'Cloudflare', cloudflare],
    [503, 'Cloudflare', { 'CF-Mitigated': 'Challenge' }],
    [429, 'Cloudflare', { ...cloudflare, 'retry-after': '0' }],
    [200, 'Cloudflare', cloudflare],
    [202, 'AWS WAF', { 'x-amzn-waf-action': 'challenge' }],
    [405, 'AWS WAF', { 'X-Amzn-Waf-Action': 'captcha' }],
    [403, 'AWS WAF', { 'x-amzn-waf-action': ' CAPTCHA ' }],
  ])(
    'with status %i is recognised by its headers, and not retried',
    async (status, service, headers) => {
      const { counted, handler } = challenging(status, headers);
      const url = `${await serve(handler)}/7`;
      const problem = await problemOf(read(client(), url));
      expect(problem).toEqual({ kind: 'bot-challenge', url, service, status });
      expect(counted.requests).toBe(1);
    },
  );

  it.each([
    [403, {}],
    [403, { server: 'cloudflare', 'cf-ray': '1' }],
    [403, { 'cf-mitigated': 'block' }],
    [405, { 'x-amzn-waf-action': 'count' }],
    [403, { 'x-mitigated': 'challenge' }],
  ])('is no other answer with status %i: %j', async (status, headers) => {
    const { handler } = challenging(status, headers);
    expect(await problemOf(read(client(), await serve(handler)))).toMatchObject({
      kind: 'http-status',
      status,
    });
  });

  it('is no redirect, and no 304', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/to', ...cloudflare }).end();
      else response.end('fine');
    });
    expect(await read(client(), origin)).toBe('fine');
  });

  it.each([
    [403, []],
    [202, []],
    [503, ['host-given-up', 'host-given-up']],
    [429, ['host-given-up', 'host-given-up']],
  ])('with status %i at each URL counts as any response with it', async (status, refusals) => {
    const { counted, handler } = challenging(status, cloudflare);
    const config = httpConfig({ perHost: { maxFailures: 3 } });
    const hosts = new Hosts(config, { backOffMs: 1 });
    const http = new HttpClient(config, '1.2.3', { hosts });
    const origin = await serve(handler);
    const kinds: string[] = [];
    for (let url = 0; url < 6; url += 1) {
      kinds.push((await problemOf(read(http, `${origin}/${url}`))).kind);
    }
    await http.close();
    const challenged = Array.from({ length: 6 - refusals.length }, () => 'bot-challenge');
    expect(kinds).toEqual([...challenged, ...refusals]);
    expect(counted.requests).toBe(challenged.length);
  });
});

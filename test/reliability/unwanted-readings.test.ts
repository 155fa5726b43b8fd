import { describe, expect, it } from 'vitest';
import { serve } from '../web/loopback.ts';
import { datasetPage } from '../support/faults/good-page.mjs';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const numbers = Array.from({ length: 10 }, (_, number) => number);

/** A site of ten pages, each of which describes a dataset only in microdata. */
async function site(): Promise<FaultSite> {
  const pages = await faultSite('127.0.0.1');
  for (const number of numbers) pages.page(`/${number}`, { body: microdata(number) });
  return pages;
}

function microdata(number: number): string {
  const name = `<span itemprop="name">Dataset ${number}</span>`;
  return `<html><body><div itemscope itemtype="https://schema.org/Dataset">${name}</div></body></html>`;
}

function sitemap(pages: FaultSite, path: string, listed: readonly number[]): string {
  const urls = listed.map((number) => `<url><loc>${pages.origin}/${number}</loc></url>`);
  const headers = { 'content-type': 'application/xml' };
  pages.page(path, { body: `<urlset>${urls.join('')}</urlset>`, headers });
  return `${pages.origin}${path}`;
}

const wanted = { fallbacks: ['microdata'] };
const unwanted = { source: { fallbacks: [] } };

describe('a record from a fallback reader', () => {
  it('is removed when no source that lists its page wants the fallback any more', async () => {
    const pages = await site();
    const again = harvestAgain(
      { sitemap: sitemap(pages, '/a.xml', numbers), ...wanted },
      { name: 'b', sitemap: sitemap(pages, '/b.xml', numbers) },
    );
    expect((await again.harvest()).records).toEqual({ added: 10 });
    sitemap(pages, '/a.xml', numbers.slice(1));
    expect((await again.harvest()).others[0]?.records).toEqual({ unchanged: 1 });
    const { urls, records } = (await again.harvest()).others[0] ?? {};
    expect(urls).toEqual({ 'no-metadata': 1 });
    expect(records).toEqual({ removed: 1 });
    const next = await again.harvest();
    expect(next.records).toEqual({ unchanged: 9 });
    expect(next.others[0]?.records).toEqual({});
  });

  it('waits for confirmation when the configuration drops the fallback, and stays when that is undone', async () => {
    const pages = await site();
    const again = harvestAgain({ sitemap: sitemap(pages, '/s.xml', numbers), ...wanted });
    await again.harvest();
    for (const _ of [0, 1]) {
      const { records, problems } = await again.harvest(unwanted);
      expect(records).toEqual({ kept: 10 });
      expect(problems).toMatchObject({ 'removals-held': 1 });
    }
    expect((await again.harvest()).records).toEqual({ unchanged: 10 });
    expect((await again.harvest(unwanted)).records).toEqual({ kept: 10 });
    const confirmed = await again.harvest({ ...unwanted, allowRemovals: true });
    expect(confirmed.records).toEqual({ removed: 10 });
  });

  it('stays while its page temporarily gives nothing, even under other settings', async () => {
    const pages = await site();
    const again = harvestAgain({ sitemap: sitemap(pages, '/s.xml', numbers), ...wanted });
    await again.harvest();
    for (const number of numbers) pages.page(`/${number}`, { body: '<p>Back soon.</p>' });
    for (const source of [{}, { types: ['Dataset'] }, { fallbacks: ['microdata', 'rdfa'] }]) {
      const { records } = await again.harvest({ source, allowRemovals: true });
      expect(records).toEqual({ 'failed-kept': 10 });
    }
    for (const number of numbers) pages.page(`/${number}`, { body: microdata(number) });
    expect((await again.harvest()).records).toEqual({ unchanged: 10 });
  });

  it('stays when its page fails or is broken while the fallback is dropped', async () => {
    const pages = await site();
    const again = harvestAgain({ sitemap: sitemap(pages, '/s.xml', [0]), ...wanted });
    await again.harvest();
    pages.fault('/0', 'server-error');
    const failed = await again.harvest({ ...unwanted, allowRemovals: true });
    expect(failed.records).toEqual({ 'failed-kept': 1 });
    pages.page('/0', { body: '<script type="application/ld+json">{"@type":</script>' });
    const { urls, records } = await again.harvest({ ...unwanted, allowRemovals: true });
    expect(urls).toEqual({ 'metadata-failed': 1 });
    expect(records).toEqual({ 'failed-kept': 1 });
  });
});

describe('a record found by a request for metadata alone', () => {
  it('is removed only when no source requests metadata alone any more', async () => {
    const server = { isBack: true };
    const origin = await serve((request, response) => {
      const isPage = request.headers.accept?.includes('text/html') === true || !server.isBack;
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else if (isPage)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A page</p>');
      else {
        response.writeHead(200, { 'content-type': 'application/ld+json' });
        response.end('{"@context":"https://schema.org","@type":"Dataset","name":"A"}');
      }
    });
    const again = harvestAgain({ urls: [`${origin}/a`] });
    expect((await again.harvest()).records).toEqual({ added: 1 });
    server.isBack = false;
    expect((await again.harvest({ allowRemovals: true })).records).toEqual({ 'failed-kept': 1 });
    const source = { negotiate: false };
    expect((await again.harvest({ source })).records).toEqual({ kept: 1 });
    expect((await again.harvest({ source, allowRemovals: true })).records).toEqual({ removed: 1 });
  });
});

describe('a record from JSON-LD', () => {
  it('stays while its page temporarily gives nothing and a fallback is dropped', async () => {
    const pages = await faultSite('127.0.0.1');
    pages.page('/0', { body: datasetPage(`${pages.origin}/0`, 0) });
    const again = harvestAgain({ sitemap: sitemap(pages, '/s.xml', [0]), ...wanted });
    await again.harvest();
    pages.page('/0', { body: '<p>Back soon.</p>' });
    const { records } = await again.harvest({ ...unwanted, allowRemovals: true });
    expect(records).toEqual({ 'failed-kept': 1 });
  });
});

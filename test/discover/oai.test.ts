import { describe, expect, it } from 'vitest';
import { oaiBaseUrl } from '../../src/model/oai-urls.ts';
import { chooseMetadataFormat } from '../../src/model/metadata-namespaces.ts';
import type { Target } from '../../src/model/target.ts';
import { OaiRepository, type RepositoryBehaviour } from '../support/oai-repository.ts';
import { serve } from '../web/loopback.ts';
import { discover, notes, problems } from './discovering.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');
const all = Array.from({ length: 25 }, (_, index) => `oai:repo.example:${index + 1}`);

/** A repository with 25 records, each half a day after the other. */
async function serveRepository(behaviour: Partial<RepositoryBehaviour> = {}) {
  let ms = startMs;
  const repository = new OaiRepository(() => new Date(ms), behaviour);
  for (const [index, identifier] of all.entries()) {
    ms += 43_200_000;
    repository.put(identifier, `Peat ${index}`, index % 5 === 0 ? 'few' : 'many');
  }
  ms += 3_600_000;
  return { repository, oai: `${await serve(repository.listener)}/oai` };
}

async function list(
  oai: string,
  options: { sets?: readonly string[]; metadataPrefix?: string } = {},
) {
  const outcomes = await discover({ kind: 'oai', oai, ...options });
  const targets: Target[] = [];
  for (const each of outcomes) if (each.kind === 'produced') targets.push(each.value);
  return { outcomes, targets, identifiers: targets.map(identifierOf).toSorted(byNumber) };
}

function identifierOf({ url }: Target): string {
  return new URL(url).searchParams.get('identifier') ?? '';
}

function byNumber(one: string, other: string): number {
  return Number(one.split(':')[2]) - Number(other.split(':')[2]);
}

describe('a list of records', () => {
  it('gives each record with its content, named by the request for it alone', async () => {
    const { oai, repository } = await serveRepository({ pageSize: 100 });
    const { targets } = await list(oai);
    const [{ content, ...first } = { content: undefined }] = targets;
    expect(first).toEqual({
      url: `${oai}?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3Arepo.example%3A1`,
      source: 'a',
      found: {
        by: 'oai',
        in: `${oai}?verb=ListRecords&metadataPrefix=oai_dc`,
        lastmod: '2026-01-01T12:00:00Z',
      },
      depth: 0,
    });
    const text = Buffer.from(content?.body ?? []).toString();
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<record xmlns="http:/u);
    expect(text).toMatch(/Peat 0.*<\/metadata><\/record>$/u);
    expect(text).not.toContain('about');
    expect(repository.requests).toHaveLength(3);
  });

  it.each<[string, Partial<RepositoryBehaviour>]>([
    ['has pages', {}],
    ['ends without a token', { endsWithEmptyToken: false }],
    ['knows days only', { granularity: 'day' }],
    ['repeats each record', { repeats: true }],
    ['is wrong about its size', { liesAboutSize: true }],
    ['has no date of response', { hasResponseDate: false }],
    ['has namespace prefixes', { isPrefixed: true }],
  ])('is read whole where it %s', async (_name, behaviour) => {
    const { oai } = await serveRepository(behaviour);
    const { identifiers, outcomes } = await list(oai);
    expect([problems(outcomes), notes(outcomes)]).toEqual([[], []]);
    expect(identifiers).toEqual(all);
  });

  it.each<[string, Partial<RepositoryBehaviour>]>([
    ['tokens expire', {}],
    ['tokens expire, and it is in the order of identifiers', { order: 'identifier' }],
    ['tokens expire, and it is in the reverse order of dates', { order: 'backwards' }],
    ['tokens expire, and dates are days', { granularity: 'day' }],
    ['tokens expire, and seconds are refused', { acceptsDaysOnly: true }],
    ['tokens are never valid', { tokensExpireAfter: 0 }],
    ['tokens lead back to the first page', { tokensExpireAfter: 99, loops: true }],
    ['only first pages work', { tokensExpireAfter: 99, failsAfterPage: 0 }],
  ])('is read whole, in parts, where %s', async (_name, behaviour) => {
    const { oai } = await serveRepository({ pageSize: 4, tokensExpireAfter: 3, ...behaviour });
    const { identifiers, outcomes } = await list(oai);
    expect(problems(outcomes)).toEqual([]);
    expect(notes(outcomes)).toMatchObject([{ kind: 'oai-list-restarted', url: oai }]);
    expect(identifiers).toEqual(all);
  });

  it('lists deleted records as deleted', async () => {
    const { oai, repository } = await serveRepository();
    repository.remove('oai:repo.example:7');
    const { targets } = await list(oai);
    const gone = targets.filter(({ isGone }) => isGone === true);
    expect(gone.map(identifierOf)).toEqual(['oai:repo.example:7']);
    expect(gone[0]?.content).toBeUndefined();
  });

  it('has the records of all wanted sets', async () => {
    const { oai } = await serveRepository();
    expect((await list(oai, { sets: ['few'] })).identifiers).toHaveLength(5);
    expect((await list(oai, { sets: ['few', 'many', 'none'] })).identifiers).toEqual(all);
  });
});

describe('a list that cannot be read whole', () => {
  it.each<[string, Partial<RepositoryBehaviour>, object]>([
    ['a token leads back', { loops: true }, { detail: 'the resumption token repeats' }],
    ['a page fails', { failsAfterPage: 0 }, { kind: 'http-status', status: 500 }],
    ['no token is valid', { tokensExpireAfter: 0 }, { code: 'badResumptionToken' }],
  ])('gives what it has where all dates are the same and %s', async (_name, behaviour, problem) => {
    const { oai, repository } = await serveRepository(behaviour);
    for (const record of repository.records.values()) record.datestamp = startMs;
    const { outcomes, identifiers } = await list(oai);
    expect(problems(outcomes)).toMatchObject([problem]);
    expect(identifiers).toHaveLength(10);
  });

  it.each<[string, Partial<RepositoryBehaviour>, object, object]>([
    ['without sets', { hasSets: false }, { sets: ['peat'] }, { code: 'noSetHierarchy' }],
    ['that fails', { failing: new Set(['Identify']) }, {}, { kind: 'http-status', status: 500 }],
    ['without the wanted format', {}, { metadataPrefix: 'ore' }, { wanted: 'ore' }],
    ['without a mapped format', { formats: [['m', 'urn:m']] }, {}, { offered: ['m'] }],
  ])('gives nothing: one of a repository %s', async (_name, behaviour, options, problem) => {
    const { oai } = await serveRepository(behaviour);
    const { outcomes, targets } = await list(oai, options);
    expect(targets).toEqual([]);
    expect(problems(outcomes)).toMatchObject([problem, { kind: 'source-empty' }]);
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body>Welcome</body></html>'],
    ['no element <OAI-PMH>', '<error>no</error>'],
  ])('says what came in place of a response: %s', async (detail, text) => {
    const origin = await serve((_request, response) => response.end(text));
    const outcomes = await discover({ kind: 'oai', oai: `${origin}/oai` });
    expect(problems(outcomes)).toMatchObject([
      { kind: 'oai-malformed', detail },
      { kind: 'source-empty' },
    ]);
  });

  it('is not requested where robots.txt forbids it', async () => {
    const { repository } = await serveRepository();
    const origin = await serve((request, response) => {
      if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /oai');
      else repository.listener(request, response);
    });
    const place = { kind: 'oai', oai: `${origin}/oai` } as const;
    expect(problems(await discover(place))[0]).toMatchObject({ kind: 'robots-disallowed' });
    expect(repository.requests).toEqual([]);
    expect(problems(await discover(place, { robots: 'ignore' }))).toEqual([]);
  });
});

describe('the base URL', () => {
  it.each([
    ['https://r.example/oai', 'https://r.example/oai'],
    ['https://r.example/oai?verb=Identify', 'https://r.example/oai'],
    ['https://r.example/oai?db=1&verb=ListRecords&set=a#x', 'https://r.example/oai?db=1'],
  ])('%s is that of %s', (written, base) => {
    expect(oaiBaseUrl(written)).toBe(base);
  });

  it('may have arguments of its own', async () => {
    const { repository, oai } = await serveRepository();
    const { targets } = await list(`${oai}?db=1`);
    expect(targets[0]?.url).toMatch(/\/oai\?db=1&verb=GetRecord&/u);
    expect(repository.requests[0]).toBe('db=1&verb=Identify');
  });
});

describe('the metadata format', () => {
  const dublinCore = { prefix: 'oai_dc', namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/' };

  it.each([
    ['datacite', 'http://datacite.org/schema/kernel-4'],
    ['d', 'https://datacite.org/schema/kernel-4.3'],
    ['oai_datacite', 'http://schema.datacite.org/oai/oai-1.1/'],
    ['datacite', ''],
    ['dim', undefined],
  ])('is %s before Dublin Core, by namespace or prefix', (prefix, namespace) => {
    const offered = namespace === undefined ? [] : [{ prefix, namespace }];
    const chosen = chooseMetadataFormat([dublinCore, ...offered]);
    expect(chosen).toBe(namespace === undefined || namespace === '' ? 'oai_dc' : prefix);
  });

  it('is none where none is mapped', () => {
    expect(chooseMetadataFormat([{ prefix: 'marc21', namespace: 'urn:m' }])).toBeUndefined();
  });
});

import parser from 'http-link-header';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSignposting } from '../../../../src/conformance/site/signposting-check.ts';
import { selectSignposts } from '../../../../src/links/followable-links.ts';
import { placedLinks } from '../../../../src/links/typed-links.ts';
import { graphsOf } from '../../../expand/expanding.ts';
import { parseLinkField } from '../../../../src/links/link-field.ts';
import { readLinksetJson } from '../../../../src/links/linkset.ts';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { lookFor, siteOf, type SubjectSite } from './subject-site.ts';

const doi = 'https://doi.org/10.1234/tides';
const path = `/dataset/${pageKey('doi:10.1234/tides')}`;
const page = `https://catalogue.example/data${path}`;

function tides(files: number) {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': doi,
    name: 'Tides',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    creator: { '@id': 'https://orcid.org/0000-0002-1825-0097', name: 'Ann' },
    distribution: Array.from({ length: files }, (_, at) => ({
      '@type': 'DataDownload',
      contentUrl: `https://data.example/${at}/füße.csv`,
      encodingFormat: 'text/csv',
    })),
  };
}

let served: SubjectSite;

beforeAll(async () => {
  served = await siteOf(await lookFor(1, tides(2)));
});

async function fieldOf({ get }: SubjectSite): Promise<string> {
  return (await get(path)).headers.get('Link') ?? '';
}

/** Relation, target and type of links, sorted. */
function told(links: readonly { rel: unknown; target: string; type?: unknown }[]): string[] {
  return links
    .map(({ rel, target, type = '' }) => `${String(rel)} ${target} ${String(type)}`.trimEnd())
    .toSorted();
}

const expected = [
  `author https://orcid.org/0000-0002-1825-0097`,
  `cite-as ${doi}`,
  `describedby ${page}.jsonld application/ld+json`,
  `describedby ${page}.nq application/n-quads`,
  `describedby ${page}.ttl text/turtle`,
  `item https://data.example/0/f%C3%BC%C3%9Fe.csv text/csv`,
  `item https://data.example/1/f%C3%BC%C3%9Fe.csv text/csv`,
  `license https://creativecommons.org/licenses/by/4.0/`,
  `linkset ${page}/linkset application/linkset`,
  `linkset ${page}/linkset.json application/linkset+json`,
  `type https://schema.org/AboutPage`,
  `type https://schema.org/Dataset`,
];

describe('the typed links of a page', () => {
  it('are all that level 2 of FAIR Signposting requires, to two readers', async () => {
    const field = await fieldOf(served);
    const reading = parseLinkField(field, page);
    expect(reading.faults).toEqual([]);
    expect(told(reading.links)).toEqual(expected);
    expect(new Set(reading.links.map(({ context }) => context))).toEqual(new Set([page]));
    const { refs } = parser.parse(field);
    expect(told(refs.map(({ uri, rel, type }) => ({ target: uri, rel, type })))).toEqual(expected);
  });

  it('reach level 2 in a check of the page, and agree with the record', async () => {
    const typed = placedLinks(parseLinkField(await fieldOf(served), page).links, 'header');
    const records = await graphsOf([tides(2)]);
    const visit = { url: page, links: selectSignposts(typed), records };
    expect(checkSignposting(visit)).toEqual({ level: 2, problems: [] });
    const others = await graphsOf([{ ...tides(1), license: 'https://spdx.org/licenses/MIT' }]);
    expect(checkSignposting({ ...visit, records: others }).problems).toMatchObject([
      { kind: 'signposting-differs', rel: 'license' },
    ]);
  });

  it('are in the linksets as well', async () => {
    const json = await served.get(`${path}/linkset.json`);
    expect(json.headers.get('Content-Type')).toBe('application/linkset+json');
    const reading = readLinksetJson(await json.json(), `${page}/linkset.json`);
    if (reading.kind !== 'linkset') throw new Error(reading.kind);
    expect(told(reading.links.filter(({ context }) => context === page))).toEqual(expected);
    const back = reading.links.filter(({ rel }) => rel === 'describes');
    expect(back.map(({ context, target }) => [context, target])).toEqual(
      ['jsonld', 'ttl', 'nq'].map((ending) => [`${page}.${ending}`, page]),
    );
    const text = await served.get(path, { Accept: 'application/linkset' });
    expect(text.headers.get('Content-Type')).toBe('application/linkset');
    expect(told(parseLinkField((await text.text()).replaceAll('\n', ' '), page).links)).toEqual(
      told(reading.links),
    );
  });

  it('leave out files, then authors, where a header would be too long for all', async () => {
    const creators = Array.from({ length: 200 }, (_, at) => ({
      '@id': `https://people.example/${at}`,
      name: `Author ${at}`,
    }));
    const cases = [
      { document: tides(200), without: /^item / },
      { document: { ...tides(200), creator: creators }, without: /^(?:item|author) / },
    ];
    for (const { document, without } of cases) {
      const field = await fieldOf(await siteOf(await lookFor(1, document)));
      expect(field.length).toBeLessThan(2000);
      expect(told(parseLinkField(field, page).links)).toEqual(
        expected.filter((link) => !without.test(link)),
      );
    }
  });

  it('lead from each form of the metadata to the page', async () => {
    const answer = await served.get(`${path}.ttl`);
    const { links } = parseLinkField(answer.headers.get('Link') ?? '', `${page}.ttl`);
    expect(told(links)).toEqual([`describes ${page} text/html`]);
  });
});

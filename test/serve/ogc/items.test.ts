import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ogcBase, serveOgcCatalogue, type OgcCatalogue, type ReadItems } from './ogc-catalogue.ts';

// Requirements are named as in OGC 20-004r1 (Records) and 17-069r4 (Features).

let catalogue: OgcCatalogue;
beforeAll(async () => {
  catalogue = await serveOgcCatalogue();
});
afterAll(async () => catalogue.close());

const buoy = 'Waves at a buoy';
const dateline = 'Currents across the antimeridian';
const harbour = 'Model of a harbour';
const nowhere = '"Nowhere"';
const bones = 'Bones of a cave';
const rocks = 'Rocks of the Jurassic';
const ice = 'Ice of the sea';
const all = [nowhere, bones, dateline, ice, harbour, rocks, buoy];
const placeless = [nowhere, ice, rocks];
/** Geologic ages are no times of RFC 3339. */
const timeless = [nowhere, rocks];

function encoded(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

describe('/req/core/fc-response', () => {
  it('has all records of the source, and counts them', async () => {
    const { features, numberMatched, numberReturned, timeStamp } = await catalogue.items('');
    expect(features.map(({ properties }) => properties.title).toSorted()).toEqual(all);
    expect([numberMatched, numberReturned]).toEqual([7, 7]);
    expect(timeStamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
  });
});

describe('bbox (/req/core/fc-bbox-response)', () => {
  it.each([
    ['a box', '-1,51,1,52', [buoy]],
    ['a box that touches', '5,55,6,56', [buoy]],
    ['six numbers, without their heights', '-1,51,-100,1,52,100', [buoy]],
    ['a box across the antimeridian', '179,-15,-179,-14', [dateline]],
    ['a box of one position', '20,10,20,10', [harbour]],
    ['the second place of a record', '30.5,11,30.6,11.5', [harbour]],
    ['the sea without a record', '-150,0,-140,10', []],
  ])('finds records that touch %s, and records without a place', async (_, bbox, expected) => {
    expect(await catalogue.titles(`bbox=${bbox}`)).toEqual([...expected, ...placeless].toSorted());
  });

  it.each(['1,2,3', '1,2,3,4,5', 'a,b,c,d', '1,,3,4', '0,10,5,5', '-181,0,0,1', '0,0,0,91', ''])(
    'refuses %s',
    async (bbox) => {
      expect(await answerTo({ bbox })).toEqual(refusal);
    },
  );

  it('refuses a least height above the greatest', async () => {
    expect(await answerTo({ bbox: '0,0,9,1,1,8' })).toEqual(refusal);
  });
});

describe('datetime (/req/core/fc-time-response)', () => {
  it.each([
    ['a time', '2003-02-03T04:05:06Z', [buoy]],
    ['a day', '2010-05-06', [dateline]],
    ['a time of that day in another zone', '2010-05-07T01:30:00.5+02:00', [dateline]],
    ['the day after', '2010-05-07', []],
    ['an interval', '2004-12-31T23:00:00Z/2010-05-06T00:00:00Z', [buoy, dateline]],
    ['an interval with an open end', '2010-05-06/..', [dateline, harbour]],
    ['an interval with an empty end', '2015-01-02T03:04:05Z/', [harbour]],
    ['an interval with an open start', '../1990-01-01', [bones, ice]],
    ['an interval with an empty start', '/0300-12-31', [bones]],
    ['small letters', '2003-02-03t04:05:06z', [buoy]],
  ])('finds records at %s, and records without a time', async (_, datetime, expected) => {
    const titles = await catalogue.titles(encoded({ datetime }));
    expect(titles).toEqual([...expected, ...timeless].toSorted());
  });

  it.each([
    '2010',
    'now',
    '2010-02-30',
    '2010-01-01/2009-01-01',
    '2010-01-01T00:00:00',
    '../..',
    '..',
    '/',
    '2010-01-01/2011-01-01/2012-01-01',
    '',
  ])('refuses %s', async (datetime) => {
    expect(await answerTo({ datetime })).toEqual(refusal);
  });
});

describe('q (/req/record-core-query-parameters/q-response)', () => {
  it.each([
    ['a word in any case', 'WAVES', [rocks, buoy]],
    ['one word or another', 'jurassic,antimeridian', [dateline, rocks]],
    ['words side by side', 'sea waves', [buoy]],
    ['words side by side, with any blanks', ' sea \t waves ', [buoy]],
    ['words in another order', 'waves sea', []],
    ['one or others side by side', 'sea  waves,cave', [bones, buoy]],
    ['an operator of the search as a word', 'cave OR waves', []],
    ['an excluded word as a word', '-waves', [rocks, buoy]],
    ['an asterisk as a blank', 'wav*', []],
    ['quotation marks as blanks', '"sea" waves', [buoy]],
    ['nothing, as most forms send it', '', all],
  ])('finds %s', async (_, q, expected) => {
    expect(await catalogue.titles(encoded({ q }))).toEqual(expected.toSorted());
  });

  it('refuses marks alone, and too many words', async () => {
    expect(await answerTo({ q: '!,?' })).toEqual(refusal);
    expect(await answerTo({ q: 'word '.repeat(101) })).toEqual(refusal);
  });
});

describe('type (/req/record-core-query-parameters/type-response)', () => {
  it.each([
    ['SoftwareSourceCode', [harbour]],
    ['SoftwareSourceCode,Dataset', all],
    ['dcat:Dataset', []],
    ['no type', []],
    ['', []],
  ])('finds records of %s', async (type, expected) => {
    expect(await catalogue.titles(encoded({ type }))).toEqual(expected);
  });
});

describe('ids (/req/record-core-query-parameters/ids-response)', () => {
  it('finds these records, and none for unknown ids or an empty list', async () => {
    const [one, other] = [await catalogue.feature(buoy), await catalogue.feature(ice)];
    expect(await catalogue.titles(`ids=${one.id},0000,${other.id}`)).toEqual([ice, buoy]);
    expect(await catalogue.titles('ids=0000')).toEqual([]);
    expect(await catalogue.titles('ids=')).toEqual([]);
    expect(await catalogue.titles(`ids=${one.id}&type=SoftwareSourceCode`)).toEqual([]);
    expect(await catalogue.titles(`ids=${one.id}&type=`)).toEqual([]);
  });

  it('finds more records than a search takes words', async () => {
    const { id } = await catalogue.feature(buoy);
    const ids = [...Array.from({ length: 300 }, (_, at) => `none${at}`), id].join(',');
    expect(await catalogue.titles(`ids=${ids}`)).toEqual([buoy]);
  });
});

describe('externalIds (/req/record-core-query-parameters/externalIds-response)', () => {
  it.each([
    ['scheme and value', 'doi:10.1234/buoy', [buoy]],
    ['a value without its scheme', '10.1234/buoy', [buoy]],
    ['a Handle without its scheme', '20.500/harbour', [harbour]],
    ['a value in the wrong scheme', 'hdl:10.9999/buoy', []],
    ['a scheme alone', 'hdl', [harbour]],
    ['an identifier without scheme', 'B-17', [buoy]],
    ['the URL of an identifier', 'https://doi.org/10.1234/Buoy', [buoy]],
    ['the IRI of a resource', 'https://records.example/shared', [ice]],
    ['one or another', 'B-17,20.500/harbour', [harbour, buoy]],
    ['nothing', '', []],
  ])('finds %s', async (_, externalIds, expected) => {
    expect(await catalogue.titles(encoded({ externalIds }))).toEqual(expected);
  });

  it('finds each record by each identifier that it shows', async () => {
    const { features } = await catalogue.items('');
    for (const { id, properties } of features) {
      for (const { scheme, value } of properties.externalIds ?? []) {
        for (const text of [value, ...(scheme === undefined ? [] : [`${scheme}:${value}`])]) {
          const found = await catalogue.items(encoded({ externalIds: text }));
          expect([text, found.features.map((each) => each.id)]).toEqual([text, [id]]);
        }
      }
    }
  });

  it('refuses more values than it looks up', async () => {
    expect(
      await answerTo({ externalIds: Array.from({ length: 31 }, (_, at) => `a${at}`).join(',') }),
    ).toEqual(refusal);
  });
});

describe('several parameters (/req/records-api/query-params)', () => {
  it('must all match', async () => {
    expect(await catalogue.titles('q=waves&bbox=-1,51,1,52&datetime=2002-01-01')).toEqual([
      rocks,
      buoy,
    ]);
    expect(await catalogue.titles('q=waves&type=Dataset&externalIds=B-17')).toEqual([buoy]);
  });
});

describe('limit (/req/core/fc-limit-response-1)', () => {
  it('bounds a page, and is itself bounded without an error', async () => {
    expect((await catalogue.items('limit=2')).features).toHaveLength(2);
    expect((await catalogue.items('limit=1000000')).features).toHaveLength(7);
  });

  it.each(['0', '-1', 'many', '1.5', ''])('refuses %s', async (limit) => {
    expect(await answerTo({ limit })).toEqual(refusal);
  });
});

describe('the link next (17-069r4, 7.15.6)', () => {
  it.each(['limit=2', 'limit=3&q=waves,ice,cave,nowhere', 'limit=1&bbox=-1,51,1,52', 'limit=7'])(
    'leads through all pages of %s, to each record once',
    async (query) => {
      const whole = await catalogue.items(query.replace(/limit=\d+/u, 'limit=100'));
      const wanted = Number(/\d+/u.exec(query)?.[0]);
      const pages = [await catalogue.items(query)];
      for (let next = nextOf(pages[0]); next !== undefined; next = nextOf(pages.at(-1))) {
        pages.push(await catalogue.items(new URL(next).search.slice(1)));
      }
      const ids = pages.flatMap(({ features }) => features.map(({ id }) => id));
      expect(ids).toEqual(whole.features.map(({ id }) => id));
      expect(pages).toHaveLength(Math.ceil(ids.length / wanted));
      for (const { numberMatched, numberReturned, features } of pages) {
        expect([numberMatched, numberReturned]).toEqual([ids.length, features.length]);
      }
    },
  );

  it('is refused with other parameters, and where it is none', async () => {
    const next = new URL(nextOf(await catalogue.items('limit=2&q=waves,ice,cave')) ?? '');
    const after = next.searchParams.get('after') ?? '';
    expect(await answerTo({ after, limit: '2', q: 'waves,ice' })).toEqual(refusal);
    expect(await answerTo({ after, limit: '2', q: 'waves,ice,cave', ids: '0000' })).toEqual(
      refusal,
    );
    expect(await answerTo({ after: 'anything' })).toEqual(refusal);
    expect(await answerTo({ after: '' })).toEqual(refusal);
  });
});

describe('the description of an exception', () => {
  it.each([
    ['datetime', '2020-02-01/2019-01-01', '"2020-02-01/2019-01-01" begins after it ends'],
    ['bbox', '0,50,10,40', '"0,50,10,40" has its south edge north of its north edge'],
  ])('names the parameter %s and its value', async (name, value, reason) => {
    const query = encoded({ [name]: value });
    const got = await catalogue.get(`${ogcBase}ogc/collections/sea/items?${query}`);
    expect(await got.json()).toMatchObject({ description: `The parameter ${name}: ${reason}` });
  });
});

function nextOf(page: ReadItems | undefined): string | undefined {
  return page?.links.find(({ rel }) => rel === 'next')?.href;
}

/** An exception that names no option of the command line. */
const refusal = { status: 400, code: 'InvalidParameterValue', hasOptions: false };

async function answerTo(parameters: Readonly<Record<string, string>>): Promise<object> {
  const got = await catalogue.get(`${ogcBase}ogc/collections/sea/items?${encoded(parameters)}`);
  const read: unknown = await got.json();
  const { code, description } = read as Partial<Record<string, string>>; // an exception
  return { status: got.status, code, hasOptions: description?.includes('--') };
}

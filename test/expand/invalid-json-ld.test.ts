import { expect, it } from 'vitest';
import { expandAll, findingsOf } from './expanding.ts';

const o = 'http://o.example/';

it.each([
  [{ ok: `${o}ok`, bad: { '@id': 5 }, also: `${o}a` }, '"bad": {"@id":5}', '/bad'],
  [{ alias: 'later', later: `${o}b`, bad: 'relative' }, '"bad": "relative"', '/bad'],
  [{ 'a/b~c': { '@id': o, '@type': 'x y' } }, `"a/b~c": {"@id":"${o}","@type":"x y"}`, '/a~1b~0c'],
  [
    { c: { '@id': o, '@container': '@some' }, d: { '@id': o, '@container': '@x' } },
    `"d": {"@id":"${o}","@container":"@x"}`,
    '/d',
  ],
  [{ d: 7 }, '"d": 7', '/d'],
  [{ '': o }, `"": "${o}"`, '/'],
  [{ '@base': 5 }, '"@base": 5', '/@base'],
  [{ '@vocab': 5 }, '"@vocab": 5', '/@vocab'],
  [{ '@language': 5 }, '"@language": 5', '/@language'],
  [{ s: { '@id': o, '@context': { t: 5 } } }, `"s": {"@id":"${o}","@context":{"t":5}}`, '/s'],
])(
  'the invalid term of a context is quoted with its JSON pointer: %j',
  async (own, detail, place) => {
    const found = { kind: 'json-ld-invalid', detail };
    const node = { [`${o}name`]: 'x' };
    expect(await findingsOf({ '@context': own, ...node })).toMatchObject([
      { ...found, pointer: `/@context${place}` },
    ]);
    const inner = { [`${o}part`]: [node, { '@context': [null, own], ...node }] };
    expect(await findingsOf({ '@context': { p: o }, ...inner })).toMatchObject([
      { ...found, pointer: `/http:~1~1o.example~1part/1/@context/1${place}` },
    ]);
  },
);

it('an invalid term is found among two thousand', async () => {
  const terms = Array.from({ length: 2000 }, (_, index): [string, unknown] => {
    return [`t${index}`, `${o}${index}`];
  });
  const own = { ...Object.fromEntries(terms), t1234: { '@id': o, '@type': 5 } };
  expect(await findingsOf({ '@context': own, t1: 'x' })).toMatchObject([
    {
      code: 'invalid type mapping',
      detail: `"t1234": {"@id":"${o}","@type":5}`,
      pointer: '/@context/t1234',
    },
  ]);
});

it.each([
  [{ '@id': o, id: `${o}2` }, `"@id": "${o}", "id": "${o}2"`, '/x'],
  [{ '@type': 'A', '@index': 5 }, '"@index": 5', '/x/@index'],
  [{ '@type': 'A', '@included': 'text' }, '"@included": "text"', '/x/@included'],
])('the invalid value is quoted with its JSON pointer: %j', async (x, detail, pointer) => {
  const found = await findingsOf({ '@context': { id: '@id', '@vocab': o }, x });
  expect(found).toMatchObject([{ kind: 'json-ld-invalid', detail, pointer }]);
});

it('a changed document gets no JSON pointer', async () => {
  const context = { '@context': { bad: 5 }, bad: 'x' };
  const [, missing, failed] = await expandAll([[{ name: 'without context' }, context]]);
  expect(missing).toMatchObject({ problem: { kind: 'context-missing' } });
  expect(failed).toMatchObject({
    problem: { code: 'invalid term definition', detail: '"bad": 5', item: 'item 1' },
  });
  expect(failed).not.toHaveProperty('problem.pointer');
});

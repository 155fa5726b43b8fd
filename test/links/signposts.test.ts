import { expect, it } from 'vitest';
import { selectSignposts } from '../../src/links/signposts.ts';
import { link } from './links.ts';

const a = 'https://a.example/1';

it('keeps the links of Signposting, each once and in order', () => {
  const [license, turtle, jsonLd, labelled, elsewhere] = [
    link('license', a),
    link('describedby', a, { type: 'text/turtle' }),
    link('describedby', a, { type: 'application/ld+json' }),
    link('describedby', a, { type: 'application/ld+json', profiles: ['CDIF1.0'] }),
    link('license', a, { context: a }),
  ];
  const again = { ...license, title: 'CC0' };
  const other = ['alternate', 'preload', 'https://a.example/item'].map((rel) => link(rel, a));
  const links = [license, ...other, turtle, again, jsonLd, turtle, labelled, elsewhere];
  expect(selectSignposts(links)).toEqual([license, turtle, jsonLd, labelled, elsewhere]);
});

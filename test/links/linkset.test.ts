import { describe, expect, it } from 'vitest';
import { parseLinkset } from '../../src/links/linkset.ts';
import { base, link } from './links.ts';

const core = 'https://soil.example/core/1';

describe('a linkset as text', () => {
  it('has links of many contexts, on lines of any kind', () => {
    const text = `<1.ttl>\r\n  ; rel=describedby\r\n  ; anchor="${core}",\n\n<2.ttl>; rel=describedby; anchor="/2"\n`;
    expect(parseLinkset(text, base)).toEqual({
      kind: 'linkset',
      links: [
        link('describedby', 'https://soil.example/dataset/1.ttl', { context: core }),
        link('describedby', 'https://soil.example/dataset/2.ttl', {
          context: 'https://soil.example/2',
        }),
      ],
      faults: [],
      isCut: false,
    });
  });

  it('speaks of itself where there is no anchor', () => {
    expect(parseLinkset(`\uFEFF<${core}>; rel=item`, base)).toMatchObject({
      links: [link('item', core)],
      faults: [],
    });
  });

  it('keeps its other links where one is broken', () => {
    expect(parseLinkset(`<${core}>; rel=item,\n<x; rel=item`, base)).toMatchObject({
      kind: 'linkset',
      links: [link('item', core)],
      faults: [{ offset: 41 }],
    });
  });

  it('may be empty', () => {
    expect(parseLinkset(' \n', base)).toMatchObject({ kind: 'linkset', links: [] });
  });

  it('has no more links than are asked for', () => {
    expect(parseLinkset('<1>; rel="a b"', base, 1)).toMatchObject({
      links: { length: 1 },
      isCut: true,
    });
  });

  it.each([
    ['<!DOCTYPE html>\n<p>a, b</p>', 16],
    ['{"linkset": []}', 0],
    ['Not found', 0],
  ])('is none where there is something else: %j', (text, offset) => {
    expect(parseLinkset(text, base)).toMatchObject({ kind: 'malformed', fault: { offset } });
  });
});

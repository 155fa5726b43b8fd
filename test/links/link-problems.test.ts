import { describe, expect, it } from 'vitest';
import { parseLinkField } from '../../src/links/link-field.ts';
import { linkFieldProblems, linksetProblems } from '../../src/links/typed-links.ts';
import { parseLinkset, readLinksetJson } from '../../src/links/linkset.ts';
import { base } from './links.ts';

const kind = 'linkset-malformed';

describe('the problems of links', () => {
  it('show the text around a fault of a field', () => {
    const field = '</1>; rel=item, </2>; rel="item';
    expect(linkFieldProblems(base, field, parseLinkField(field, base))).toEqual([
      {
        kind: 'link-field-malformed',
        url: base,
        detail: 'a quote that is not closed',
        excerpt: field,
      },
    ]);
  });

  it('have the position of the fault in a linkset, and the number of links read', () => {
    const text = '</1>; rel=item,\n</2>; rel,\n</3';
    expect(linksetProblems(base, text, parseLinkset(text, base))).toMatchObject([
      { kind, url: base, line: 2, column: 1, linksRead: 1 },
      { kind, url: base, line: 3, column: 1, linksRead: 1 },
    ]);
  });

  it('have the reason why a document is no linkset', () => {
    const text = '{\n"linkset"}';
    const fault = { offset: 11, detail: 'expected ":", found "}"' };
    expect(linksetProblems(base, text, { kind: 'malformed', fault })).toEqual([
      { kind, url: base, line: 2, column: 10, detail: fault.detail, linksRead: 0 },
    ]);
  });

  it('have no position for members of JSON', () => {
    expect(linksetProblems(base, '{}', readLinksetJson({}, base))).toEqual([
      { kind, url: base, detail: 'JSON without an array "linkset"', linksRead: 0 },
    ]);
  });

  it('are absent for a valid linkset', () => {
    const text = '</1>; rel=item';
    expect(linksetProblems(base, text, parseLinkset(text, base))).toEqual([]);
    expect(linkFieldProblems(base, text, parseLinkField(text, base))).toEqual([]);
  });
});

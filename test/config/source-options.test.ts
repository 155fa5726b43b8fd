import { describe, expect, it } from 'vitest';
import { expandTemplate, isUrlTemplate } from '../../src/config/source-options.ts';

const url = 'https://a.example/d%C3%A9/7%2F8/?v=2';

describe('a URL template', () => {
  it.each([
    ['https://b.example/{id}', 'https://b.example/7%2F8'],
    ['https://b.example/x?id={id}&format=CDIF1.0', 'https://b.example/x?id=7%2F8&format=CDIF1.0'],
    ['https://b.example/{+path}', 'https://b.example/d%C3%A9/7%2F8/'],
    ['https://b.example/?u={url}', `https://b.example/?u=${encodeURIComponent(url)}`],
    ['{+url}&format=CDIF1.0', `${url}&format=CDIF1.0`],
    ['https://b.example/{other}/{id}', 'https://b.example/{other}/7%2F8'],
  ])('%s gives %s', (template, expected) => {
    expect(expandTemplate(template, url)).toBe(expected);
  });

  it('takes the last non-empty part of a path, literally if its encoding is invalid', () => {
    expect(expandTemplate('https://b.example/{id}', 'https://a.example/100%')).toBe(
      'https://b.example/100%25',
    );
    expect(expandTemplate('https://b.example/{id}', 'https://a.example/')).toBe(
      'https://b.example/',
    );
  });

  it.each([
    ['https://b.example/{id}', true],
    ['{+url}?format=CDIF1.0', true],
    ['https://b.example/id', false],
    ['https://b.example/{id}/{doi}', false],
    ['{id}', false],
    ['file:///{id}', false],
  ])('%s: %s', (template, expected) => {
    expect(isUrlTemplate(template)).toBe(expected);
  });
});

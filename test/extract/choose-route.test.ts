import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, script } from './extraction.ts';

const dataset = { '@context': 'https://schema.org', '@type': 'Dataset', name: 'Tides' };

describe('a type that is not that of the body', () => {
  it.each([
    '<!DOCTYPE html><html>',
    '\uFEFF\n<!-- made by hand -->\n<!doctype html>',
    '<?xml version="1.0"?>\n<html lang="en">',
    '',
  ])('finds a page that a server calls JSON, and that begins with %j', async (start) => {
    const page = start + script(dataset);
    for (const contentType of ['application/ld+json', 'application/json', 'application/x-ndjson']) {
      expect(documentsOf(await extract(page, { contentType }))[0]?.route).toBe('embedded');
      const limits = { pieceBytes: 10 };
      expect(documentsOf(await extract(page, { contentType, limits }))).toHaveLength(1);
    }
  });

  it.each(['<!-- made by hand --> JSON', '<!-- JSON -->', '<![CDATA[JSON]]>'])(
    'finds JSON that is called so behind what pages have as well: %s',
    async (template) => {
      const text = template.replace('JSON', JSON.stringify(dataset));
      const [document] = documentsOf(await extract(text, { contentType: 'application/ld+json' }));
      expect(document?.route).toBe('direct');
    },
  );

  it.each(['application/xml', 'text/xml', 'application/javascript', 'text/javascript'])(
    'finds JSON-LD that a server calls %s, and no other JSON',
    async (contentType) => {
      const text = `// made by hand\n${JSON.stringify(dataset)}`;
      expect(documentsOf(await extract(text, { contentType }))[0]?.route).toBe('direct');
      for (const other of ['{"name": "Tides"}', '<!-- {"@type": "x"} -->', 'f({"@type": "x"})']) {
        const kinds = kindsOf(await extract(other, { contentType }));
        expect(kinds).toEqual(['content-type-unsupported']);
      }
    },
  );
});

import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../../src/model/outcome.ts';
import { documentsOf, extract, kindsOf, pageUrl, signpostsOf } from '../extraction.ts';

const turtle = '@prefix s: <http://schema.org/> .\n<> a s:Dataset ; s:name "Gezeiten ä" .';
const nquads = '<https://soil.example/7> <http://schema.org/name> "Tides" .\n';
const rdfXml =
  '<?xml version="1.0"?><!-- x --><!DOCTYPE rdf:RDF [<!ENTITY rdf "http://www.w3.org/1999/02/22-rdf-syntax-ns#">]>\n' +
  '<rdf:RDF xmlns:s="http://schema.org/" xmlns:rdf="&rdf;"><s:Dataset s:name="Tides"/></rdf:RDF>';

describe('RDF in another syntax than JSON-LD', () => {
  it.each([
    ['text/turtle', turtle],
    ['text/turtle; charset=iso-8859-1', turtle],
    ['text/n3; charset=utf-8', turtle],
    ['text/rdf+n3', turtle],
    ['application/trig', turtle],
    ['application/rdf+xml', rdfXml],
    ['text/turtle', rdfXml],
    ['application/rdf+xml', turtle],
    ['application/n-triples', nquads],
    ['application/n-quads', nquads],
    ['text/plain', `# made by hand\n\n${turtle}`],
    ['', 'prefix s: <http://schema.org/>\n<> a s:Dataset .'],
    ['text/plain', 'BASE <http://schema.org/>\n<> a <Dataset> .'],
    ['application/octet-stream', nquads],
    ['text/plain', '<https://soil.example/7> <http://schema.org/name> "Tides" ;\n a <e:x> .'],
    ['text/plain', `_:x <http://schema.org/name> "Tides" .`],
    ['application/xml', rdfXml],
    [
      'text/xml',
      `\uFEFF${rdfXml.replaceAll('&rdf;', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#')}`,
    ],
  ])('is read as %s', async (contentType, text) => {
    const finalUrl = 'https://data.example.org/1';
    const [document, ...others] = documentsOf(await extract(text, { contentType, finalUrl }));
    expect(others).toEqual([]);
    expect(document).toMatchObject({ documentUrl: pageUrl, route: 'rdf', baseIri: finalUrl });
    expect(document?.json).toMatch(/schema\.org\/name|Dataset/u);
  });

  it('is read in the charset that XML declares, where it is no UTF-8', async () => {
    const declared = rdfXml.replace('?>', ' encoding="iso-8859-1"?>').replace('Tides', 'Fähre');
    const body = Buffer.from(declared, 'latin1');
    const [document] = documentsOf(await extract(body, { contentType: 'application/rdf+xml' }));
    expect(document?.json).toContain('Fähre');
  });

  it('gives its unknown charset and its bad lines with the first of its documents', async () => {
    const text = `${nquads}<x>\n${nquads.replace(' .', ' <e:g> .')}`;
    const contentType = 'application/n-quads; charset=utf8mb4';
    const body = Buffer.concat([Buffer.from(text), Buffer.from('# \xe4', 'latin1')]);
    const [first, second] = await extract(body, { contentType });
    expect(first && problemsOfOutcome(first).map(({ kind }) => kind)).toEqual([
      'rdf-line-malformed',
      'charset-unknown',
      'charset-wrong',
    ]);
    expect(second && problemsOfOutcome(second)).toEqual([]);
  });

  it('is a list if it has named graphs, even one', async () => {
    const contentType = 'application/trig';
    const named = documentsOf(await extract('<e:g> { <e:a> <e:b> 1 }', { contentType }));
    expect(named).toMatchObject([{ piece: { sharesName: false } }]);
    for (const text of ['<e:a> <e:b> 1 .', '<e:g> { <e:a> <e:b> 1 } <e:a> <e:b> 2 .']) {
      const [document] = documentsOf(await extract(text, { contentType }));
      expect(document).not.toHaveProperty('piece');
    }
  });

  it.each([
    ['text/turtle', '# nothing', { kind: 'no-triples' }],
    ['text/turtle', '<a> b c', { kind: 'rdf-malformed', syntax: 'turtle', line: 1 }],
    [
      'text/n3',
      '{ <a> <b> 1 } => { <c> <b> 2 } .',
      { kind: 'rdf-malformed', syntax: 'turtle', line: 1 },
    ],
    ['text/n3', '<a> <b>\n{ <c> <b> 2 } .', { kind: 'rdf-malformed', syntax: 'turtle', line: 2 }],
    ['application/n-quads', 'a b c', { kind: 'rdf-malformed', syntax: 'n-quads', line: 1 }],
    ['application/rdf+xml', '<a', { kind: 'rdf-malformed', syntax: 'rdf-xml', line: 1 }],
    ['text/turtle', ' \n', { kind: 'no-metadata' }],
  ])('of type %s gives a problem where it is %j', async (contentType, text, problem) => {
    const [outcome] = await extract(text, { contentType });
    expect(outcome).toMatchObject({ kind: 'failed', problem });
  });

  it('beyond the limits is not taken', async () => {
    const limits = { jsonValues: 3, pieceBytes: 10 };
    const contentType = 'text/turtle';
    expect(await extract('<e:a> <e:b> 1, 2, 3, 4 .', { contentType, limits })).toMatchObject([
      { problem: { kind: 'json-too-complex', limit: 'statements', max: 3 } },
    ]);
    const long = `<e:a> <e:b> "${'x'.repeat(200)}" .`;
    expect(await extract(long, { contentType, limits })).toMatchObject([
      { problem: { kind: 'graph-too-large', maxCharacters: 40 } },
    ]);
  });

  it('is not looked for in pages, or in text that only resembles it', async () => {
    expect(kindsOf(await extract(turtle))).toEqual(['no-metadata']);
    const contentType = 'text/plain';
    expect(kindsOf(await extract('prefix: a word', { contentType }))).toEqual([
      'content-type-unsupported',
    ]);
    expect(kindsOf(await extract('<x> b <c>', { contentType }))).toEqual([
      'content-type-unsupported',
    ]);
  });
});

describe('metadata in a format that is not read', () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- <a> -->\n';

  it.each([
    ['ISO 19139', '<gmd:MD_Metadata xmlns:gco="x" xmlns:gmd="http://www.isotc211.org/2005/gmd">'],
    ['ISO 19139', "<gmi:MI_Metadata xmlns:gmi='http://www.isotc211.org/2005/gmi'>"],
    ['ISO 19115-3', '<mdb:MD_Metadata xmlns:mdb="http://standards.iso.org/iso/19115/-3/mdb/2.0"/>'],
    ['EML', '<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0">'],
    ['FGDC CSDGM', '<metadata>\n<idinfo>'],
    ['DIF', '<DIF xmlns="http://gcmd.gsfc.nasa.gov/Aboutus/xml/dif/">'],
    ['DDI', '<codeBook xmlns="ddi:codebook:2_5">'],
  ])('is told: %s', async (format, root) => {
    for (const contentType of ['application/xml', 'text/xml', 'application/vnd.x+xml', '']) {
      expect(await extract(xml + root, { contentType })).toEqual([
        {
          kind: 'failed',
          problem: { kind: 'metadata-format-unread', url: pageUrl, format, contentType },
        },
      ]);
    }
  });

  it('is an offer that is not taken', async () => {
    const facts = { contentType: 'application/xml' };
    const { offers } = await signpostsOf(`${xml}<DIF>`, facts);
    expect(offers).toMatchObject([
      { via: 'content', type: 'application/xml', verdict: 'other-format' },
    ]);
  });

  it.each([
    ['application/xml', '<opml version="2.0">'],
    ['application/xml', '<x:metadata xmlns:x="https://elsewhere.example/">'],
    ['text/csv', '<metadata>'],
    ['application/xml', '<!-- no end'],
  ])('is not what is %s that begins with %s', async (contentType, text) => {
    expect(kindsOf(await extract(text, { contentType }))).toEqual(['content-type-unsupported']);
  });
});

import { describe, expect, it } from 'vitest';
import { type OaiItem, readOaiPage } from '../../src/discover/oai-response.ts';

const url = 'http://repo.example/oai?verb=ListRecords';
const start =
  '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:x="urn:x"><ListRecords>\n';
const end = '<resumptionToken>next</resumptionToken></ListRecords></OAI-PMH>';

function record(id: number | string, metadata = '<x:m/>'): string {
  return `<record><header><identifier>${id}</identifier><datestamp>2026-01-02</datestamp></header><metadata>${metadata}</metadata></record>\n`;
}

/** @param size the bytes of a piece, so that any tag may be cut */
async function read(page: string | Uint8Array, { size = 7, maxLength = 10_000 } = {}) {
  const bytes = typeof page === 'string' ? Buffer.from(page) : page;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    // The first piece must show the encoding.
    yield bytes.subarray(0, 64);
    for (let at = 64; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const items: OaiItem[] = [];
  for await (const item of readOaiPage(pieces(), { url, maxLength })) items.push(item);
  return items;
}

function inShort(items: readonly OaiItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'record') return item.header.identifier;
    if (item.kind === 'element') return `${item.name} ${item.element.text}`;
    return item.problem.kind === 'oai-malformed' ? item.problem.detail : item.problem.kind;
  });
}

function textOf(item: OaiItem | undefined): string {
  return item?.kind === 'record' ? Buffer.from(item.content ?? []).toString() : '';
}

describe('a page of records', () => {
  it.each([1, 7, 64, 100_000])('is read in pieces of %s bytes', async (size) => {
    const page = start + record(1) + record(2) + end;
    expect(inShort(await read(page, { size }))).toEqual(['1', '2', 'resumptionToken next']);
  });

  it.each([
    ['records of another format', '<record xmlns="urn:marc"><record/><header/></record>'],
    ['an end in a comment', '<!-- </record></metadata> -->'],
    ['an end in CDATA', '<x:m><![CDATA[</record><record>]]></x:m>'],
    ['a name that begins alike', '<records/><recordset><header-x/></recordset>'],
    ['faults', '<b &oops; "\u{1}'],
  ])('keeps a record with %s in its metadata', async (_name, metadata) => {
    const items = await read(start + record(1, metadata) + record(2) + end);
    expect(inShort(items)).toEqual(['1', '2', 'resumptionToken next']);
    expect(textOf(items[0])).toContain(metadata);
  });

  it('gives each record the namespaces around it', async () => {
    const [first] = await read(start + record(1) + end);
    const text = textOf(first);
    expect(text).toContain('<record xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:x="urn:x">');
  });

  it('leaves out what a record says about its own way', async () => {
    const about = '<about><x:m>today</x:m></about>';
    const [first] = await read(
      `${start}${record(1).replace('</record>', `${about}${about}</record>`)}${end}`,
    );
    expect(textOf(first)).toMatch(/<metadata><x:m\/><\/metadata><\/record>$/u);
  });

  it('keeps other records where one does not end', async () => {
    const broken = record(2).replace('</record>', '').replace('</metadata>', '');
    const items = await read(start + record(1) + broken + record(3) + record(4) + end);
    expect(inShort(items)).toEqual(['1', '2', '3', '4', 'resumptionToken next']);
  });

  it('tells of a record whose header does not end, and reads on', async () => {
    const items = await read(`${start}<record><header><identifier>x\n${record(2)}${end}`);
    expect(inShort(items)).toEqual(['<record> without end', '2', 'resumptionToken next']);
  });

  it('tells where it breaks off', async () => {
    const items = await read(start + record(1) + record(2).slice(0, 40));
    expect(inShort(items)).toEqual(['1', '<record> without end', 'the response breaks off']);
  });

  it('bounds the size of a record', async () => {
    const items = await read(start + record(1, 'x'.repeat(20_000)) + record(2) + end);
    expect(inShort(items)).toEqual(['1', '2', 'resumptionToken next']);
  });

  it('reads identifiers with ampersands, references and control characters', async () => {
    const items = await read(start + record('a&b&amp;c\u{2}') + end);
    expect(inShort(items)[0]).toBe('a&b&c');
  });

  it.each<[string, string, BufferEncoding]>([
    ['UTF-16', '\u{FEFF}<?xml version="1.0" encoding="UTF-16"?>', 'utf16le'],
    ['UTF-8', '\u{FEFF}<?xml version="1.0"?>', 'utf8'],
    ['ISO 8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1'],
    ['ISO 8859-1, said to be UTF-8', '<?xml version="1.0" encoding="UTF-8"?>', 'latin1'],
  ])('reads %s', async (_name, declaration, encoding) => {
    const page = Buffer.from(declaration + start + record('ö') + end, encoding);
    expect(inShort(await read(page, { size: 64 }))[0]).toBe('ö');
  });

  it('gives errors with their codes', async () => {
    const items = await read('<OAI-PMH><error code="badVerb">No &amp; never</error></OAI-PMH>');
    expect(items).toMatchObject([
      { name: 'error', element: { attributes: { code: 'badVerb' }, text: 'No & never' } },
    ]);
  });
});

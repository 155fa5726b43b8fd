import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkXml } from '../../../src/conformance/site/check-xml.ts';
import { openXmlSchemas } from '../../../src/conformance/site/xml-schemas.ts';
import { billionLaughs, soilSchema, soilXml } from './soil-xml.ts';

const schemas = await openXmlSchemas([soilSchema]);

async function check(text: string | Buffer) {
  return checkXml(typeof text === 'string' ? Buffer.from(text) : text, schemas);
}

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

function declared(encoding: string): string {
  return soilXml().replace('"1.0"', `"1.0" encoding="${encoding}"`);
}

describe('a document in its own encoding', () => {
  it.each<[string, Buffer]>([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${soilXml()}`)],
    ['UTF-16', utf16(declared('UTF-16'))],
    ['UTF-16, the other way round', utf16(declared('UTF-16')).swap16()],
    ['Latin-1', Buffer.from(declared('ISO-8859-1').replace('Peat', 'M\u00F6sa'), 'latin1')],
  ])('is read as %s', async (_, bytes) => {
    expect(await check(bytes)).toEqual({ kind: 'valid', namespace: 'urn:soil:1' });
  });

  it.each<[string, string | Buffer]>([
    ['bytes that are no UTF-8', Buffer.from(soilXml().replace('Peat', 'M\u00F6sa'), 'latin1')],
    ['a wrong declaration', declared('UTF-16')],
    ['an unknown encoding', declared('klingon')],
    ['a character that XML does not allow', soilXml().replace('Peat', '\u0001')],
    ['nothing', ''],
    ['only blanks', ' \n '],
    ['a text', 'Not found'],
  ])('is malformed with %s', async (_, text) => {
    expect(await check(text)).toMatchObject({ kind: 'malformed' });
  });
});

describe('a hostile document', () => {
  it.each<[string, string]>([
    ['entities that multiply', billionLaughs()],
    ['a hundred thousand levels', '<a>'.repeat(100_000)],
    ['a text of 11 million characters', `<a>${'x'.repeat(11_000_000)}</a>`],
    ['a hundred thousand faults', `<a>${'&x;'.repeat(100_000)}</a>`],
  ])('is malformed with %s', async (_, text) => {
    const result = await check(text);
    expect(result).toMatchObject({ kind: 'malformed', fault: { line: 1 } });
    expect(JSON.stringify(result)).not.toMatch(/XML_PARSE|xmlCtxt/u);
  });

  it('is not given the files that its entities, DTD and schema locations name', async () => {
    const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>';
    expect(await check(external)).toEqual({ kind: 'no-schema', namespace: '' });
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const located = soilXml().replace(
      'xmlns=',
      `${xsi} xsi:schemaLocation="urn:soil:1 http://127.0.0.1:9/a.xsd" xmlns=`,
    );
    expect(await check(located)).toEqual({ kind: 'valid', namespace: 'urn:soil:1' });
  });

  it.each(['SYSTEM "soil.dtd"', '[%soil;]'])(
    'cannot be validated where it uses entities of its DTD %s',
    async (dtd) => {
      const text = soilXml('&today;').replace('<soil', `<!DOCTYPE soil ${dtd}><soil`);
      expect(await check(text)).toEqual({ kind: 'has-entities' });
      const unused = soilXml().replace('<soil', `<!DOCTYPE soil ${dtd}><soil`);
      expect(await check(unused)).toEqual({ kind: 'valid', namespace: 'urn:soil:1' });
    },
  );

  it('is not validated where a pattern of the schema takes too many steps for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cdif-graph-'));
    onTestFinished(async () => rm(folder, { recursive: true }));
    const file = join(folder, 'steps.xsd');
    const pattern = '(((a{0,100}){0,100}){0,100})b';
    await writeFile(
      file,
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a">' +
        `<xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/>` +
        '</xs:restriction></xs:simpleType></xs:element></xs:schema>',
    );
    const slow = await openXmlSchemas([{ namespace: '', file }]);
    const text = `<a>${'a'.repeat(50_000)}</a>`;
    expect(await checkXml(Buffer.from(text), slow)).toEqual({ kind: 'unvalidated' });
  });

  it('makes the library write nothing', async () => {
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    const logged = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
    const warned = vi.spyOn(console, 'warn');
    for (const text of [billionLaughs(), '<a>', soilXml('x'), '<a><x:b/></a>']) await check(text);
    for (const spy of [...written, ...logged, warned]) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});

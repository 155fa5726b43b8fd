import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diag, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkXml } from '../../../src/conformance/site/check-xml.ts';
import { type MappedSchema, openXmlSchemas } from '../../../src/conformance/site/xml-schemas.ts';
import { UsageFault } from '../../../src/model/fault.ts';
import { soilSchema, soilXml } from './soil-xml.ts';

const head = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** A schema with an element of a type of another namespace. */
function importing(location: string): string {
  return (
    `<xs:schema ${head} xmlns:q="urn:q" targetNamespace="urn:a">\n` +
    `<xs:import namespace="urn:q" schemaLocation="${location}"/>\n` +
    `<xs:element name="a" type="q:number"/></xs:schema>`
  );
}

const imported =
  `<xs:schema ${head} targetNamespace="urn:q"><xs:simpleType name="number">` +
  `<xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`;

/** Writes files into a new folder. @returns their paths */
function folderWith(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'xsd with blank-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return (name) => join(folder, name);
}

async function resultOf(text: string, mapping: readonly MappedSchema[], profile?: string) {
  const schemas = await openXmlSchemas(mapping);
  try {
    return await checkXml(Buffer.from(text), schemas, profile);
  } finally {
    schemas.dispose();
  }
}

async function faultOf(mapping: readonly MappedSchema[]): Promise<string> {
  const fault: unknown = await openXmlSchemas(mapping).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(UsageFault);
  return fault instanceof UsageFault ? fault.message : '';
}

describe('an XML schema', () => {
  it('validates documents with what it includes and imports', async () => {
    const namespace = 'urn:soil:1';
    expect(await resultOf(soilXml(), [soilSchema])).toEqual({ kind: 'valid', namespace });
    expect(await resultOf(soilXml('in spring'), [soilSchema])).toEqual({
      kind: 'invalid',
      namespace,
      first: {
        detail:
          "Element '{urn:soil:1}published': 'in spring' is not a valid value of the atomic type 'xs:date'",
        line: 4,
      },
      count: 1,
    });
    const wrong = soilXml().replace('unit="m"', '').replace('2.5', 'deep').replace('Peat', '<b/>');
    expect(await resultOf(wrong, [soilSchema])).toMatchObject({ count: 3, first: { line: 3 } });
  });

  it('is chosen by the namespace of the document, or its profile where it has none', async () => {
    const plain = folderWith({
      'a.xsd': `<xs:schema ${head}><xs:element name="a" type="xs:int"/></xs:schema>`,
    });
    const file = plain('a.xsd');
    expect(await resultOf('<a>1</a>', [soilSchema])).toEqual({ kind: 'no-schema', namespace: '' });
    for (const namespace of ['FGDC-STD-001', '']) {
      const mapping = [{ namespace, file }, soilSchema];
      const expected = { kind: 'valid', namespace };
      expect(await resultOf('<a>1</a>', mapping, 'FGDC-STD-001')).toEqual(expected);
      expect(await resultOf('<a>x</a>', mapping, 'FGDC-STD-001')).toMatchObject({
        kind: 'invalid',
      });
    }
    expect(await resultOf('<a xmlns="urn:other"/>', [{ namespace: '', file }])).toEqual({
      kind: 'no-schema',
      namespace: 'urn:other',
    });
  });

  it('imports a namespace from the file that is mapped to it, wherever the import points', async () => {
    const locations = ['https://q.example/q.xsd', '../../q.xsd', 'nowhere.xsd'];
    for (const location of locations) {
      const path = folderWith({
        'a/a.xsd': importing(location),
        'q/q.xsd': imported.replace('<xs:simple', '<xs:include schemaLocation="r.xsd"/><xs:simple'),
        'q/r.xsd': `<xs:schema ${head} targetNamespace="urn:q"/>`,
      });
      const mapping = [
        { namespace: 'urn:a', file: path('a/a.xsd') },
        { namespace: 'urn:q', file: path('q/q.xsd') },
      ];
      expect(await resultOf('<a xmlns="urn:a">1</a>', mapping)).toMatchObject({ kind: 'valid' });
      expect(await resultOf('<a xmlns="urn:a">x</a>', mapping)).toMatchObject({ kind: 'invalid' });
    }
  });

  it('reads no file outside of its folder, and requests nothing', async () => {
    const path = folderWith({ 'out/q.xsd': imported, 'in/a.xsd': '', 'in/b.xsd': '' });
    symlinkSync(path('out/q.xsd'), path('in/link.xsd'));
    const locations = [
      '../out/q.xsd',
      path('out/q.xsd'),
      `file://${path('out/q.xsd').replaceAll(' ', '%20')}`,
      'http://127.0.0.1:9/q.xsd',
      'link.xsd',
    ];
    for (const location of locations) {
      writeFileSync(path('in/a.xsd'), importing(location));
      const message = await faultOf([{ namespace: 'urn:a', file: path('in/a.xsd') }]);
      expect(message).toContain(`${path('in/a.xsd')}:3: the XML schema cannot be used: `);
      expect(message).toContain(`It refers to ${location} (in `);
      expect(message).toContain('map its namespace to a file as well.');
    }
  });

  it('that cannot be used is a fault with its file, line and reason', async () => {
    const path = folderWith({
      'cut.xsd': `<xs:schema ${head}>\n<xs:element`,
      'type.xsd': `<xs:schema ${head}>\n\n<xs:element name="a" type="b"/></xs:schema>`,
      'a.xsd': `<xs:schema ${head}><xs:include schemaLocation="b.xsd"/></xs:schema>`,
      'b.xsd': `<xs:schema ${head}>\n<xs:include schemaLocation="cut.xsd"/></xs:schema>`,
      'none.xsd': '<soil/>',
    });
    const messageFor = async (name: string): Promise<string> => {
      return faultOf([{ namespace: 'urn:a', file: path(name) }]);
    };
    expect(await faultOf([{ namespace: 'urn:a', file: '/dev/zero' }])).toBe(
      '/dev/zero: the XML schema cannot be read (not a file). Map its namespace to an XSD.',
    );
    expect(await messageFor('missing.xsd')).toBe(
      `${path('missing.xsd')}: the XML schema cannot be read (ENOENT). Map its namespace to an XSD.`,
    );
    expect(await messageFor('cut.xsd')).toContain(`${path('cut.xsd')}:2: the XML schema cannot`);
    expect(await messageFor('a.xsd')).toContain(`${path('cut.xsd')}:2: the XML schema cannot`);
    expect(await messageFor('type.xsd')).toContain(`${path('type.xsd')}:3: the XML schema cannot`);
    expect(await messageFor('none.xsd')).toContain('none.xsd');
    expect(await messageFor('type.xsd')).toContain('Correct the schema');
  });

  it('leaves nothing in the memory of the library', async () => {
    diag.configure({ enabled: true });
    onTestFinished(() => diag.configure({ enabled: false }));
    const kept = XmlDocument.fromString('<counted/>');
    expect(diag.report()).toMatchObject({ XmlDocument: { totalInstances: 1 } });
    kept.dispose();
    for (const text of [soilXml(), soilXml('x'), '<cut>', '<other/>']) {
      await resultOf(text, [soilSchema]);
    }
    await faultOf([soilSchema, { namespace: 'urn:b', file: '/nowhere/b.xsd' }]);
    const path = folderWith({ 'a.xsd': importing('../../q.xsd') });
    await faultOf([soilSchema, { namespace: 'urn:a', file: path('a.xsd') }]);
    expect(diag.report()).toEqual({});
  });
});

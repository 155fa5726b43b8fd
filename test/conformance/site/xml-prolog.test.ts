import { describe, expect, it } from 'vitest';
import { readXmlProlog } from '../../../src/conformance/site/xml-prolog.ts';
import { billionLaughs } from './soil-xml.ts';

function prologOf(text: string) {
  return readXmlProlog(Buffer.from(text));
}

describe('the beginning of an XML document', () => {
  it.each<[string, string, boolean]>([
    ['soil', '<soil/>', false],
    ['soil', '<s:soil xmlns:s="urn:soil:1">', false],
    ['soil', '\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<?a <b?>\n<soil>', false],
    ['html', '<html lang="en">', true],
    ['p', '<!doctype HTML><p>Not found', true],
    ['soil', '<!DOCTYPE soil SYSTEM "html>"><soil/>', false],
  ])('names the element %s in %s', (root, text, isPage) => {
    expect(prologOf(text)).toEqual({ root, isPage, declaresEntities: false });
  });

  it.each(['', 'Not found', '<!-- open', '<?open', '<', '< a>', '<!DOCTYPE a [<!ELEMENT a'])(
    'names none in %j',
    (text) => {
      expect(prologOf(text)).toEqual({ isPage: false, declaresEntities: false });
    },
  );

  it.each<[boolean, string]>([
    [true, '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    [true, '<!-- x --><!DOCTYPE a PUBLIC "]" "[" [<!-- ]> --> <!ENTITY % b SYSTEM "c"> %b;]><a/>'],
    [true, '<!DOCTYPE a [<!ENTITY b "c">'],
    [true, billionLaughs()],
    [
      false,
      '<!DOCTYPE a [<!-- <!ENTITY b "c"> --><?x <!ENTITY?><!ATTLIST a b CDATA "<!ENTITY">]><a/>',
    ],
    [false, '<!DOCTYPE a SYSTEM "a.dtd"><a><![CDATA[<!ENTITY b "c">]]></a>'],
    [false, '<a><!DOCTYPE a [<!ENTITY b "c">]></a>'],
  ])('says %s of declared entities in %s', (declaresEntities, text) => {
    expect(prologOf(text)).toMatchObject({ declaresEntities });
  });

  it('is found in UTF-16', () => {
    const text = '\uFEFF<!DOCTYPE a [<!ENTITY b "c">]><a/>';
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]) {
      expect(readXmlProlog(bytes)).toMatchObject({ root: 'a', declaresEntities: true });
    }
  });

  it('takes linear time', () => {
    const parts = ['<!---->', '<?a?>', ' ', '<!DOCTYPE a>', '<!DOCTYPE a ['];
    for (const part of parts) {
      const size = 2_000_000 / part.length;
      expect(prologOf(part.repeat(size)).root).toBeUndefined();
      expect(prologOf(`<!DOCTYPE a [${part.repeat(size)}`).root).toBeUndefined();
    }
  });
});

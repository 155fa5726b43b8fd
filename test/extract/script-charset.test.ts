import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { documentsOf, extract, pageUrl, script } from './extraction.ts';

/** A page of parts that are text in UTF-8 or bytes. */
function pageOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The names in the documents of a page, and its problems. */
async function read(body: Uint8Array, contentType = 'text/html') {
  const outcomes = await extract(body, { contentType });
  const names = documentsOf(outcomes).map(({ json }): unknown =>
    Reflect.get(JSON.parse(json), 'name'),
  );
  return { names, problems: outcomes.map((outcome) => problemsOfOutcome(outcome)) };
}

const named = (name: string) => script(`\n{"@type": "Dataset", "name": "${name}"}`);
const wrong = (column: number, readAs = 'utf-8') => {
  return { kind: 'charset-wrong', url: pageUrl, line: 2, column, charset: 'utf-8', readAs };
};
const before = '{"@type": "Dataset", "name": "'.length;

describe('a script that is not in the charset of its page', () => {
  it.each([['text/html'], ['text/html; charset=utf-8']])(
    'is windows-1252 where nothing on the page looks like UTF-8, with type %s',
    async (type) => {
      expect(await read(latin1(`${named('Größe')}<p>Länge`), type)).toEqual({
        names: ['Größe'],
        problems: [[wrong(before + 3, 'windows-1252')]],
      });
    },
  );

  it('has gaps where the page is UTF-8', async () => {
    const [start = '', end = ''] = named('Gr|').split('|');
    const page = pageOf('<p>Straße</p>', start, Buffer.from([0xc3]), end);
    expect(await read(page)).toEqual({ names: ['Gr\uFFFD'], problems: [[wrong(before + 3)]] });
  });

  it('has gaps where most of itself is UTF-8, whatever the page is', async () => {
    const [start = '', end = ''] = named('Straße in Gr|').split('|');
    const page = pageOf(latin1('<p>äöü</p>'), start, Buffer.from([0xc3]), end);
    expect(await read(page)).toMatchObject({ names: ['Straße in Gr\uFFFD'] });
  });

  it('is none where the bytes are elsewhere on the page', async () => {
    const page = pageOf(latin1('<p>é</p>'), named('Größe \uFFFD'), latin1('<p>é</p>'));
    expect(await read(page)).toEqual({ names: ['Größe \uFFFD'], problems: [[]] });
  });

  it('is reported per script, with its own positions', async () => {
    const page = pageOf(named('Größe'), latin1(named('Länge')), named('Höhe \uFFFD'), named('A'));
    const { names, problems } = await read(page);
    expect(names).toEqual(['Größe', 'L\uFFFDnge', 'Höhe \uFFFD', 'A']);
    expect(problems.map((list) => list.length)).toEqual([0, 1, 0, 0]);
    expect(problems[1]).toMatchObject([{ line: 3, column: before + 2 }]);
  });

  it('is placed right where it is mended as well', async () => {
    const text = '{"@type": "Dataset",\n"name": "Größe",}';
    const [first = []] = (await read(latin1(script(text)))).problems;
    expect(first).toMatchObject([
      { kind: 'charset-wrong', line: 2, column: 12 },
      { kind: 'json-mended', line: 2, column: 16 },
    ]);
  });

  it('is reported with its failure, too', async () => {
    const [first] = (await read(latin1(script('{"name": "Größe" 1}')))).problems;
    expect(first?.map(({ kind }) => kind)).toEqual(['json-malformed', 'charset-wrong']);
  });

  it('keeps the charset of a byte order mark or label', async () => {
    const marked = pageOf('\uFEFF', latin1(named('é')));
    expect(await read(marked)).toMatchObject({ names: ['\uFFFD'] });
    const [start = '', end = ''] = named('a|').split('|');
    const broken = pageOf(start, Buffer.from([0xfd, 0xff]), end);
    const { problems } = await read(broken, 'text/html; charset=euc-jp');
    expect(problems).toMatchObject([[{ charset: 'euc-jp', readAs: 'euc-jp', column: before + 2 }]]);
  });
});

describe('a script in UTF-8 on a page that is declared as Latin-1', () => {
  const asLatin1 = { ...wrong(before + 3), charset: 'windows-1252' };

  it.each([
    ['text/html; charset=ISO-8859-1', ''],
    ['text/html; charset=windows-1252', '<meta charset="utf-8">'],
    ['text/html', '<meta charset="iso-8859-1">'],
  ])('is read as UTF-8, with type %s and %s', async (type, head) => {
    const page = pageOf(head, latin1('<p>Straße, Länge</p>'), named('Größe „x“'));
    const { names, problems } = await read(page, type);
    expect(names).toEqual(['Größe „x“']);
    expect(problems).toEqual([[asLatin1]]);
  });

  it('is reported per script, with its own positions', async () => {
    const parts = [named('Größe'), latin1(named('Länge')), named('A'), latin1(named('Ãé'))];
    const { names, problems } = await read(pageOf(...parts), 'text/html; charset=latin1');
    expect(names).toEqual(['Größe', 'Länge', 'A', 'Ãé']);
    expect(problems).toEqual([[asLatin1], [], [], []]);
  });

  it('is Latin-1 where a part of it is not UTF-8', async () => {
    const [start = '', end = ''] = named('Größe, L|nge').split('|');
    const page = pageOf(start, Buffer.from([0xe4]), end);
    expect(await read(page, 'text/html; charset=iso-8859-1')).toEqual({
      names: ['GrÃ¶ÃŸe, Länge'],
      problems: [[]],
    });
  });

  it('keeps a declared charset that is UTF-8 or another encoding', async () => {
    expect(await read(pageOf(named('Ã©')))).toEqual({ names: ['Ã©'], problems: [[]] });
    const page = pageOf(named('é'));
    expect(await read(page, 'text/html; charset=iso-8859-2')).toEqual({
      names: ['ĂŠ'],
      problems: [[]],
    });
  });
});

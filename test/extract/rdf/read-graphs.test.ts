import { describe, expect, it } from 'vitest';
import { problemsOfOutcome } from '../../../src/model/outcome.ts';
import { documentsOf, extract, kindsOf, type ResponseFacts } from '../extraction.ts';
import { listFile } from '../lists/list-file.ts';

const name = '<http://schema.org/name>';

/** A record in a graph of its own. */
function record(number: number, text = `Record ${number}`): string {
  const subject = `<https://soil.example/${number}>`;
  return (
    `${subject} ${name} "${text}"@en <urn:g:${number}> .\n` +
    `${subject} <http://schema.org/creator> _:c <urn:g:${number}> .\n` +
    `_:c ${name} "Moss \\"${number}\\" <e:x>"^^<e:text> <urn:g:${number}> . # done\n`
  );
}

function extractFile(content: string | Uint8Array, facts: ResponseFacts = {}) {
  const limits = { pieceBytes: 1000, ...facts.limits };
  return extract(listFile(content), { contentType: 'application/n-quads', ...facts, limits });
}

async function jsonOf(text: string): Promise<readonly string[]> {
  return documentsOf(await extractFile(text)).map(({ json }) => json);
}

function inNoGraph(number: number): string {
  return `<https://soil.example/${number}> ${name} "x" .\n`;
}

const numbers = Array.from({ length: 40 }, (_, index) => index + 1);

describe('an N-Quads file that is larger than a piece', () => {
  it('yields a document per graph, as when read in memory', async () => {
    const text = numbers.map((number) => record(number)).join('');
    const inMemory = documentsOf(await extract(text, { contentType: 'application/n-quads' }));
    const documents = documentsOf(await extractFile(text));
    expect(documents.map(({ json }) => json)).toEqual(inMemory.map(({ json }) => json));
    expect(documents[6]).toMatchObject({ route: 'rdf', piece: { sharesName: false } });
    expect(documents).toHaveLength(40);
  });

  it('may have the lines of its graphs in any order', async () => {
    const sorted = numbers.map((number) => record(number)).join('');
    const lines = sorted.split(/(?<=\n)/u);
    const dealt = [0, 1, 2].flatMap((rest) => lines.filter((_, index) => index % 3 === rest));
    expect(await jsonOf(dealt.join(''))).toEqual(await jsonOf(sorted));
  });

  it('is N-Quads where the type does not say so, with another end of lines, or none at the end', async () => {
    const text = numbers
      .map((number) => record(number))
      .join('')
      .replaceAll('\n', '\r\n')
      .trimEnd();
    const documents = documentsOf(await extractFile(text, { contentType: 'text/plain' }));
    expect(documents).toHaveLength(40);
    expect(documents.at(-1)?.json).toContain('Record 40');
  });

  it('yields the default graph as a document, and a problem for a graph that is too large', async () => {
    const loose = `<https://soil.example/all> ${name} "All" .\n`;
    const long = record(0, 'x'.repeat(2000));
    const outcomes = await extractFile(record(1) + long + loose + record(2) + record(3));
    expect(kindsOf(outcomes)).toEqual([
      'document',
      'list-item-too-large',
      'document',
      'document',
      'document',
    ]);
    expect(documentsOf(outcomes)[1]?.json).toContain('"All"');
  });

  it('loses only bad lines, and reports their numbers in the file', async () => {
    const text = `${record(1)}<e:a> ${name} x "x" <urn:g:1> .\n<e:a b> ${name} "y"@en_US <urn:g:1> .\n${numbers.map((each) => record(each)).join('')}not\n`;
    const outcomes = await extractFile(text);
    const problems = outcomes.flatMap((outcome) => problemsOfOutcome(outcome));
    expect(problems).toMatchObject([
      { kind: 'rdf-line-malformed', line: 4 },
      { kind: 'rdf-line-malformed', line: 126 },
    ]);
    const documents = documentsOf(outcomes);
    expect(documents).toHaveLength(40);
    // What expansion can mend is in the document as published.
    expect(documents[0]?.json).toContain('"@id":"e:a b"');
    expect(documents[0]?.json).toContain('"@language":"en_US"');
  });

  it('is read up to the limit of runs', async () => {
    const text = numbers.map((number) => record(number)).join('');
    const kinds = kindsOf(await extractFile(text, { limits: { jsonValues: 20 } }));
    expect(kinds.slice(-2)).toEqual(['document', 'json-too-complex']);
    expect(kinds).toHaveLength(21);
  });

  it('is read as a whole without named graphs, and only up to four times the size of one', async () => {
    const text = numbers.map(inNoGraph).join('');
    expect(kindsOf(await extractFile(text))).toEqual(['document']);
    const limits = { pieceBytes: 100 };
    expect(await extractFile(text, { limits })).toMatchObject([
      { problem: { kind: 'document-too-large', maxBytes: 400 } },
    ]);
  });
});

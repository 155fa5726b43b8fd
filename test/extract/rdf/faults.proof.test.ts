import { describe, expect, it } from 'vitest';
import type { RdfSyntax } from '../../../src/model/media-type.ts';
import { createRandom, type Random } from '../../expand/random.ts';
import { proofSeed, proofSize } from '../../support/proof.ts';
import { read } from './reading.ts';

const dct = 'http://purl.org/dc/terms/';

/** A statement with its number, in each form of its syntax. */
type Writer = (random: Random, number: number) => string;

const turtleObjects: readonly ((n: number) => string)[] = [
  (n) => `"Peat ${n}"@en-GB`,
  (n) => `"""Peat\n"${n}" .\n<e:a> a <e:B> ."""`,
  (n) => `[ dct:title 'x ${n}' ; dct:page <p${n}>, _:n${n} ]`,
  (n) => `( ${n} "a.b" <x> )`,
  (n) => `${n}.5, -${n}e3, true`,
  (n) => `"${n}"^^xsd:int # "a comment ' <\n`,
  (n) => String.raw`"\"${n}\\" , "\u00e9"`,
];

function turtle(random: Random, number: number): string {
  const properties = random.list(3, () => `dct:p ${random.pick(turtleObjects)(number)}`);
  const space = random.pick([' ', '\n  ', '\r\n\t']);
  const subject = random.pick([`<s/${number}>`, `ex:s${number}`, `<urn:s:${number}>`]);
  const all = [`a ex:T`, ...properties, `dct:title "number ${number};"`];
  return `${subject}${space}${all.join(` ;${space}`)} .\n`;
}

function quads(random: Random, number: number): string {
  const graph = random.pick(['', ' <urn:g>', ' _:g']);
  const object = random.pick(['<e:o>', '_:b', '"1"^^<e:t>', String.raw`"\"a\""@en`]);
  return (
    `<urn:s:${number}> <${dct}p> ${object}${graph} .\n` +
    `<urn:s:${number}> <${dct}title> "number ${number};"${graph} .\n`
  );
}

/** Without what could be taken for the end of a line or for quotation marks that are not closed. */
const lineFaults = ['"', '\\', '<', '>', ' a b ', '.', '@', '^^', '\u0000', '<a b>', '_:', '{'];
const blockFaults = [
  ...lineFaults,
  ';',
  ',',
  '[',
  ']',
  '(',
  ')',
  '}',
  "'",
  '%%',
  ' <x> <y> ',
  '@en_US',
];

interface Way {
  readonly syntax: RdfSyntax;
  readonly write: Writer;
  readonly faults: readonly string[];
  readonly head: string;
}

const head = `@prefix dct: <${dct}> . @prefix ex: <https://ex.example/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n@base <https://soil.example/> .\n`;

const ways: readonly Way[] = [
  { syntax: 'turtle', write: turtle, faults: blockFaults, head },
  {
    syntax: 'trig',
    write: (random, number) =>
      random.below(3) === 0
        ? turtle(random, number)
        : `${random.pick(['GRAPH ', ''])}<g/${number}> {\n  ${turtle(random, number)}}\n`,
    faults: blockFaults,
    head,
  },
  { syntax: 'n-quads', write: quads, faults: lineFaults, head: '' },
  {
    syntax: 'n-triples',
    write: (random, number) => quads(random, number).replaceAll(/ (?:<urn:g>|_:g) \./gu, ' .'),
    faults: lineFaults,
    head: '',
  },
];

/** The numbers that the documents of a text say. */
async function numbersIn(text: string, syntax: RdfSyntax): Promise<ReadonlySet<string>> {
  const reading = await read(text, syntax);
  if (reading.kind === 'too-large') throw new Error(reading.limit);
  const documents = reading.kind === 'malformed' ? [] : reading.documents;
  return new Set(
    Array.from(documents)
      .join('\n')
      .match(/number \d+(?=;")/gu),
  );
}

describe('random documents with random faults', () => {
  it.each(ways)('in $syntax lose no statement that has none', async (way) => {
    const { syntax, write, faults, head: begin } = way;
    for (let round = 0; round < proofSize(40, 3000); round += 1) {
      const random = createRandom(proofSeed(7) * 100_003 + round);
      const blocks = Array.from({ length: 12 }, (_, number) => write(random, number));
      const damaged = new Set(random.list(3, () => random.below(blocks.length)));
      const texts = blocks.map((block, number) => {
        if (!damaged.has(number)) return block;
        // The end of a block stays, since otherwise the next one is damaged, too.
        const at = random.below(block.length - 4);
        return block.slice(0, at) + random.pick(faults) + block.slice(at + random.below(3));
      });
      const text = begin + texts.join('');
      // Two long strings, each damaged at one end, are one string, and what is between them is text.
      const halves = blocks.filter((block, n) => damaged.has(n) && block.includes('"""'));
      if (halves.length > 1) continue;
      const found = await numbersIn(text, syntax);
      const lost = blocks
        .map((_, number) => number)
        .filter((number) => !damaged.has(number) && !found.has(`number ${number}`));
      expect(lost.length === 0 ? '' : text).toBe('');
    }
  });

  it.each(ways)(
    'in $syntax are reported with positions',
    async ({ syntax, write, head: begin }) => {
      for (let round = 0; round < proofSize(10, 500); round += 1) {
        const random = createRandom(proofSeed(8) * 100_003 + round);
        const blocks = Array.from({ length: 8 }, (_, number) => write(random, number));
        const sound = await read(begin + blocks.join(''), syntax);
        if (sound.kind !== 'documents') throw new Error(JSON.stringify(sound));
        const before = begin + blocks.slice(0, 4).join('');
        const text = `${before}%% a fault .\n${blocks.slice(4).join('')}`;
        const reading = await read(text, syntax);
        if (reading.kind !== 'documents') throw new Error(JSON.stringify(reading));
        const { parts, lines } = reading.remarks;
        const line = before.split(/\r\n|\n/u).length;
        expect([...parts.first, ...lines.first]).toMatchObject([{ line, column: 1 }]);
        // Labels of blank nodes are those of a graph, so a sound document and one with a fault agree.
        expect([...reading.documents]).toEqual([...sound.documents]);
      }
    },
  );
});

import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/extract/read-json.ts';

const limits = { jsonDepth: 200, jsonValues: 2_000_000 };

/** Numbers that look random and are the same each time (Numerical Recipes, §7.1). */
function createChance(seed: number) {
  let state = seed;
  const below = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[below(items.length)] ?? items[0];
  return { below, pick };
}

type Chance = ReturnType<typeof createChance>;

const words = [
  '',
  'é',
  '😀',
  "it's",
  '\n',
  '\t\u0001',
  '"',
  '\\',
  "\\'",
  '// b',
  '/* b */',
  '<!-- b -->',
  ']]>',
  ',]',
  '": 1',
  '{',
  '}',
] as const;
const fillers = ['', '', '', ' ', '\n', '\uFEFF', '\u00A0', '/* , } " */', '// "b": {\n'] as const;

/** A value that is not too deep, of names that are not twice in an object. */
function valueOf({ below, pick }: Chance, depth: number): unknown {
  const text = () => pick(words) + pick(words);
  const many = <Item>(make: () => Item) => Array.from({ length: below(4) }, make);
  const kind = below(depth > 3 ? 3 : 5);
  if (kind === 0) return pick([0, -1.5, 1e21, true, null]);
  if (kind < 3) return text();
  const inner = () => valueOf({ below, pick }, depth + 1);
  // `JSON.parse` of Node 24 takes one name for another where there are backslashes in them.
  const name = () => text().replaceAll('\\', '/');
  return kind === 3 ? many(inner) : Object.fromEntries(many(() => [name(), inner()]));
}

/** A text that means the value and has all kinds of things in it that do not belong into JSON. */
function damaged(value: unknown, chance: Chance): string {
  const { below, pick } = chance;
  const gap = () => pick(fillers) + pick(fillers);
  const textOf = (text: string) => {
    const characters = Array.from(text, (character) => {
      if (character === "'") return pick(["'", String.raw`\'`]);
      const escaped = JSON.stringify(character).slice(1, -1);
      return character < ' ' ? pick([character, escaped]) : escaped;
    });
    return `"${characters.join('')}"`;
  };
  const series = (items: readonly string[]) => {
    const isTrailing = items.length > 0 && below(3) === 0;
    return gap() + items.join(`${gap()},${gap()}`) + gap() + (isTrailing ? `,${gap()}` : '');
  };
  const render = (one: unknown): string => {
    if (typeof one === 'string') return textOf(one);
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    if (Array.isArray(one)) return `[${series(one.map((item) => render(item)))}]`;
    const members = Object.entries(one);
    return `{${series(members.map(([name, each]) => `${textOf(name)}${gap()}:${gap()}${render(each)}`))}}`;
  };
  return gap() + render(value) + gap();
}

const wrappers = [
  (text: string) => text,
  (text: string) => `${text};`,
  (text: string) => `<![CDATA[${text}]]>`,
  (text: string) => `//<![CDATA[\n${text}\n//]]>`,
  (text: string) => `/*<![CDATA[*/${text}/*]]>*/`,
  (text: string) => `<!-- begin\n${text}\n// end -->`,
] as const;

describe('damaged JSON', () => {
  it('keeps its meaning when it is mended', () => {
    const chance = createChance(1);
    for (let round = 0; round < 2000; round += 1) {
      const values = Array.from({ length: 1 + chance.below(2) }, () => {
        return { a: valueOf(chance, 0), b: valueOf(chance, 0) };
      });
      const texts = values.map((value) => damaged(value, chance));
      const text = chance.pick(wrappers)(texts.join(chance.pick(['', '\n', ','])));
      const readings = readJson(text, limits);
      const read = readings.map((reading): unknown =>
        reading.kind === 'document' ? JSON.parse(reading.json) : reading,
      );
      expect({ text, read }).toEqual({ text, read: values });
    }
  });

  it('of any kind is either rejected or read as valid JSON', () => {
    const chance = createChance(2);
    const pieces = [
      ...'{}[]":,\\\'/*<!->;a10 \n\u0001\uFEFF\uD83D'.split(''),
      '//',
      '/*',
      '*/',
      '<!--',
      '-->',
      ']]>',
      '&quot;',
      '"a":',
    ];
    const [first = '', ...others] = pieces;
    for (let round = 0; round < 4000; round += 1) {
      const valid = damaged({ a: valueOf(chance, 0) }, chance);
      const at = chance.below(valid.length);
      const junk = Array.from({ length: chance.below(4) }, () => chance.pick([first, ...others]));
      const text = valid.slice(0, at) + junk.join('') + valid.slice(at + chance.below(4));
      for (const reading of readJson(text, limits)) {
        const json = reading.kind === 'document' ? reading.json : '{}';
        const value = reading.kind === 'document' ? reading.value : {};
        expect({ text, value: JSON.parse(json) as unknown }).toEqual({ text, value });
      }
    }
  });

  it.each([
    ['comments', '/**/'],
    ['wrappers that are not closed', '<!--\n'],
    ['texts that are not closed', '"\n'],
    ['values', '{}'],
    ['brackets', '['],
    ['commas', '[1,],'],
  ])('is read to an end however many %s there are', (_, piece) => {
    expect(readJson(`//\n${piece.repeat(100_000)}`, limits)).not.toEqual([]);
  });
});

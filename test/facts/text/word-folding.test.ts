import { describe, expect, it } from 'vitest';
import {
  foldedWords,
  foldText,
  significantWords,
  testForWords,
} from '../../../src/facts/text/word-folding.ts';

describe('the significant words of a text', () => {
  it('are all but function words', () => {
    expect(significantWords('Ice in the Sea of Okhotsk')).toEqual(['ice', 'sea', 'okhotsk']);
    expect(significantWords('Eine Karte von Mooren')).toEqual(['karte', 'mooren']);
  });

  it.each(['PAR', 'EM', 'MIT', 'LES', 'DES', 'DER', 'SUR', 'UND', 'OR', 'ET', 'DO', 'Al', 'La'])(
    'include function words of one language that mean something in another: %s',
    (word) => {
      expect(significantWords(`${word} at sea`)).toEqual([word.toLowerCase(), 'sea']);
    },
  );

  it('are all words if there are only function words', () => {
    expect(significantWords('In the')).toEqual(['in', 'the']);
    expect(significantWords('%')).toEqual([]);
  });
});

describe('the words of a text', () => {
  it.each([
    ['Bog, PEAT & moor-water', ['bog', 'peat', 'moor', 'water']],
    ['sea_surface_temperature (2 m)', ['sea', 'surface', 'temperature', '2', 'm']],
    ['Łódź Straße Ærø Þingvellir', ['lodz', 'strasse', 'aero', 'thingvellir']],
    ['Diyarbakır İzmir', ['diyarbakir', 'izmir']],
    ['CO₂ m³ Ⅳ ﬁsh', ['co2', 'm3', 'iv', 'fish']],
    ['O’Brien’s d´Urville', ['obrien', 'urville']],
    ["Earth's surface, O'Brien's, isn't", ['earth', 'surface', 'obrien', 'isnt']],
    ["L'océan, l’eau d'une mer qu'il", ['ocean', 'eau', 'une', 'mer', 'il']],
    ["N'Djamena, m’Bour, d'Étretat, n'hésite", ['ndjamena', 'mbour', 'etretat', 'hesite']],
    ["DELL'ACQUA all'aria", ['acqua', 'aria']],
    ["Hawai'i, Hawai\u{2BB}i, Hawai‘i, Kaʻū", ['hawaii', 'hawaii', 'hawaii', 'kau']],
    ["45°30'N 's l' rock'n'roll", ['45', '30', 'n', 's', 'l', 'rocknroll']],
    ['ΟΔΟΣ Ёлка', ['οδοσ', 'елка']],
    ['أحمد شَمـــس', ['احمد', 'شمس']],
    ['שָׁלוֹם־עולם', ['שלום', 'עולם']],
    ['हिन्दी', ['हिन्दी']],
    ['한국어', ['한국어']],
    ['海水2温', ['海', '水', '2', '温']],
    ['データ', ['デ', 'ー', 'タ']],
    ['เค็ม', ['เ', 'ค็', 'ม']],
    ['…', []],
  ])('are compared in one spelling: %j', (text, expected) => {
    expect(foldedWords(text)).toEqual(expected);
  });

  it('are the same whether letters are whole or taken apart', () => {
    const text = 'Ångström é が 각';
    expect(foldedWords(text.normalize('NFD'))).toEqual(foldedWords(text.normalize('NFC')));
  });

  it('are cut where they are too long to be words, never within a character', () => {
    expect(foldedWords('a'.repeat(1000))).toEqual(['a'.repeat(200)]);
    expect(foldedWords('𐐨'.repeat(1000))).toEqual(['𐐨'.repeat(100)]);
    expect(foldedWords(`a${'𐐨'.repeat(1000)}`)).toEqual([`a${'𐐨'.repeat(99)}`]);
  });

  it.each(['e\u{301}', '\u{300}\u{315}', 'é’', "a'", '海', 'é '])(
    'take no time by the square of the length: %j',
    (part) => {
      expect(foldedWords(`é${part.repeat(200_000)}`)[0]).toMatch(/^[eé海]/u);
    },
    4000,
  );
});

describe('a test for words', () => {
  const texts = [
    'Sea Ice, level 3',
    'The Earth’s crust',
    "L'eau de l`océan",
    "O'Neill's N'Djamena",
    'naïve Übermaß',
    '海氷データ',
    'x_y-z',
    '',
    'long'.repeat(60),
  ];

  it('finds every word of a text, and its prefixes', () => {
    for (const text of texts) {
      for (const word of foldedWords(text)) {
        expect([text, word, testForWords(['nothing', word])(text)]).toEqual([text, word, true]);
        expect(testForWords([word.slice(0, 2)])(text)).toBe(true);
      }
    }
  });

  it('rejects words that Latin texts do not contain', () => {
    const denied = texts.filter((text) => !testForWords(['snow', 'floe'])(text));
    expect(denied).toEqual(texts.filter((_, at) => ![4, 5].includes(at) && at !== 2));
  });
});

describe('a folded text', () => {
  it('has single blanks between its words', () => {
    expect(foldText(' Peat,  Bog/Moor ')).toBe('peat bog moor');
  });

  it('is the lower-case text if there are no words', () => {
    expect(foldText(' % ')).toBe('%');
    expect(foldText('')).toBe('');
  });

  it('is the same when folded again', () => {
    const once = foldText('Ærø, O’Brien: ½ がぎ Straße');
    expect(foldText(once)).toBe(once);
  });
});

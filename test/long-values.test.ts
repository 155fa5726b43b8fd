import { describe, expect, it } from 'vitest';
import {
  parseCoordinateText,
  parseLength,
  parseNumbers,
} from '../src/facts/place/coordinate-text.ts';
import { readWkt } from '../src/facts/place/wkt.ts';
import { agentIri } from '../src/facts/text/agent-iri.ts';
import { normalizeFormat } from '../src/facts/text/formats-and-checksums.ts';
import { normalizeLicence } from '../src/facts/text/licence.ts';
import { isNil } from '../src/facts/text/missing-values.ts';
import { splitKeywords } from '../src/facts/record/fact-texts.ts';
import { normalizeUnit } from '../src/facts/text/unit-name.ts';
import { readDate, splitRange } from '../src/facts/time/read-period.ts';
import { readTime } from '../src/facts/time/read-time.ts';
import { readTimeCount } from '../src/facts/time/age.ts';
import { fallbackReaders } from '../src/extract/page-fallbacks.ts';
import { metaTagsToJsonLd } from '../src/extract/meta-tags.ts';
import { detectRdfSyntax, readXmlRoot } from '../src/extract/body-formats.ts';
import { parseLinkField } from '../src/links/link-field.ts';
import { linkIri } from '../src/links/typed-links.ts';
import { mediaTypeOfFile, parseMediaType } from '../src/model/media-type.ts';
import { targetUrl } from '../src/model/target.ts';
import { identifierName, identifierSpellings } from '../src/rdf/identifiers.ts';
import { repairIri } from '../src/rdf/iri.ts';
import { repairLanguageTag } from '../src/rdf/n-quads.ts';
import { parseRobotsLine } from '../src/web/robots/robots-file.ts';
import { lastWordIn } from '../src/text/lone-ampersands.ts';
import { trimEndCharacters } from '../src/text/clean-text.ts';
import { languageName } from '../src/views/details/read-details.ts';

const url = 'https://fen.example/';
const many = (text: string, length = 300_000): string => text.repeat(length / text.length);
const blanks = many(' ');
const slashes = many('/', 480_000);

// A reader that takes time by the square of the length takes longer than a test may.
describe('half a megabyte of one character', () => {
  it.each<readonly [string, () => unknown, unknown]>([
    [
      'blanks within a box',
      () => parseCoordinateText(`1${blanks}2 3 4`, 'box'),
      { parts: [{ kind: 'box' }] },
    ],
    [
      'blanks within a polygon',
      () => parseCoordinateText(`1 2${blanks}3 4 5 6 1 2`, 'polygon'),
      { parts: [{ kind: 'polygon' }] },
    ],
    [
      'blanks within a circle',
      () => parseCoordinateText(`1 2${blanks}x${blanks}5 km`, 'circle'),
      { fault: 'malformed' },
    ],
    ['blanks behind a number', () => parseNumbers(`1${blanks}x`), undefined],
    ['blanks around degrees', () => parseNumbers(`1°${blanks}N`)?.axes, ['latitude']],
    [
      'digits in place of numbers',
      () => parseNumbers(many('1 ')),
      { numbers: { length: 150_000 } },
    ],
    ['digits of a number', () => parseNumbers(many('1')), { numbers: [Infinity] }],
    ['commas between numbers', () => parseNumbers(`1${many(',')}2`), undefined],
    ['brackets around numbers', () => parseNumbers(`${many('(')}1 2`)?.numbers, [1, 2]],
    ['blanks within a length', () => parseLength(`5${blanks}km`), 5000],
    ['blanks behind a length', () => parseLength(`5${blanks}x`), undefined],
    [
      'blanks within WKT',
      () => readWkt(`POINT${blanks}(1${blanks}2)`),
      { parts: [{ at: [1, 2] }] },
    ],
    ['brackets of WKT', () => readWkt(`POLYGON${many('(')}`), { fault: 'too-deep' }],
    ['blanks within a time', () => readTime(`2001${blanks}2002`).names[0]?.length, 500],
    ['dashes in a time', () => readTime(many('-')).periods, []],
    ['digits in a time', () => readTime(many('1')).periods, []],
    ['words between two times', () => splitRange(`1${many(' - a')}\n`)?.start, '1'],
    ['blanks within a date', () => readDate(`2001-01-01${blanks}x`), undefined],
    [
      'slashes of a reference system',
      () => readTimeCount(`x${slashes}UnixTime`),
      { kind: 'unix-time' },
    ],
    ['blanks within a unit', () => normalizeUnit(`m${blanks}per${blanks}s`), 'm s-1'],
    ['blanks within a unit that is none', () => normalizeUnit(`a${blanks}!`), 'a'],
    ['full stops in a licence', () => normalizeLicence(`a b ${url}${many('.')}x`).length, 1000],
    ['slashes of a missing value', () => isNil(`${many('/def/nil')} `), false],
    ['brackets of a format', () => normalizeFormat(`text/csv${many(' (')}`), 'text/csv'],
    ['quotes of a media type', () => parseMediaType(`a/b; c=${many('"\\')}`).essence, 'a/b'],
    ['semicolons of a media type', () => parseMediaType(`a/b${many(';')}`).essence, 'a/b'],
    ['commas between keywords', () => splitKeywords(`peat${many(',')}fen`), ['peat']],
    ['slashes of an agent', () => agentIri(`https://orcid.org/${slashes}x`)?.length, 480_019],
    ['blanks of an identifier', () => identifierName(`doi:${blanks}10.1234/x`), 'doi:10.1234/x'],
    ['slashes within a DOI', () => identifierName(`doi:10.1234/${slashes}x`).length, 480_013],
    ['slashes behind a DOI', () => identifierName(`doi:10.1234/x${slashes}`), 'doi:10.1234/x'],
    ['slashes of an address', () => identifierName(`${url}${slashes}x`).length, 480_020],
    ['slashes behind an ARK', () => identifierName(`ark:/12345/x${slashes}`), 'ark:12345/x'],
    ['blanks behind a scheme', () => identifierSpellings(`doi${blanks}`), [`doi${blanks}`, 'doi']],
    ['slashes of a URL', () => targetUrl(`${url}${slashes}`)?.length, 480_020],
    ['steps up in a URL', () => targetUrl(`${url}a/${many('../')}`), url],
    ['steps down in a URL', () => targetUrl(`${url}${many('a/')}`)?.length, 300_020],
    ['fragments of a URL', () => targetUrl(`${url}${many('#')}`), url],
    ['per cent signs of a URL', () => targetUrl(`${url}${many('%')}`)?.length, 900_020],
    ['per cent signs of an IRI', () => repairIri(`${url}${many('%')}`)?.length, 900_020],
    ['line feeds of a link', () => linkIri(`${url}${many('\n')}a`, url), `${url}a`],
    ['hyphens of a language tag', () => repairLanguageTag(`en${many('-')}`), undefined],
    ['subtags of a language tag', () => repairLanguageTag(`x${many('-a')}`)?.length, 300_001],
    [
      'slashes of a register of languages',
      () => languageName(`${url}${many('lang/')}1`),
      expect.stringMatching(/1$/u),
    ],
    ['commas of a Link field', () => parseLinkField(many(', '), url), { links: [] }],
    [
      'blanks of a Link field',
      () => parseLinkField(`</a>${blanks}; rel="${blanks}item"`, url),
      { links: { length: 1 } },
    ],
    [
      'quotes of a Link field',
      () => parseLinkField(`</a>; rel=${many('"\\')}`, url),
      expect.anything(),
    ],
    ['blanks of robots.txt', () => parseRobotsLine(`allow${blanks}:${blanks}/a`), { value: '/a' }],
    ['hashes of robots.txt', () => parseRobotsLine(`allow: /a${many('#')}`), { value: '/a' }],
    [
      'full stops of a file name',
      () => mediaTypeOfFile(`${many('.')}jsonld`),
      'application/ld+json',
    ],
    ['letters of a sitemap', () => lastWordIn(`${many('a')}<b`), 'b'],
    ['letters of a page', () => metaTagsToJsonLd(many('a'), url), undefined],
    ['blanks of a tag', () => fallbackReaders.metaTags.sign.test(`name=${blanks}x`), false],
    ['attributes of XML', () => readXmlRoot(`<a b="${many('a')}">`)?.localName, 'a'],
    ['hashes of N-Quads', () => detectRdfSyntax('', `<a> <b> ${many('.#')}`), 'n-quads'],
    ['full stops of N-Quads', () => detectRdfSyntax('', `<a> <b> ${many('. ')}x`), 'turtle'],
    ['characters at an end', () => trimEndCharacters(`${slashes}x${slashes}`, '/').length, 480_001],
  ])('is read at once: %s', (_, read, expected) => {
    expect({ value: read() }).toMatchObject({ value: expected });
  });
});

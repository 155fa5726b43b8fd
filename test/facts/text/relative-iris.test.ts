import { expect, it } from 'vitest';
import {
  endsAsFile,
  isRelativeAddress,
  looksLikePlainText,
} from '../../../src/facts/text/relative-iris.ts';

it.each([
  { text: 'data/tides.csv', written: false, address: true, file: true },
  { text: 'tides 2024.csv', written: true, address: true, file: true },
  { text: '10.1234/tides', written: true, address: true, file: false },
  { text: 'www.tides', written: true, address: true, file: true },
  { text: 'tides.org/7', written: true, address: true, file: false },
  { text: 'CC0', written: false, address: false, file: false },
  { text: 'CC BY 4.0', written: true, address: false, file: false },
  { text: 'tides.h5', written: false, address: false, file: true },
  { text: '', written: false, address: false, file: false },
])('tells whether "$text" was meant as text', ({ text, written, address, file }) => {
  expect(looksLikePlainText(text)).toBe(written);
  expect(isRelativeAddress(text)).toBe(address);
  expect(endsAsFile(text)).toBe(file);
});

import { expect, it } from 'vitest';
import { isWholeDue } from '../../src/model/whole-answer.ts';

const day = 86_400_000;
const whole = '2026-01-01';
const urls = Array.from({ length: 3000 }, (_, page) => `https://fen.example/${page}`);
const dueAfter = (days: number): number => {
  const now = new Date(Date.parse(whole) + days * day);
  return urls.filter((url) => isWholeDue(url, whole, now)).length;
};

it('asks for no answer whole before 30 days, and for all by 59', () => {
  expect([dueAfter(29.9), dueAfter(59)]).toEqual([0, 3000]);
});

it('asks for about as many each night in between', () => {
  for (let days = 30; days < 60; days += 1) {
    const share = dueAfter(days) - dueAfter(days - 1);
    expect(share).toBeGreaterThan(50);
    expect(share).toBeLessThan(150);
  }
});

it('asks for nothing whole by a date that is none', () => {
  expect(isWholeDue('https://fen.example/', '', new Date())).toBe(false);
});

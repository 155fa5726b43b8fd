import { expect, test } from 'vitest';
import { OrderEvidence } from '../../src/catalogue/order-suggestion.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { BoxOrder } from '../../src/model/search-facts.ts';

const url = 'https://soil.example/list';

function surely(record: number, order: BoxOrder): Problem {
  const facts = { value: '', repair: 'box-order', order, result: '' } as const;
  return { kind: 'geometry-repaired', url, record: `${url}#${record}`, ...facts };
}

function perhaps(record: number, ...orders: readonly BoxOrder[]): Problem {
  const facts = { value: '', doubt: 'box-order', orders, taken: '' } as const;
  return { kind: 'geometry-doubtful', url, record: `${url}#${record}`, ...facts };
}

function suggested(records: number, problems: readonly Problem[]) {
  const evidence = new OrderEvidence();
  for (const problem of problems) evidence.add(problem);
  return evidence.suggestion(records);
}

const pairs = 'south-north-west-east';
const others = 'west-east-south-north';

test('the order that most records of a source have is suggested, with how many have it', () => {
  const problems = [
    surely(1, pairs),
    surely(1, pairs),
    perhaps(1, others),
    perhaps(2, pairs, others),
    surely(3, pairs),
  ];
  const found = { axisOrder: pairs, records: 3, sure: 2 };
  expect(suggested(5, problems)).toEqual(found);
  expect(suggested(6, problems)).toBeUndefined();
});

test('a doubt alone suggests nothing', () => {
  expect(suggested(1, [perhaps(1, pairs, others)])).toBeUndefined();
  expect(suggested(2, [surely(1, others), perhaps(2, pairs)])).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { boundRecordText } from '../../../../src/serve/pages/dataset/find-dataset.ts';

const graph = '<https://data.example/1>';
const resource = { iri: 'https://data.example/it' };

/** A resource with so many parts, each with a name that has so many letters. */
function record(parts: number, letters = 100): string {
  const name = 'x'.repeat(letters);
  const lines = Array.from({ length: parts }, (_, at) => [
    `<${resource.iri}> <http://schema.org/hasPart> _:b${at} ${graph} .\n`,
    `_:b${at} <http://schema.org/name> "${name}" ${graph} .\n`,
  ]);
  return `${lines.flat().join('')}<${resource.iri}> <http://schema.org/name> "It" ${graph} .\n`;
}

describe('the text of a record', () => {
  it('is complete where it is short', () => {
    const nquads = record(200);
    expect(boundRecordText(nquads, { resource, maxOfProperty: 10 })).toEqual({
      nquads,
      omitted: [],
    });
  });

  it('drops most values of a property, and their nodes, where it is long', () => {
    const bounds = { resource, maxOfProperty: 10 };
    const { nquads, omitted } = boundRecordText(record(7588), bounds);
    expect(nquads).toBe(record(10));
    expect(omitted).toEqual([{ part: 'related', values: 7578 }]);
  });

  it('counts omitted archive members as files', () => {
    const text = record(7588).replaceAll(
      `<${resource.iri}> <http://schema.org/has`,
      '_:zip <http://schema.org/has',
    );
    const { omitted } = boundRecordText(text, { resource, maxOfProperty: 10 });
    expect(omitted).toEqual([{ part: 'distributions', values: 7578 }]);
  });
});

import { expect, it } from 'vitest';
import { citeAsProblem } from '../../src/pipeline/problem-classes.ts';

const url = 'https://soil.example/7';
const doi = 'https://doi.org/10.5072/One';

it.each([
  ['the same, in another spelling', ['doi:10.5072/one'], undefined],
  ['one of several', ['10.5072/2222', 'info:doi/10.5072/one'], undefined],
  ['another', ['doi:10.5072/two'], 'doi:10.5072/two'],
  ['an ARK', ['soil-7', 'ark:/12345/x'], 'ark:/12345/x'],
  ['a PURL', ['http://www.purl.org/soil/7'], 'http://www.purl.org/soil/7'],
  ['nothing that lasts', ['soil-7', url], undefined],
  ['nothing', [], undefined],
])('compares cite-as with a record whose identifiers are: %s', (_name, identifiers, found) => {
  const problem = citeAsProblem(url, [doi], [{ types: [], identifiers }]);
  expect(problem).toEqual(
    found === undefined
      ? undefined
      : { kind: 'cite-as-differs', url, citeAs: doi, identifier: found },
  );
});

it('counts the IRI of the resource as an identifier', () => {
  const resource = { iri: 'http://dx.doi.org/10.5072/two', types: [], identifiers: [] };
  expect(citeAsProblem(url, [doi], [resource])).toMatchObject({ identifier: resource.iri });
  expect(citeAsProblem(url, ['doi:10.5072/TWO'], [resource])).toBeUndefined();
});

it('ignores a page of several resources, and one without cite-as', () => {
  const resource = { types: [], identifiers: ['doi:10.5072/two'] };
  expect(citeAsProblem(url, [doi], [resource, resource])).toBeUndefined();
  expect(citeAsProblem(url, [], [resource])).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import {
  isFormParameter,
  readSearchState,
  searchParameters,
  withCondition,
  withoutText,
} from '../../../../src/serve/pages/search/search-address.ts';

const read = (address: string) => readSearchState(new URLSearchParams(address));

describe('the address of a search', () => {
  it('is unchanged by reading and writing where all of it is valid', () => {
    const address =
      'q=ice&q=snow&bbox=1%2C2%2C3%2C4&media-type=csv&within=yes&sort=time&page=3&open=types&open=people&axis=Ma&map=10%2C20%2C2';
    expect(searchParameters(read(address)).toString()).toBe(address);
  });

  it.each([
    ['q=+&q=&page=0&sort=best&all=none&map=1,2&axis=years&other=1&open=x', ''],
    ['page=1&sort=relevance', ''],
    ['page=1e99', ''],
    ['map=200,0,1', ''],
    ['q=ice&q=ice', 'q=ice'],
    // What says more of a condition that is not there.
    ['unit=K&within=yes', ''],
    ['bbox=1,2,3,4&within=no', 'bbox=1%2C2%2C3%2C4'],
    ['west=5&south=1&east=&north=2&bbox=1,2,3,4', 'bbox=5%2C1%2C%2C2'],
    ['west=&south=&east=&north=&bbox=1,2,3,4', 'bbox=1%2C2%2C3%2C4'],
    ['from=1990&to=1990', 'time=1990'],
    ['from=&to=1990&time=2000', 'time=..%2F1990'],
    ['older=&younger=66', 'age=4600..66Ma'],
    ['older=66', 'age=66..0Ma'],
  ])('that says %s is one that says %s', (address, canonical) => {
    expect(searchParameters(read(address)).toString()).toBe(canonical);
  });

  it('is that of a form where it has blanks or parts of a condition', () => {
    const forms = ['q=', 'q=ice&variable=+', 'west=1', 'to=1990'];
    expect(forms.every((address) => isFormParameter(new URLSearchParams(address)))).toBe(true);
    expect(isFormParameter(new URLSearchParams('q=ice&map=1,2,3'))).toBe(false);
  });

  it('of another search begins with the first page', () => {
    const search = read('q=ice&type=Dataset&type=Map&page=4&all=types&having=x');
    expect(searchParameters(withoutText(search, 'type', 'Map')).toString()).toBe(
      'q=ice&type=Dataset',
    );
    expect(searchParameters(withCondition(search, 'keyword', [])).toString()).toBe(
      'type=Dataset&type=Map',
    );
  });
});

import { searchParameters, type SearchState } from './search-address.ts';

interface HiddenFieldsProps {
  /** Without the conditions that the form has fields for. */
  readonly search: SearchState;
}

/** What a form keeps of a search: all but the page, since another search begins with the first. */
export function HiddenFields({ search }: HiddenFieldsProps) {
  return (
    <>
      {[...searchParameters({ ...search, page: 1 })].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

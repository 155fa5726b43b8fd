import type { ConditionName } from '../../../search/conditions.ts';
import type { QualifierName } from '../../../search/qualifiers.ts';
import { type Site, sitePath } from '../../site.ts';
import {
  parameterOf,
  searchParameters,
  type SearchState,
  withCondition,
} from './search-address.ts';

interface AskFormProps {
  readonly site: Site;
  readonly search: SearchState;
}

/** The field for words; other conditions stay. */
export function SearchForm({ site, search }: AskFormProps) {
  return (
    <form class="ask" role="search" action={sitePath(site, '/')}>
      <label class="unseen" for="words">
        Words
      </label>
      <input
        id="words"
        name={parameterOf('keyword')}
        type="search"
        value={(search.conditions.keyword ?? []).join(' ')}
        placeholder="Words, such as sea ice"
        autocomplete="off"
      />
      <HiddenFields search={withCondition(search, 'keyword', [])} />
      <button>Search</button>
    </form>
  );
}

interface Field {
  readonly name: ConditionName | QualifierName;
  readonly label: string;
  readonly such: string;
}

/** What can be asked for beside words, box, period and what filters have, in groups. */
const groups: readonly { readonly title: string; readonly fields: readonly Field[] }[] = [
  {
    title: 'What it is about',
    fields: [
      { name: 'variable', label: 'Variable', such: 'water temperature' },
      { name: 'unit', label: 'Unit of the variable', such: 'K, degree Celsius' },
      { name: 'technique', label: 'Technique of the variable', such: 'mass spectrometry' },
      { name: 'term', label: 'Keyword or term', such: 'a label, code or IRI' },
      { name: 'scheme', label: 'Vocabulary of the term', such: 'GCMD' },
      { name: 'place', label: 'Place', such: 'Baltic Sea' },
      { name: 'age', label: 'Geologic age', such: '300..250Ma, Cisuralian' },
      { name: 'geometry', label: 'Area', such: 'POLYGON((5 45, 11 45, 11 48, 5 45))' },
    ],
  },
  {
    title: 'Who',
    fields: [
      { name: 'person', label: 'Person', such: 'a name or ORCID' },
      { name: 'organization', label: 'Organization', such: 'a name or ROR' },
      { name: 'role', label: 'Role of these', such: 'creator, data curator' },
      { name: 'publisher', label: 'Publisher', such: 'a name or ROR' },
      { name: 'funder', label: 'Funder', such: 'a name or ROR' },
    ],
  },
  {
    title: 'The resource and its record',
    fields: [
      { name: 'identifier', label: 'Identifier', such: '10.1594/PANGAEA.815864' },
      { name: 'licence', label: 'Licence', such: 'CC BY 4.0' },
      { name: 'mediaType', label: 'Format', such: 'NetCDF, text/csv' },
      { name: 'type', label: 'Type', such: 'Dataset, dcat:Dataset' },
      { name: 'profile', label: 'Profile claimed', such: 'an IRI' },
      { name: 'modifiedSince', label: 'Changed since', such: '2026, 2026-03-15' },
    ],
  },
];

/** Fields for all conditions that have no place of their own. What is asked for stays. */
export function MoreConditions({ site, search }: AskFormProps) {
  const { qualifiers } = search;
  const valueOf = (name: string): string | undefined =>
    Object.entries(qualifiers).find(([each]) => each === name)?.[1];
  return (
    <details class="more-conditions">
      <summary>More conditions</summary>
      <form action={sitePath(site, '/')}>
        <HiddenFields search={{ ...search, qualifiers: {} }} />
        <div class="groups">
          {groups.map(({ title, fields }) => (
            <fieldset>
              <legend>{title}</legend>
              {fields.map(({ name, label, such }) => (
                <p class="field">
                  <label for={`more-${name}`}>{label}</label>
                  <input
                    id={`more-${name}`}
                    name={parameterOf(name)}
                    value={valueOf(name)}
                    placeholder={such}
                    autocomplete="off"
                  />
                </p>
              ))}
            </fieldset>
          ))}
        </div>
        <p class="check">
          <input
            id="more-within"
            type="checkbox"
            name="within"
            value="yes"
            checked={qualifiers.within !== undefined}
          />
          <label for="more-within">
            All places and times lie wholly within the box and the period
          </label>
        </p>
        <p class="soft">
          A condition is added to those that are given. A name behind an equals sign, such as{' '}
          <code>=Sea Institute</code>, is the whole name.
        </p>
        <button>Search</button>
      </form>
    </details>
  );
}

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

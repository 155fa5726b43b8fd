import type { ConditionName, QualifierName } from '../../../search/conditions.ts';
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

/** The field for words; the form keeps the other conditions. */
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
  readonly example: string;
}

/** The conditions besides words, box, period and the facets, in groups. */
const groups: readonly { readonly title: string; readonly fields: readonly Field[] }[] = [
  {
    title: 'What it is about',
    fields: [
      { name: 'variable', label: 'Variable', example: 'water temperature' },
      { name: 'unit', label: 'Unit of the variable', example: 'K, degree Celsius' },
      { name: 'technique', label: 'Technique of the variable', example: 'mass spectrometry' },
      { name: 'term', label: 'Keyword or term', example: 'a label, code or IRI' },
      { name: 'scheme', label: 'Vocabulary of the term', example: 'GCMD' },
      { name: 'place', label: 'Place', example: 'Baltic Sea' },
      { name: 'age', label: 'Geologic age', example: '300..250Ma, Cisuralian' },
      { name: 'geometry', label: 'Area', example: 'POLYGON((5 45, 11 45, 11 48, 5 45))' },
    ],
  },
  {
    title: 'Who',
    fields: [
      { name: 'person', label: 'Person', example: 'a name or ORCID' },
      { name: 'organization', label: 'Organization', example: 'a name or ROR' },
      { name: 'role', label: 'Role of these', example: 'creator, data curator' },
      { name: 'publisher', label: 'Publisher', example: 'a name or ROR' },
      { name: 'funder', label: 'Funder', example: 'a name or ROR' },
    ],
  },
  {
    title: 'The resource and its record',
    fields: [
      { name: 'identifier', label: 'Identifier', example: '10.1594/PANGAEA.815864' },
      { name: 'licence', label: 'Licence', example: 'CC BY 4.0' },
      { name: 'mediaType', label: 'Format', example: 'NetCDF, text/csv' },
      { name: 'type', label: 'Type', example: 'Dataset, dcat:Dataset' },
      { name: 'profile', label: 'Profile claimed', example: 'an IRI' },
      { name: 'conforms', label: 'Conforms to', example: 'cdif-discovery, not cdif-core' },
      { name: 'unmet', label: 'Does not meet', example: 'rights, licence' },
      { name: 'modifiedSince', label: 'Changed since', example: '2026, 2026-03-15' },
    ],
  },
];

/** Fields for all conditions without a place of their own, filled with their current texts. */
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
              {fields.map(({ name, label, example }) => (
                <p class="field">
                  <label for={`more-${name}`}>{label}</label>
                  <input
                    id={`more-${name}`}
                    name={parameterOf(name)}
                    value={valueOf(name)}
                    placeholder={example}
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
  /** The state without the conditions that the form has fields for. */
  readonly search: SearchState;
}

/** The parts of a search that a form keeps: all but the page number. */
export function HiddenFields({ search }: HiddenFieldsProps) {
  return (
    <>
      {[...searchParameters({ ...search, page: 1 })].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

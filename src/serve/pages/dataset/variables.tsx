import { isWebAddress } from '../../../export/schema-org.ts';
import type { SearchFacts } from '../../../model/search-facts.ts';
import type { NameAndIri, VariableDetail } from '../../../views/details/resource-details.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { lastPart, shortened } from '../../parts/short-names.tsx';
import { searchHref } from '../search/search-address.ts';
import { type DatasetView, ShowAllLink, shownFirst, unreadRecords } from './dataset-view.tsx';
import { statedByRecords } from './find-dataset.ts';

interface OfView {
  readonly view: DatasetView;
}

/** The columns of the table; empty columns are left out. */
const columns = [
  ['Unit', (variable) => variable.units.length > 0, ({ units }) => <Units units={units} />],
  [
    'Concepts',
    ({ concepts }) => concepts.length > 0,
    ({ concepts }) => <Concepts concepts={concepts} />,
  ],
  [
    'Description',
    ({ description }) => description !== undefined,
    ({ description = '', descriptionLanguage }) => (
      <Literal text={shortened(description, 300)} language={descriptionLanguage} />
    ),
  ],
] as const satisfies readonly Column[];

type Column = readonly [
  name: string,
  has: (variable: ShownVariable) => boolean,
  cell: (variable: ShownVariable) => unknown,
];

type ShownVariable = VariableDetail & Required<Pick<VariableDetail, 'concepts'>>;

/** The measured, observed or computed variables. */
export function VariableTable({ view }: OfView) {
  const stated = statedByRecords(view.subject, (details) => details.variables);
  if (stated === undefined) return null;
  const { value: variables, record } = stated;
  const unread = unreadRecords(view, 'variables');
  const shown = withConcepts(shownFirst(view, 'variables', variables), record.search);
  const filled = columns.filter(([, has]) => shown.some(has));
  const total = variables.length + unread;
  return (
    <section id="variables" aria-labelledby="variables-title">
      <h2 id="variables-title">
        Variables <span class="count">{groupDigits(total)}</span>
      </h2>
      <div class="scroll" tabindex={0} role="region" aria-label="Table of variables">
        <table class="variables">
          <thead>
            <tr>
              <th scope="col">Name</th>
              {filled.map(([name]) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((variable) => (
              <tr>
                <th scope="row">
                  <VariableName view={view} variable={variable} />
                </th>
                {filled.map(([name, , cell]) => (
                  <td class={name === 'Unit' ? 'unit' : ''}>{cell(variable)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowAllLink
        view={view}
        part="variables"
        section="variables"
        called="variables"
        shown={shown.length}
        total={total}
        unread={unread}
      />
    </section>
  );
}

interface VariableProps extends OfView {
  readonly variable: VariableDetail;
}

function VariableName({ view, variable: { name, language, iri = '' } }: VariableProps) {
  const [first = ''] = (name ?? '').split(' / ');
  const condition = first === '' ? iri : `=${first}`;
  return (
    <a href={searchHref(view.site, { conditions: { variable: [shortened(condition, 500)] } })}>
      <Literal
        text={name === undefined ? lastPart(iri) : shortened(name, 200)}
        language={language}
      />
    </a>
  );
}

/** A UN/CEFACT code, such as `MTR`. */
const unitCode = /^[A-Z\d]{2,3}$/u;

/**
 * Units without duplicates: the readable names instead of codes and IRIs; IRIs by their last part.
 */
function Units({ units }: { readonly units: readonly string[] }) {
  const texts = units.filter((unit) => !isWebAddress(unit));
  const spoken = texts.filter((text) => !unitCode.test(text));
  const names = spoken.length > 0 ? spoken : texts;
  const address = units.find(isWebAddress);
  if (names.length === 0 && address !== undefined) {
    return <WebLink href={address}>{lastPart(address)}</WebLink>;
  }
  return <bdi>{shortened([...new Set(names)].slice(0, 3).join(', '), 80)}</bdi>;
}

const maxConcepts = 5;

/**
 * Adds the IRI of a variable to its concepts, unless the IRI only names its description in this
 * record, which a search does not find.
 */
function withConcepts(
  variables: readonly VariableDetail[],
  search: SearchFacts | undefined,
): readonly ShownVariable[] {
  const searched = new Set(search?.variables.flatMap(({ concepts }) => concepts));
  return variables.map(({ concepts = [], ...variable }) => {
    const { iri = '' } = variable;
    const isKnown = concepts.some((concept) => concept.iri === iri) || !searched.has(iri);
    const all = withoutCodes(isKnown ? concepts : [...concepts, { iri }]);
    return Object.assign(variable, { concepts: all });
  });
}

/** Drops codes that are the last part of an IRI beside them. */
function withoutCodes(concepts: readonly NameAndIri[]): readonly NameAndIri[] {
  const ends = new Set(concepts.map(({ iri }) => iri && lastPart(iri)));
  return concepts.filter(({ name, iri }) => iri !== undefined || !ends.has(name));
}

/** `sea water temperature`, from an IRI whose last part consists of words. */
function conceptLabel(iri: string): string {
  const last = lastPart(iri);
  return /^[\p{L}_-]+$/u.test(last) ? last.replaceAll(/[_-]/gu, ' ') : last;
}

function Concepts({ concepts }: { readonly concepts: readonly NameAndIri[] }) {
  return (
    <>
      {concepts.slice(0, maxConcepts).map(({ name, language, iri = '' }, at) => (
        <>
          {at === 0 ? '' : ', '}
          <WebLink href={iri}>
            <Literal
              text={name === undefined ? conceptLabel(iri) : shortened(name, 100)}
              language={language}
            />
          </WebLink>
        </>
      ))}
    </>
  );
}

import { isWebAddress } from '../../../export/web-address.ts';
import type { Called, VariableDetail } from '../../../views/details/resource-details.ts';
import { grouped } from '../../../text/amounts.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.ts';
import { searchHref } from '../search/search-address.ts';
import { More } from './more.tsx';
import { lastPart } from './names.ts';
import { saidOf } from './subject.ts';
import { shownFirst, unreadOf, type SubjectView } from './view.ts';

interface OfView {
  readonly view: SubjectView;
}

/** The columns of the table; those that no variable has anything in are left out. */
const columns = [
  ['Unit', (variable) => variable.units.length > 0, ({ units }) => <Units units={units} />],
  [
    'Concepts',
    (variable) => conceptsOf(variable).length > 0,
    (variable) => <Concepts variable={variable} />,
  ],
  [
    'Description',
    ({ description = '' }) => description !== '',
    ({ description = '' }) => <Literal text={shortened(description, 300)} />,
  ],
] as const satisfies readonly Column[];

type Column = readonly [
  name: string,
  has: (variable: VariableDetail) => boolean,
  cell: (variable: VariableDetail) => unknown,
];

/** What was measured, observed or computed. */
export function Variables({ view }: OfView) {
  const variables = saidOf(view.subject, (details) => details.variables)?.value ?? [];
  if (variables.length === 0) return null;
  const unread = unreadOf(view, 'variables');
  const shown = shownFirst(view, 'variables', variables);
  const filled = columns.filter(([, has]) => shown.some(has));
  const total = variables.length + unread;
  return (
    <section id="variables" aria-labelledby="variables-title">
      <h2 id="variables-title">
        Variables <span class="count">{grouped(total)}</span>
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
                {filled.map(([, , cell]) => (
                  <td>{cell(variable)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More
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

function VariableName({ view, variable: { name, iri = '' } }: VariableProps) {
  const [first = ''] = (name ?? '').split(' / ');
  const asked = first === '' ? iri : `=${first}`;
  return (
    <a href={searchHref(view.site, { conditions: { variable: [shortened(asked, 500)] } })}>
      <Literal text={name === undefined ? lastPart(iri) : shortened(name, 200)} />
    </a>
  );
}

/** Of names, codes and IRIs of one unit those that people read; IRIs alone by their last part. */
function Units({ units }: { readonly units: readonly string[] }) {
  const names = units.filter((unit) => !isWebAddress(unit));
  const address = units.find(isWebAddress);
  if (names.length === 0 && address !== undefined) {
    return <WebLink href={address}>{lastPart(address)}</WebLink>;
  }
  return <bdi>{shortened([...new Set(names)].slice(0, 3).join(', '), 80)}</bdi>;
}

const maxConcepts = 5;

function conceptsOf({ iri, concepts = [] }: VariableDetail): readonly Called[] {
  const known = concepts.some((concept) => concept.iri === iri);
  const own = iri === undefined || known || !isWebAddress(iri) ? [] : [{ iri }];
  return [...concepts, ...own];
}

function Concepts({ variable }: { readonly variable: VariableDetail }) {
  return (
    <>
      {conceptsOf(variable)
        .slice(0, maxConcepts)
        .map(({ name, iri = '' }, at) => (
          <>
            {at === 0 ? '' : ', '}
            <WebLink href={iri}>
              <Literal text={name === undefined ? lastPart(iri) : shortened(name, 100)} />
            </WebLink>
          </>
        ))}
    </>
  );
}

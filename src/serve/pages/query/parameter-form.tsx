import { describeParameterType, type GivenParameter } from '../../../query/bundled.ts';
import { type Site, sitePath } from '../../site.ts';
import type { ChosenQuery } from './query-state.ts';

interface ParameterFormProps {
  readonly site: Site;
  readonly chosen: ChosenQuery;
}

/** A bundled query: its question, and a field for each parameter. */
export function ParameterForm({ site, chosen }: ParameterFormProps) {
  const { query, faults } = chosen;
  const { given } = query.parameters;
  return (
    <section class="parameters" aria-labelledby="chosen">
      <h2 id="chosen">{query.title}</h2>
      <p>{query.question}</p>
      <p class="soft">
        Bundled query <code>{query.name}</code>; reads {query.graphs}.
      </p>
      {faults.length === 0 ? null : <WrongValues chosen={chosen} />}
      {given.length === 0 ? null : (
        <form action={sitePath(site, '/query')}>
          <input type="hidden" name="name" value={query.name} />
          <div class="values">
            {given.map((parameter) => (
              <ParameterField parameter={parameter} chosen={chosen} />
            ))}
          </div>
          <div class="buttons">
            <button type="submit">Fill in</button>
            <span class="soft" data-edited hidden>
              The text below was edited, and may have other values.
            </span>
          </div>
        </form>
      )}
    </section>
  );
}

/** Names the wrong values, which their fields explain, and explains those without a field. */
function WrongValues({ chosen: { query, faults } }: Pick<ParameterFormProps, 'chosen'>) {
  const fields = new Set(query.parameters.given.map(({ name }) => name));
  const named = [...new Set(faults.flatMap(({ parameters }) => parameters))];
  const others = faults.filter(({ parameters }) => !parameters.some((name) => fields.has(name)));
  return (
    <p class="wrong" role="alert">
      <strong>{named.length > 1 ? 'Wrong values:' : 'Wrong value:'}</strong>{' '}
      {[...named.filter((name) => fields.has(name)), ...others.map(({ reason }) => reason)].join(
        ', ',
      )}
      . The query below has the example values.
    </p>
  );
}

interface ParameterFieldProps {
  readonly parameter: GivenParameter;
  readonly chosen: ChosenQuery;
}

function ParameterField({ parameter, chosen: { values, faults } }: ParameterFieldProps) {
  const { name, type, required, example, meaning } = parameter;
  const fault = faults.find(({ parameters }) => parameters.includes(name));
  const isWrong = fault !== undefined;
  const id = `value-${name}`;
  return (
    <div class="value">
      <label for={id}>
        {name} <span class="soft">({required ? 'required' : 'optional'})</span>
      </label>
      <input
        id={id}
        name={name}
        type="text"
        value={values.get(name) ?? ''}
        required={required}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={isWrong ? `${id}-wrong ${id}-hint` : `${id}-hint`}
      />
      {isWrong ? (
        <p class="wrong" id={`${id}-wrong`}>
          <strong>Wrong value:</strong> {fault.reason}
        </p>
      ) : null}
      <p class="soft" id={`${id}-hint`}>
        {meaning}: {describeParameterType(type)}
        {example === undefined ? '' : `; for example ${example}`}
      </p>
    </div>
  );
}

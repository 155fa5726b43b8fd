import type { CitedWork, WorkKind } from './cited-work.ts';

const kinds: Readonly<Record<WorkKind, string>> = {
  dataset: 'DATA',
  software: 'COMP',
  other: 'GEN',
};

/** A citation in RIS: lines of a tag and a value. A value has no line break, so none can end it. */
export function ris(work: CitedWork): string {
  const { authors, year, date, title, publisher, version, doi, url, kind } = work;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', kinds[kind]],
    ...authors.map(({ whole, person }): readonly [string, string] => {
      return ['AU', person === undefined ? whole : `${person.family}, ${person.given}`];
    }),
    ['TI', title],
    ['PY', year],
    ['DA', date?.replaceAll('-', '/')],
    ['PB', publisher],
    ['ET', version],
    ['DO', doi],
    ['UR', url],
    ['ER', ''],
  ];
  return lines
    .flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${value}\r\n`]))
    .join('');
}

import type { CitedWork, WorkKind } from './cited-work.ts';

const risTypes: Readonly<Record<WorkKind, string>> = {
  dataset: 'DATA',
  software: 'COMP',
  other: 'GEN',
};

/** A citation in RIS. Values contain no line breaks, so none can end its line. */
export function ris(work: CitedWork): string {
  const { authors, year, date, title, publisher, version, doi, url, kind } = work;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', risTypes[kind]],
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

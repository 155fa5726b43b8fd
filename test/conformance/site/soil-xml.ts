import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../fixtures/xml-schemas/soil.xsd', import.meta.url));

/** The schema of the fixtures, mapped to its namespace. */
export const soilSchema = { namespace: 'urn:soil:1', file };

/** A document of the format of the fixtures, by default a valid one. */
export function soilXml(published = '2024-02-01'): string {
  return (
    `<?xml version="1.0"?>\n<soil xmlns="urn:soil:1">\n<title>Peat</title>\n` +
    `<published>${published}</published>\n<creator><name>Ada</name></creator>\n` +
    `<depth unit="m">2.5</depth>\n</soil>\n`
  );
}

/** Declares entities that grow tenfold with each of ten steps. */
export function billionLaughs(): string {
  const declarations = Array.from({ length: 10 }, (_, at) => {
    return `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`;
  });
  return `<!DOCTYPE soil [<!ENTITY e0 "ha">${declarations.join('')}]>\n<soil>&e10;</soil>`;
}

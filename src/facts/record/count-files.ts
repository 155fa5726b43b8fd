import { vocabulary } from '../../rdf/vocabularies.ts';
import { readDigitalObjects, type DigitalObject } from './digital-objects.ts';
import type { FactNode } from './fact-node.ts';
import { servicesOf } from './read-file.ts';
import { fileTerms } from './text-terms.ts';

const schema = vocabulary('http://schema.org/', 'WebAPI');
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'DataService');
const services: ReadonlySet<string> = new Set([schema.WebAPI, dcat.DataService]);

/**
 * How many files a resource comes in: each distribution is one, but an archive of which the record
 * lists the content counts as what is in it, and a service is none. A resource without distribution
 * that says where its bits are is a file.
 */
export function countFiles(resource: FactNode): number {
  const objects = readDigitalObjects(resource);
  if (objects.length === 0) return resource.values(fileTerms.contents).length > 0 ? 1 : 0;
  const archives = new Set(objects.flatMap((object) => object.archives));
  return objects.filter((object) => !archives.has(object) && !isService(object)).length;
}

function isService({ value }: DigitalObject): boolean {
  if (value.kind === 'literal') return false;
  return value.types.some((type) => services.has(type)) || servicesOf(value).length > 0;
}

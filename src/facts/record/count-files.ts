import { termIris } from './vocabulary-iris.ts';
import { readDigitalObjects, type DigitalObject } from './digital-objects.ts';
import type { FactNode } from './fact-node.ts';
import { servicesOf } from './read-file.ts';
import { fileTerms } from './text-terms.ts';

const services: ReadonlySet<string> = new Set(termIris('schema:WebAPI dcat:DataService'));

/**
 * Counts the files of a resource: each distribution, except that an archive with listed contents
 * counts as its contents, and services do not count. A resource without distributions that states
 * its own content address is one file.
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

import { readDigitalObjects } from '../../facts/record/digital-objects.ts';
import type { FactNode, FactValue } from '../../facts/record/fact-node.ts';
import { fileTerms } from '../../facts/record/text-terms.ts';
import { mediaTypeOf } from './link-targets.ts';
import { isContentAddress, saidBy, saidIn, type DocumentPlace } from './node-addresses.ts';

/** An address of what a resource consists of. */
export interface Content {
  /** The distribution, the file in one, or the resource itself. */
  readonly value: FactValue;
  readonly address: string;
  /** Whether the record calls it the content, and it is no web page. */
  readonly isFile: boolean;
  /** Whether it is all that the resource is distributed as. */
  readonly isOnly: boolean;
}

/** The addresses of a resource's own bits, its distributions and the files in these. */
export function readContents(resource: FactNode, place: DocumentPlace): readonly Content[] {
  const direct = new Set(resource.values(fileTerms.distributions));
  const own = saidIn(resource, fileTerms.contents).map((address) =>
    contentAt(address, resource, false),
  );
  const objects = readDigitalObjects(resource).flatMap(({ value }) => {
    const isDirect = direct.has(value);
    const said = value.kind === 'literal' ? [] : saidIn(value, fileTerms.contents);
    if (said.length > 0) {
      return said.map((address) => contentAt(address, value, isDirect && direct.size === 1));
    }
    return placesOf(value, isDirect).map((address): Content => {
      return { value, address, isFile: false, isOnly: false };
    });
  });
  return [...own, ...objects].filter(({ address }) => isContentAddress(address, place));
}

function contentAt(address: string, value: FactValue, isOnly: boolean): Content {
  return { value, address, isFile: !isWebPage(value, address), isOnly };
}

function isWebPage(value: FactValue, address: string): boolean {
  const type = mediaTypeOf(value);
  if (type === undefined) return /\.x?html?(?:[?#]|$)/iu.test(address);
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** Where a distribution is that does not say where its content is: a service is at no one place. */
function placesOf(value: FactValue, isDirect: boolean): readonly string[] {
  if (value.kind === 'literal' || !value.isDescribed) {
    const said = isDirect ? saidBy(value) : undefined;
    return said === undefined ? [] : [said];
  }
  return value.values(fileTerms.actions).length > 0 ? [] : saidIn(value, fileTerms.places);
}

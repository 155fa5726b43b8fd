import { readDigitalObjects } from '../../facts/record/digital-objects.ts';
import type { FactNode, FactValue } from '../../facts/record/fact-node.ts';
import { fileTerms } from '../../facts/record/text-terms.ts';
import { mediaTypeOf } from './link-targets.ts';
import { isContentAddress, saidBy, saidIn, type DocumentPlace } from './node-addresses.ts';

/** An address of a resource's content. */
export interface Content {
  /** The distribution, the file in one, or the resource itself. */
  readonly value: FactValue;
  readonly address: string;
  /** Whether it is stated as content address, and is no web page. */
  readonly isFile: boolean;
  /** Whether it is the only distribution. */
  readonly isOnly: boolean;
}

/** The addresses of the resource's own content, its distributions and the files in them. */
export function readContents(resource: FactNode, place: DocumentPlace): readonly Content[] {
  const direct = new Set(resource.values(fileTerms.distributions));
  const own = saidIn(resource, fileTerms.contents).map((address) =>
    createContent(address, resource, false),
  );
  const objects = readDigitalObjects(resource).flatMap(({ value }) => {
    const isDirect = direct.has(value);
    const said = value.kind === 'literal' ? [] : saidIn(value, fileTerms.contents);
    if (said.length > 0) {
      return said.map((address) => createContent(address, value, isDirect && direct.size === 1));
    }
    return readPlaceAddresses(value, isDirect).map((address): Content => {
      return { value, address, isFile: false, isOnly: false };
    });
  });
  return [...own, ...objects].filter(({ address }) => isContentAddress(address, place));
}

function createContent(address: string, value: FactValue, isOnly: boolean): Content {
  return { value, address, isFile: !isWebPage(value, address), isOnly };
}

function isWebPage(value: FactValue, address: string): boolean {
  const type = mediaTypeOf(value);
  if (type === undefined) return /\.x?html?(?:[?#]|$)/iu.test(address);
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** The address of a distribution without content address. Services have no single one. */
function readPlaceAddresses(value: FactValue, isDirect: boolean): readonly string[] {
  if (value.kind === 'literal' || !value.isDescribed) {
    const said = isDirect ? saidBy(value) : undefined;
    return said === undefined ? [] : [said];
  }
  return value.values(fileTerms.actions).length > 0 ? [] : saidIn(value, fileTerms.places);
}

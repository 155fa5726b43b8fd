import { parsedUrl } from '../text/parsed-url.ts';

/** Whether somebody can go to an address on the Web; the template of a service has gaps. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s{}]+$/iu.test(address) && parsedUrl(address) !== undefined;
}

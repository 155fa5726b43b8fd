import { parsedUrl } from '../text/parsed-url.ts';

/** Whether an address can be opened in a browser. URL templates of services cannot. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s{}]+$/iu.test(address) && parsedUrl(address) !== undefined;
}

import { targetUrl } from '../model/target-url.ts';

/**
 * A host of at least two labels, the last of which begins with a letter as no address does, perhaps with a port and a slash.
 * Letters of any script: what is an IDN becomes one by the URL.
 */
const domainName =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?\/?$/u;

/**
 * The https URL of the site that a domain name stands for, such as `example.org`, `www.example.org/` or `example.org:8443`.
 * @returns undefined where the text is no domain name
 */
export function urlOfDomainName(text: string): string | undefined {
  return domainName.test(text) ? targetUrl(`https://${text}`) : undefined;
}

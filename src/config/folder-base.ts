import { targetUrl } from '../model/target-url.ts';

/**
 * The URL that stands for a folder, to which the path of each file is added: normalised, with a slash at its end. Where
 * none is configured it is made of the name of the source, under a domain that never exists (RFC 6761 §6.4).
 * @returns undefined where that is no URL: no host can be called `xn--a`
 */
export function folderBase(base: string | undefined, name: string): string | undefined {
  // Versions of Node differ in which of these they take for a host; they are encodings of other names (RFC 5890 §2.3.2.5).
  if (base === undefined && /(?:^|\.)xn--/iu.test(name)) return undefined;
  const url = targetUrl(base ?? `http://${name}.invalid/`);
  return url === undefined || url.endsWith('/') ? url : `${url}/`;
}

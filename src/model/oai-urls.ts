import { parseUrl } from '../text/parsed-url.ts';
import { targetUrl } from './target.ts';

/** The arguments of OAI-PMH 2.0 (section 4), which a base URL does not have. */
const oaiArguments = [
  'verb',
  'identifier',
  'metadataPrefix',
  'from',
  'until',
  'set',
  'resumptionToken',
] as const;

/** The arguments of a request, in the order in which they are written. */
export type OaiArguments = Readonly<
  Partial<Record<(typeof oaiArguments)[number], string | undefined>>
>;

/**
 * The base URL of a repository in the spelling of `targetUrl`: arguments of OAI-PMH are removed,
 * since people copy the URL of a whole request; others stay.
 * @throws {TypeError} when it is not a URL that can be harvested
 */
export function oaiBaseUrl(text: string): string {
  const url = parseUrl(text);
  const left = url?.search.slice(1).split('&').filter(isForeign).join('&');
  if (url !== undefined) url.search = left ?? '';
  const base = url && targetUrl(url.href);
  if (base === undefined) throw new TypeError(`not a URL that can be harvested: ${text}`);
  return base;
}

function isForeign(argument: string): boolean {
  return !oaiArguments.some((name) => argument.startsWith(`${name}=`)) && argument !== '';
}

/** The URL of a request, in the spelling of `targetUrl`. @param base see `oaiBaseUrl` */
export function oaiRequestUrl(base: string, given: OaiArguments): string {
  const query = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  const url = `${base}${base.includes('?') ? '&' : '?'}${query.join('&')}`;
  return targetUrl(url) ?? url;
}

/** The beginning of the URLs of all records of a repository in a format. */
export function oaiRecordUrls(base: string, metadataPrefix: string): string {
  return oaiRequestUrl(base, { verb: 'GetRecord', metadataPrefix, identifier: '' });
}

/** Whether a URL requests one record of a repository. */
export function isOaiRecordUrl(url: string): boolean {
  return /[?&]verb=GetRecord&metadataPrefix=/u.test(url);
}

/** The URL that names a record: the request for it alone. */
export function oaiRecordUrl(base: string, metadataPrefix: string, identifier: string): string {
  return oaiRequestUrl(base, { verb: 'GetRecord', metadataPrefix, identifier });
}

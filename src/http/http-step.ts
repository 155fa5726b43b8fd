import type { HttpHeaders, HttpStep } from '../model/http.ts';
import type { Exchange, ExchangeRequest } from './exchange.ts';

/** Describes a request and its response. @param answer absent where none arrived */
export function stepOf(
  { method, url }: Pick<ExchangeRequest, 'method' | 'url'>,
  answer: Exchange | undefined,
): HttpStep {
  const { 'content-type': contentType, location }: HttpHeaders = answer?.headers ?? {};
  return {
    method,
    url: url.href,
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(location === undefined ? {} : { location }),
  };
}

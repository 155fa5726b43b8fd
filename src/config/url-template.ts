import { parseUrl } from '../text/parsed-url.ts';

/** `{name}` puts a value percent-encoded, `{+name}` puts it as it stands (RFC 6570 §3.2.2 and §3.2.3). */
const expression = /\{(\+?)(\w+)\}/gu;

/** What a template may take of the URL that a source lists. */
const variables = {
  /** All of it. */
  url: ({ href }: URL) => href,
  /** Its path, without the slash at the beginning. */
  path: ({ pathname }: URL) => pathname.replace(/^\//u, ''),
  /** The last part of its path that is not empty, decoded. */
  id: ({ pathname }: URL) => decoded(pathname.split('/').findLast((part) => part !== '') ?? ''),
} as const satisfies Record<string, (url: URL) => string>;

/**
 * The URL of the metadata of a resource, made of a template such as `https://a.example/export?id={id}&format=CDIF1.0`.
 * @param url absolute
 */
export function expandTemplate(template: string, url: string): string {
  const parsed = new URL(url);
  return template.replaceAll(expression, (whole, plus: string, name: string) => {
    if (!isVariable(name)) return whole;
    const value = variables[name](parsed);
    return plus === '' ? encodeURIComponent(value) : value;
  });
}

/** Whether a text is a template: it has variables, knows all of them, and gives http or https URLs. */
export function isUrlTemplate(text: string): boolean {
  const names = Array.from(text.matchAll(expression), ([, , name = '']) => name);
  if (names.length === 0 || !names.every(isVariable)) return false;
  const sample = expandTemplate(text, 'https://a.example/b');
  return /^https?:$/u.test(parseUrl(sample)?.protocol ?? '');
}

function isVariable(name: string): name is keyof typeof variables {
  return Object.hasOwn(variables, name);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // What encodes nothing is meant as it is.
    return segment;
  }
}

import { parseUrl } from '../text/parsed-url.ts';

/** `{name}` inserts a value percent-encoded, `{+name}` as it is (RFC 6570 §3.2.2, §3.2.3). */
const expression = /\{(\+?)(\w+)\}/gu;

/** The variables of a template, read from a listed URL. */
const variables = {
  url: ({ href }: URL) => href,
  /** Without the leading slash. */
  path: ({ pathname }: URL) => pathname.replace(/^\//u, ''),
  /** The last non-empty segment of the path, decoded. */
  id: ({ pathname }: URL) => decoded(pathname.split('/').findLast((part) => part !== '') ?? ''),
} as const satisfies Record<string, (url: URL) => string>;

/**
 * Makes the URL of metadata from a template such as `https://a.example/export?id={id}`.
 * @param url the absolute URL that a source lists
 */
export function expandTemplate(template: string, url: string): string {
  const parsed = new URL(url);
  return template.replaceAll(expression, (whole, plus: string, name: string) => {
    if (!isVariable(name)) return whole;
    const value = variables[name](parsed);
    return plus === '' ? encodeURIComponent(value) : value;
  });
}

/** Whether a text is a template: it has only known variables, and gives http or https URLs. */
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
    // Invalid percent-encoding is taken literally.
    return segment;
  }
}

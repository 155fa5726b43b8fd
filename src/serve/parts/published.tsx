import type { Child } from 'hono/jsx';
import { isWebAddress } from '../../export/schema-org.ts';
import { textForReader } from '../../facts/text/text-languages.ts';
import type { Text } from '../../model/search-facts.ts';
import { isLanguageTag } from '../negotiation.ts';

/**
 * The text of a result in the language of the reader where its record has several.
 * @param usual the text that a search shows
 */
export function resultText(
  usual: string | undefined,
  texts: readonly Text[],
  languages: readonly string[],
): Text | undefined {
  if (usual === undefined) return textForReader(texts, languages);
  const known = texts.find(({ text }) => text === usual) ?? { text: usual };
  return texts.length < 2 ? known : textForReader(texts, languages, known);
}

interface LiteralProps {
  readonly text: string;
  /** As published. */
  readonly language?: string | undefined;
}

/** A text of a publisher: it keeps its direction and language among texts of the site. */
export function Literal({ text, language }: LiteralProps) {
  return (
    <bdi lang={isLanguageTag(language) ? language : undefined} dir="auto">
      {text}
    </bdi>
  );
}

interface WebLinkProps {
  /** As published: what is no URL of the Web is shown, and not linked. */
  readonly href: string;
  readonly class?: string;
  readonly children: Child;
}

/** A link to another site, which is not told where its readers come from. */
export function WebLink({ href, children, ...props }: WebLinkProps) {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a {...props} href={href} rel="noreferrer">
      {children}
    </a>
  );
}

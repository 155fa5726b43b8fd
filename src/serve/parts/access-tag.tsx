import { mereAccessOf } from '../../facts/text/access.ts';
import type { Access } from '../../model/search-facts.ts';
import { accessWords } from './short-names.ts';

/** The access to data, at a glance. */
export function AccessTag({ access }: { readonly access: Access | undefined }) {
  if (access === undefined) return <span class="tag unknown">Access not stated</span>;
  return <span class={access === 'open' ? 'tag open' : 'tag limited'}>{accessWords[access]}</span>;
}

/** Whether a text, such as `unrestricted`, says no more than the tag does. */
export function isSaidByTag(access: Access | undefined, text: string): boolean {
  return access !== undefined && mereAccessOf(text) === access;
}

import type { TargetLabel } from '../model/target.ts';
import type { TypedLink } from '../model/typed-link.ts';

/**
 * The labels that a link gives to its target. A link to `page#id` means the script with that id
 * (JSON-LD 1.1 §7.3).
 */
export function labelOfLink({
  type,
  profiles,
  target,
}: Pick<TypedLink, 'type' | 'profiles' | 'target'>): TargetLabel {
  const scriptId = fragmentOf(target);
  return {
    ...(type === undefined ? {} : { type }),
    profiles,
    ...(scriptId === '' ? {} : { scriptId }),
  };
}

/** The percent-decoded fragment of a URL; empty where there is none. */
export function fragmentOf(url: string): string {
  const hash = url.indexOf('#');
  const fragment = hash === -1 ? '' : url.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    // A lone percent sign: the fragment is used as written.
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}

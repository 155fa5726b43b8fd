import type { TargetLabel } from '../model/target.ts';
import type { TypedLink } from '../model/typed-link.ts';

/** What a link says of the metadata that it leads to. A link to `page#id` means the script of that id (JSON-LD 1.1 §7.3). */
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

/** The fragment of a URL, decoded where it can be; the empty string where there is none. */
export function fragmentOf(url: string): string {
  const hash = url.indexOf('#');
  const fragment = hash === -1 ? '' : url.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    // A lone per cent sign: the fragment means itself.
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}

/** A place in a configuration: keys of mappings and indexes of lists, from the outside in. */
export type KeyPath = readonly (string | number)[];

/** A place as it is shown, such as `sources[0].site`; the empty string for the whole. */
export function keyText(path: KeyPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./u, '');
}

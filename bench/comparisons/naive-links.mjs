// A second parser of Link fields, which splits text as simple scripts do.

/** Commas, or semicolons, outside angle brackets and quotes. */
const separators = {
  ',': /,(?![^<]*>)(?=(?:[^"]*"[^"]*")*[^"]*$)/u,
  ';': /;(?=(?:[^"]*"[^"]*")*[^"]*$)/u,
};

/**
 * The parameters of each link-value, by name, with the target as `href`.
 * @param {string} field
 * @returns {readonly ReadonlyMap<string, string>[]}
 */
export function naiveLinks(field) {
  return field.split(separators[',']).map((value) => {
    const closing = value.indexOf('>');
    const parameters = value.slice(closing + 1).split(separators[';']);
    const pairs = parameters.slice(1).map((parameter) => {
      const [name = '', ...rest] = parameter.split('=');
      return /** @type {const} */ ([
        name.trim().toLowerCase(),
        rest.join('=').trim().replaceAll('"', ''),
      ]);
    });
    return new Map([['href', value.slice(value.indexOf('<') + 1, closing)], ...pairs]);
  });
}

/** Metres per unit, by lower-case name, symbol or UN/CEFACT code (schema.org's `unitCode`). */
const metresByUnit: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['m', 1],
  ['mtr', 1],
  ['meter', 1],
  ['meters', 1],
  ['metre', 1],
  ['metres', 1],
  ['km', 1000],
  ['kmt', 1000],
  ['kilometer', 1000],
  ['kilometers', 1000],
  ['kilometre', 1000],
  ['kilometres', 1000],
  ['mi', 1609.344],
  ['smi', 1609.344],
  ['mile', 1609.344],
  ['miles', 1609.344],
  ['nmi', 1852],
  ['ft', 304.8e-3],
  ['fot', 304.8e-3],
  ['feet', 304.8e-3],
]);

/**
 * A length such as `50`, `50 km` or `1.5e3 metres` in metres, which is also the default unit.
 * @returns undefined for other texts, and for negative or infinite lengths
 */
export function parseLength(text: string, unit = ''): number | undefined {
  const match = /^(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*([a-z]*)\.?$/iu.exec(text.trim());
  if (match === null) return undefined;
  const [, digits = '', exponent = '', ownUnit = ''] = match;
  const factor = metresByUnit.get((ownUnit === '' ? unit : ownUnit).trim().toLowerCase());
  const metres = factor === undefined ? undefined : Number(digits + exponent) * factor;
  return metres !== undefined && Number.isFinite(metres) ? metres : undefined;
}

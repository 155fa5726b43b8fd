/** Eras of the chart, bounds in millions of years; editions differ by less than `eraMargin`. */
const bounds: readonly (readonly [names: string, older: number, younger: number])[] = [
  ['phanerozoic', 539, 0],
  ['proterozoic', 2500, 539],
  ['archean|archaean', 4031, 2500],
  ['paleozoic|palaeozoic', 539, 251.9],
  ['mesozoic', 251.9, 66],
  ['cenozoic|cainozoic', 66, 0],
  ['cambrian', 539, 486],
  ['ordovician', 486, 443.5],
  ['lower ordovician', 486, 471],
  ['middle ordovician', 471, 458],
  ['upper ordovician', 458, 443.5],
  ['silurian', 443.5, 419.4],
  ['devonian', 419.4, 359],
  ['lower devonian', 419.4, 393.4],
  ['middle devonian', 393.4, 382.5],
  ['upper devonian', 382.5, 359],
  ['carboniferous', 359, 299],
  ['mississippian|lower carboniferous', 359, 323.3],
  ['pennsylvanian|upper carboniferous', 323.3, 299],
  ['permian', 299, 252],
  ['cisuralian|lower permian', 299, 273.5],
  ['guadalupian|middle permian', 273.5, 259.5],
  ['lopingian|upper permian', 259.5, 252],
  ['triassic', 252, 201.4],
  ['lower triassic', 252, 247],
  ['middle triassic', 247, 237],
  ['upper triassic', 237, 201.4],
  ['jurassic', 201.4, 144],
  ['lower jurassic', 201.4, 174.5],
  ['middle jurassic', 174.5, 162],
  ['upper jurassic', 162, 144],
  ['cretaceous', 144, 66],
  ['lower cretaceous', 144, 100.5],
  ['upper cretaceous', 100.5, 66],
  ['paleogene|palaeogene', 66, 23],
  ['paleocene|palaeocene', 66, 56],
  ['eocene', 56, 33.9],
  ['bartonian', 41.2, 37.7],
  ['oligocene', 33.9, 23],
  ['neogene', 23, 2.6],
  ['miocene', 23, 5.3],
  ['pliocene', 5.3, 2.6],
  ['quaternary', 2.6, 0],
  ['pleistocene', 2.6, 0],
  ['holocene', 0, 0],
];

/** How far the bounds may be off. */
export const eraMargin = 2.6;

const byName = new Map(
  bounds.flatMap(([names, older, younger]) =>
    names.split('|').map((name) => [name, { older, younger }] as const),
  ),
);

/** The bounds of an era by its name: a text, or the last part of an IRI. */
export function eraNamed(
  text: string,
): { readonly older: number; readonly younger: number } | undefined {
  const local = text.trim().replace(/^.*[/#:]/u, '');
  const spaced = local.replaceAll(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase();
  const name = spaced
    .replaceAll(/[\s_-]+/gu, ' ')
    .replace(/^early /u, 'lower ')
    .replace(/^late /u, 'upper ')
    .replace(/^mid /u, 'middle ');
  return byName.get(name);
}

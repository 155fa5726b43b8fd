import type { AgeRange } from '../../model/search-facts.ts';

/** An era by its name on the chart, or by a name that spans several units. */
export interface Era extends AgeRange {
  readonly name: string;
}

/** Longer texts are no names. */
const maxCharacters = 200;

/** The local name of an IRI or prefixed name. */
const localPart = /^[a-z][a-z\d+.-]*:(?:\S*[/#:])?([^\s/#:]+)$/iu;
const rank =
  /(?<=..)(?:eonothem|erathem|system|subsystem|series|stage|eon|era|period|subperiod|epoch|age|times?)$/u;
const partBehind = /^(.+?)(early|lower|mid|middle|late|upper)$/u;
const spellings: readonly (readonly [written: RegExp, name: string])[] = [
  [/^early/u, 'lower'],
  [/^late/u, 'upper'],
  [/^mid(?!dle)/u, 'middle'],
  [/palaeo/u, 'paleo'],
  [/archaean/u, 'archean'],
  [/c(?:ai|ae)no/u, 'ceno'],
  [/quarternary/u, 'quaternary'],
  [/visean|viséan/u, 'visean'],
  [/p[rř][ií]dol[ií]/u, 'pridoli'],
];

/**
 * The International Chronostratigraphic Chart of the ICS, v2024/12, from the youngest to the
 * oldest: all stages, and before the Cambrian the systems, erathems or eonothems without parts.
 * Ages in million years, without error margins. Cohen, Harper, Gibbard and Car (2025),
 * https://stratigraphy.org/chart.
 */
export const chartStages: readonly ChartStage[] = [
  ['Meghalayan', 0.0042],
  ['Northgrippian', 0.0082],
  ['Greenlandian', 0.0117],
  ['Upper Pleistocene', 0.129],
  ['Chibanian', 0.774],
  ['Calabrian', 1.8],
  ['Gelasian', 2.58],
  ['Piacenzian', 3.6],
  ['Zanclean', 5.333],
  ['Messinian', 7.246],
  ['Tortonian', 11.63],
  ['Serravallian', 13.82],
  ['Langhian', 15.98],
  ['Burdigalian', 20.45],
  ['Aquitanian', 23.04],
  ['Chattian', 27.3],
  ['Rupelian', 33.9],
  ['Priabonian', 37.71],
  ['Bartonian', 41.03],
  ['Lutetian', 48.07],
  ['Ypresian', 56],
  ['Thanetian', 59.24],
  ['Selandian', 61.66],
  ['Danian', 66],
  ['Maastrichtian', 72.2],
  ['Campanian', 83.6],
  ['Santonian', 85.7],
  ['Coniacian', 89.8],
  ['Turonian', 93.9],
  ['Cenomanian', 100.5],
  ['Albian', 113.2],
  ['Aptian', 121.4],
  ['Barremian', 125.77],
  ['Hauterivian', 132.6],
  ['Valanginian', 137.05],
  ['Berriasian', 143.1],
  ['Tithonian', 149.2],
  ['Kimmeridgian', 154.8],
  ['Oxfordian', 161.5],
  ['Callovian', 165.3],
  ['Bathonian', 168.2],
  ['Bajocian', 170.9],
  ['Aalenian', 174.7],
  ['Toarcian', 184.2],
  ['Pliensbachian', 192.9],
  ['Sinemurian', 199.5],
  ['Hettangian', 201.4],
  ['Rhaetian', 205.7],
  ['Norian', 227.3],
  ['Carnian', 237],
  ['Ladinian', 241.464],
  ['Anisian', 246.7],
  ['Olenekian', 249.9],
  ['Induan', 251.902],
  ['Changhsingian', 254.14],
  ['Wuchiapingian', 259.51],
  ['Capitanian', 264.28],
  ['Wordian', 266.9],
  ['Roadian', 274.4],
  ['Kungurian', 283.3],
  ['Artinskian', 290.1],
  ['Sakmarian', 293.52],
  ['Asselian', 298.9],
  ['Gzhelian', 303.7],
  ['Kasimovian', 307],
  ['Moscovian', 315.2],
  ['Bashkirian', 323.4],
  ['Serpukhovian', 330.3],
  ['Visean', 346.7],
  ['Tournaisian', 358.86],
  ['Famennian', 372.15],
  ['Frasnian', 382.31],
  ['Givetian', 387.95],
  ['Eifelian', 393.47],
  ['Emsian', 410.62],
  ['Pragian', 413.02],
  ['Lochkovian', 419.62],
  ['Pridoli', 422.7],
  ['Ludfordian', 425],
  ['Gorstian', 426.7],
  ['Homerian', 430.6],
  ['Sheinwoodian', 432.9],
  ['Telychian', 438.6],
  ['Aeronian', 440.5],
  ['Rhuddanian', 443.1],
  ['Hirnantian', 445.2],
  ['Katian', 452.8],
  ['Sandbian', 458.2],
  ['Darriwilian', 469.4],
  ['Dapingian', 471.3],
  ['Floian', 477.1],
  ['Tremadocian', 486.85],
  ['Cambrian Stage 10', 491],
  ['Jiangshanian', 494.2],
  ['Paibian', 497],
  ['Guzhangian', 500.5],
  ['Drumian', 504.5],
  ['Wuliuan', 506.5],
  ['Cambrian Stage 4', 514.5],
  ['Cambrian Stage 3', 521],
  ['Cambrian Stage 2', 529],
  ['Fortunian', 538.8],
  ['Ediacaran', 635],
  ['Cryogenian', 720],
  ['Tonian', 1000],
  ['Stenian', 1200],
  ['Ectasian', 1400],
  ['Calymmian', 1600],
  ['Statherian', 1800],
  ['Orosirian', 2050],
  ['Rhyacian', 2300],
  ['Siderian', 2500],
  ['Neoarchean', 2800],
  ['Mesoarchean', 3200],
  ['Paleoarchean', 3600],
  ['Eoarchean', 4031],
  ['Hadean', 4567],
];

/** All larger units of the same chart, and the Precambrian. */
export const chartGroups: readonly ChartGroup[] = [
  ['Phanerozoic', 'Meghalayan', 'Fortunian'],
  ['Cenozoic', 'Meghalayan', 'Danian'],
  ['Quaternary', 'Meghalayan', 'Gelasian'],
  ['Holocene', 'Meghalayan', 'Greenlandian'],
  ['Pleistocene', 'Upper Pleistocene', 'Gelasian'],
  ['Neogene', 'Piacenzian', 'Aquitanian'],
  ['Pliocene', 'Piacenzian', 'Zanclean'],
  ['Miocene', 'Messinian', 'Aquitanian'],
  ['Paleogene', 'Chattian', 'Danian'],
  ['Oligocene', 'Chattian', 'Rupelian'],
  ['Eocene', 'Priabonian', 'Ypresian'],
  ['Paleocene', 'Thanetian', 'Danian'],
  ['Mesozoic', 'Maastrichtian', 'Induan'],
  ['Cretaceous', 'Maastrichtian', 'Berriasian'],
  ['Upper Cretaceous', 'Maastrichtian', 'Cenomanian'],
  ['Lower Cretaceous', 'Albian', 'Berriasian'],
  ['Jurassic', 'Tithonian', 'Hettangian'],
  ['Upper Jurassic', 'Tithonian', 'Oxfordian'],
  ['Middle Jurassic', 'Callovian', 'Aalenian'],
  ['Lower Jurassic', 'Toarcian', 'Hettangian'],
  ['Triassic', 'Rhaetian', 'Induan'],
  ['Upper Triassic', 'Rhaetian', 'Carnian'],
  ['Middle Triassic', 'Ladinian', 'Anisian'],
  ['Lower Triassic', 'Olenekian', 'Induan'],
  ['Paleozoic', 'Changhsingian', 'Fortunian'],
  ['Permian', 'Changhsingian', 'Asselian'],
  ['Lopingian', 'Changhsingian', 'Wuchiapingian'],
  ['Guadalupian', 'Capitanian', 'Roadian'],
  ['Cisuralian', 'Kungurian', 'Asselian'],
  ['Carboniferous', 'Gzhelian', 'Tournaisian'],
  ['Pennsylvanian', 'Gzhelian', 'Bashkirian'],
  ['Upper Pennsylvanian', 'Gzhelian', 'Kasimovian'],
  ['Middle Pennsylvanian', 'Moscovian', 'Moscovian'],
  ['Lower Pennsylvanian', 'Bashkirian', 'Bashkirian'],
  ['Mississippian', 'Serpukhovian', 'Tournaisian'],
  ['Upper Mississippian', 'Serpukhovian', 'Serpukhovian'],
  ['Middle Mississippian', 'Visean', 'Visean'],
  ['Lower Mississippian', 'Tournaisian', 'Tournaisian'],
  ['Devonian', 'Famennian', 'Lochkovian'],
  ['Upper Devonian', 'Famennian', 'Frasnian'],
  ['Middle Devonian', 'Givetian', 'Eifelian'],
  ['Lower Devonian', 'Emsian', 'Lochkovian'],
  ['Silurian', 'Pridoli', 'Rhuddanian'],
  ['Ludlow', 'Ludfordian', 'Gorstian'],
  ['Wenlock', 'Homerian', 'Sheinwoodian'],
  ['Llandovery', 'Telychian', 'Rhuddanian'],
  ['Ordovician', 'Hirnantian', 'Tremadocian'],
  ['Upper Ordovician', 'Hirnantian', 'Sandbian'],
  ['Middle Ordovician', 'Darriwilian', 'Dapingian'],
  ['Lower Ordovician', 'Floian', 'Tremadocian'],
  ['Cambrian', 'Cambrian Stage 10', 'Fortunian'],
  ['Furongian', 'Cambrian Stage 10', 'Paibian'],
  ['Miaolingian', 'Guzhangian', 'Wuliuan'],
  ['Cambrian Series 2', 'Cambrian Stage 4', 'Cambrian Stage 3'],
  ['Terreneuvian', 'Cambrian Stage 2', 'Fortunian'],
  ['Precambrian', 'Ediacaran', 'Hadean'],
  ['Proterozoic', 'Ediacaran', 'Siderian'],
  ['Neoproterozoic', 'Ediacaran', 'Tonian'],
  ['Mesoproterozoic', 'Stenian', 'Calymmian'],
  ['Paleoproterozoic', 'Statherian', 'Siderian'],
  ['Archean', 'Neoarchean', 'Eoarchean'],
];

/**
 * Names in use beside those of the chart: name, youngest and oldest unit. Parts are called lower,
 * middle and upper here; early and late are equivalent (ICS: International Stratigraphic Guide,
 * 3.B).
 */
export const eraSynonyms: readonly ChartGroup[] = [
  ['Tertiary', 'Neogene', 'Paleogene'],
  ['Recent', 'Holocene', 'Holocene'],
  ['Upper Tertiary', 'Neogene', 'Neogene'],
  ['Lower Tertiary', 'Paleogene', 'Paleogene'],
  // Ratified and usual parts of series.
  ['Upper Holocene', 'Meghalayan', 'Meghalayan'],
  ['Middle Holocene', 'Northgrippian', 'Northgrippian'],
  ['Lower Holocene', 'Greenlandian', 'Greenlandian'],
  ['Tarantian', 'Upper Pleistocene', 'Upper Pleistocene'],
  ['Middle Pleistocene', 'Chibanian', 'Chibanian'],
  ['Ionian', 'Chibanian', 'Chibanian'],
  ['Lower Pleistocene', 'Calabrian', 'Gelasian'],
  ['Upper Pliocene', 'Piacenzian', 'Piacenzian'],
  ['Lower Pliocene', 'Zanclean', 'Zanclean'],
  ['Upper Miocene', 'Messinian', 'Tortonian'],
  ['Middle Miocene', 'Serravallian', 'Langhian'],
  ['Lower Miocene', 'Burdigalian', 'Aquitanian'],
  ['Upper Oligocene', 'Chattian', 'Chattian'],
  ['Lower Oligocene', 'Rupelian', 'Rupelian'],
  ['Upper Eocene', 'Priabonian', 'Priabonian'],
  ['Middle Eocene', 'Bartonian', 'Lutetian'],
  ['Lower Eocene', 'Ypresian', 'Ypresian'],
  ['Upper Paleocene', 'Thanetian', 'Thanetian'],
  ['Middle Paleocene', 'Selandian', 'Selandian'],
  ['Lower Paleocene', 'Danian', 'Danian'],
  // Parts of systems that have names of their own.
  ['Malm', 'Upper Jurassic', 'Upper Jurassic'],
  ['Dogger', 'Middle Jurassic', 'Middle Jurassic'],
  ['Lias', 'Lower Jurassic', 'Lower Jurassic'],
  ['Liassic', 'Lower Jurassic', 'Lower Jurassic'],
  ['Upper Permian', 'Lopingian', 'Lopingian'],
  ['Middle Permian', 'Guadalupian', 'Guadalupian'],
  ['Lower Permian', 'Cisuralian', 'Cisuralian'],
  ['Permo-Triassic', 'Triassic', 'Permian'],
  ['Permo-Carboniferous', 'Permian', 'Carboniferous'],
  ['Upper Carboniferous', 'Pennsylvanian', 'Pennsylvanian'],
  ['Lower Carboniferous', 'Mississippian', 'Mississippian'],
  ['Upper Silurian', 'Pridoli', 'Ludlow'],
  ['Lower Silurian', 'Wenlock', 'Llandovery'],
  ['Upper Cambrian', 'Furongian', 'Furongian'],
  ['Cambrian Series 4', 'Furongian', 'Furongian'],
  ['Middle Cambrian', 'Miaolingian', 'Miaolingian'],
  ['Cambrian Series 3', 'Miaolingian', 'Miaolingian'],
  ['Cambrian Stage 5', 'Wuliuan', 'Wuliuan'],
  ['Lower Cambrian', 'Cambrian Series 2', 'Terreneuvian'],
  ['Cambrian Series 1', 'Terreneuvian', 'Terreneuvian'],
  ['Upper Paleozoic', 'Permian', 'Devonian'],
  ['Lower Paleozoic', 'Silurian', 'Cambrian'],
  ['Upper Proterozoic', 'Neoproterozoic', 'Neoproterozoic'],
  ['Middle Proterozoic', 'Mesoproterozoic', 'Mesoproterozoic'],
  ['Lower Proterozoic', 'Paleoproterozoic', 'Paleoproterozoic'],
  ['Upper Archean', 'Neoarchean', 'Neoarchean'],
  ['Lower Archean', 'Paleoarchean', 'Eoarchean'],
];

const eras = indexEras();

/**
 * Finds an era by its name on the International Chronostratigraphic Chart or a synonym: in any
 * case, with or without blanks, hyphens and rank; also as local name of an IRI or prefixed name
 * (`isc:LowerDevonian`). The base or top of an era (`isc:BaseCallovian`) is a moment.
 */
export function findEra(text: string): Era | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return undefined;
  const [, local = trimmed] = localPart.exec(trimmed) ?? [];
  return findEraByKey(normalizeEraName(local)) ?? findBoundary(local);
}

function findBoundary(local: string): Era | undefined {
  const [, which, of = ''] = /^(base|top)(?: of(?: the)?)?(.+)$/isu.exec(local) ?? [];
  const era = which === undefined ? undefined : findEraByKey(normalizeEraName(of));
  if (which === undefined || era === undefined) return undefined;
  const age = which.toLowerCase() === 'base' ? era.older : era.younger;
  return { name: `${which.toLowerCase()} of the ${era.name}`, older: age, younger: age };
}

function findEraByKey(key: string): Era | undefined {
  const partLast = partBehind.exec(key);
  const other = partLast === null ? undefined : normalizeEraName(`${partLast[2]}${partLast[1]}`);
  return eras.get(key) ?? eras.get(key.replace(rank, '')) ?? eras.get(other ?? '');
}

/** The normalised spelling of a name. */
function normalizeEraName(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return spellings.reduce((key, [written, as]) => key.replace(written, as), letters);
}

function indexEras(): ReadonlyMap<string, Era> {
  const found = new Map<string, Era>();
  let younger = 0;
  for (const [name, older] of chartStages) {
    found.set(normalizeEraName(name), { name, older, younger });
    younger = older;
  }
  for (const [name, youngest, oldest] of [...chartGroups, ...eraSynonyms]) {
    const first = found.get(normalizeEraName(oldest));
    const last = found.get(normalizeEraName(youngest));
    if (first === undefined || last === undefined) throw new Error(`${name} is of no era`);
    found.set(normalizeEraName(name), { name, older: first.older, younger: last.younger });
  }
  return found;
}

/**
 * A smallest unit: its name, and its base in million years; it ends at the base of the unit before.
 */
type ChartStage = readonly [name: string, base: number];

/** A larger unit: its name, its youngest and its oldest stage. */
type ChartGroup = readonly [name: string, youngest: string, oldest: string];

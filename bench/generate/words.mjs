// The invented words of the generated records.

export const subjects = [
  'Lichen cover',
  'Sediment flux',
  'Moss moisture',
  'Pollen counts',
  'Seiche heights',
  'Kelp density',
  'Firn temperature',
  'Plankton biomass',
  'Peat respiration',
  'Dune migration',
  'Snail abundance',
  'Groundwater levels',
];

export const settings = [
  'along the tideline',
  'below the snow line',
  'in managed meadows',
  'at moored buoys',
  'in flooded quarries',
  'across the estuary',
  'under closed canopy',
  'on volcanic soils',
  'in shallow lagoons',
  'near the old harbour',
];

export const keywords = [
  'lichens',
  'estuaries',
  'time series',
  'sediment transport',
  'soil moisture',
  'seiches',
  'long-term monitoring',
  'water chemistry',
  'phenology',
  'bedload',
  'snow cover',
  'citizen observations',
  'dissolved oxygen',
  'turbidity',
  'species richness',
  'field campaign',
  'quality controlled',
  'bathymetry',
];

export const sentences = [
  'Readings were taken every ten minutes by loggers that a crew visited twice a season.',
  'Gaps longer than a day were left open and are flagged in a column of their own.',
  'Values below the limit of detection are given as half of that limit, and marked.',
  'The instruments were compared with a reference before and after each deployment.',
  'Samples were sieved, dried for two days and weighed in the same laboratory throughout.',
  'A change of sensors in the middle of the period was bridged by a month of parallel runs.',
  'Counts were made by two observers who did not know each other’s results.',
  'Positions are those of the mooring; drift of up to 40 m was not corrected.',
  'Outliers were kept where the log book of the crew could explain them.',
  'The sampling plan and the scripts that made the derived columns are part of the deposit.',
  'Ice kept the northern stations out of reach in three of the winters.',
  'Coordinates of rare species were rounded to a tenth of a degree.',
];

export const variables = [
  { name: 'water temperature', unit: 'degree Celsius', least: -2, most: 31 },
  { name: 'practical salinity', unit: '1', least: 0, most: 38 },
  { name: 'turbidity', unit: 'NTU', least: 0, most: 900 },
  { name: 'dissolved oxygen', unit: 'mg/L', least: 0, most: 16 },
  { name: 'soil moisture', unit: 'm3/m3', least: 0, most: 1 },
  { name: 'snow depth', unit: 'cm', least: 0, most: 420 },
  { name: 'wind speed', unit: 'm/s', least: 0, most: 52 },
  { name: 'wind direction', unit: 'degree', least: 0, most: 360 },
  { name: 'chlorophyll a', unit: 'ug/L', least: 0, most: 75 },
  { name: 'bedload transport', unit: 'kg/s', least: 0, most: 12 },
  { name: 'shell length', unit: 'mm', least: 1, most: 64 },
  { name: 'cover fraction', unit: 'percent', least: 0, most: 100 },
];

export const givenNames = ['Alva', 'Bero', 'Cilja', 'Darvin', 'Esmo', 'Fenna', 'Gorim', 'Hedla'];

export const familyNames = [
  'Ankerholt',
  'Brisewood',
  'Caldermoor',
  'Dunsgard',
  'Eskelund',
  'Farrowby',
  'Grünhag',
  'Hollenkamp',
];

export const institutions = [
  'Institute of Quiet Waters',
  'Marrow Hill Field Station',
  'Northern Tideline Observatory',
  'Centre for Slow Processes',
  'Foldvik Polar Academy',
];

export const places = [
  'Marrow Hill',
  'Lake Umberfold',
  'Sallow Sound',
  'Foldvik Plateau',
  'Quillon Bay',
  'Upper Tarnwater',
  'Osk Islands',
];

export const licences = [
  'https://licences.bench.test/attribution-4',
  'https://licences.bench.test/public-domain',
  'https://licences.bench.test/attribution-same-terms-4',
];

export const formats = [
  { type: 'text/csv', extension: 'csv', name: 'Table' },
  { type: 'application/x-netcdf', extension: 'nc', name: 'Array' },
  { type: 'application/zip', extension: 'zip', name: 'Everything, zipped' },
];
